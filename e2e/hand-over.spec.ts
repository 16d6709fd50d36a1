import { expect } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { test } from './test.ts';

const deployment =
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  # for now\n  replicas: 3\n  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers:\n      - name: web\n        image: nginx:1.27\n';

async function openHelper(playground: Playground, line: string): Promise<void> {
  await playground
    .line(line)
    .first()
    .getByText(line.split(':')[0] ?? '')
    .first()
    .click();
  await playground.field.getByRole('button', { name: 'Hand over…' }).click();
}

test('a field is handed over in steps that can be undone', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(addressOf([{ kind: 'apply', manager: 'kubectl', text: deployment }]));
  await expect(playground.stepButton(1)).toContainText('created');

  await test.step('replicas go to the autoscaler by a temporary manager, which is seen to go', async () => {
    await openHelper(playground, 'replicas: 3');
    const dialog = page.getByRole('dialog', { name: 'Hand over .spec.replicas' });
    await expect(dialog.getByRole('combobox', { name: 'Give it to' })).toContainText('kube-controller-manager');
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await expect(dialog.getByRole('listitem').nth(2)).toContainText('The entry of handover-to-hpa is gone.');
    await expect(dialog).toContainText('In the end kube-controller-manager alone owns it');
    await dialog.getByRole('button', { name: 'Add these 3 steps' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(playground.stepButton(2)).toContainText('handover-to-hpa');
    await expect(playground.step.getByRole('heading', { name: /^Step 2 / })).toBeVisible();
    await playground.selectStep(3);
    await expect(playground.line('replicas: 3').first()).toHaveAccessibleName(/owned by handover-to-hpa \(Apply\)$/);
    await playground.selectStep(4);
    await expect(playground.line('replicas: 4').first()).toHaveAccessibleName(
      /owned by kube-controller-manager \(Update \/scale\)$/,
    );
    await expect(playground.result.getByRole('group', { name: 'Managers' })).not.toContainText('handover-to-hpa');
    await playground.steps.getByRole('button', { name: 'Undo' }).click();
    await expect(playground.stepButton(2)).toHaveCount(0);
  });

  await test.step('or the autoscaler writes first', async () => {
    await openHelper(playground, 'replicas: 3');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'It writes first' }).check();
    await dialog.getByRole('button', { name: 'Add these 2 steps' }).click();
    await expect(playground.stepButton(2)).toContainText('kube-controller-manager');
    await playground.selectStep(3);
    await expect(playground.line('replicas: 4').first()).toHaveAccessibleName(/\(Update \/scale\)$/);
    await playground.steps.getByRole('button', { name: 'Undo' }).click();
    await expect(playground.stepButton(2)).toHaveCount(0);
  });

  await test.step('an item’s field goes to another user', async () => {
    await openHelper(playground, 'image: nginx:1.27');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Name a manager');
    await dialog.getByRole('textbox', { name: 'Manager' }).fill('kubectl');
    await expect(dialog).toContainText('kubectl alone owns it already');
    await expect(dialog.getByRole('button', { name: 'No steps to add' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Manager' }).fill('release-bot');
    await expect(dialog).toContainText('In the end release-bot alone owns it');
    await dialog.getByRole('button', { name: 'Add these 2 steps' }).click();
    await playground.selectStep(3);
    await expect(playground.line('image: nginx:1.27').first()).toHaveAccessibleName(/owned by release-bot \(Apply\)$/);
  });
});
