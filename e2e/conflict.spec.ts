import { expect } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test } from './test.ts';

const configMap = (name: string, data: readonly string[]) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n${data.map((line) => `  ${line}\n`).join('')}`;

const twenty = Array.from({ length: 20 }, (_, place) => `KEY_${place}`);

test.describe('the example of a conflict', () => {
  test.beforeEach(async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways@3');
    await expect(playground.stepButton(3)).toContainText('conflict');
  });

  test('shows the server’s message, both managers and both values of each field', async ({ page }) => {
    const { conflict } = new Playground(page);
    await expect(conflict).toContainText(
      'Apply failed with 2 conflicts: conflicts with "kubectl-replace" using apps/v1:',
    );
    await expect(conflict.getByRole('columnheader', { name: 'pipeline declares' })).toBeVisible();
    const row = conflict.getByRole('row', { name: '.spec.replicas' });
    await expect(row).toContainText('kubectl-replace');
    await expect(row).toContainText('Update');
    await expect(row.getByRole('cell').nth(0)).toContainText('4');
    await expect(row.getByRole('cell').nth(1)).toContainText('2');
  });

  const ways: readonly (readonly [way: RegExp, line: string, owners: RegExp])[] = [
    [/^Overwrite/, 'replicas: 2', /owned by pipeline \(Apply\)$/],
    [/^Give it up/, 'replicas: 4', /owned by kubectl-replace \(Update\)$/],
    [/^Share it/, 'replicas: 4', /owned by pipeline \(Apply\) and kubectl-replace \(Update\)$/],
  ];

  test('each way out changes the step, and the conflict is gone', async ({ page }) => {
    const playground = new Playground(page);
    for (const [way, line, owners] of ways) {
      await playground.conflict.getByRole('button', { name: way }).click();
      await expect(playground.conflict).toHaveCount(0);
      await expect(playground.step.getByRole('heading', { name: /^Step 3 / })).toBeFocused();
      await expect(playground.stepButton(3)).not.toContainText('conflict');
      await expect(playground.line(line).first()).toHaveAccessibleName(owners);
      await playground.steps.getByRole('button', { name: 'Undo' }).click();
      await expect(playground.stepButton(3)).toContainText('conflict');
    }
  });

  test('each way out says what it comes to, and shows the object as it would be', further, async ({ page }) => {
    const { conflict } = new Playground(page);
    const ways = conflict.getByRole('group', { name: 'Ways out' });
    await expect(ways).toContainText('.spec.replicas: 4 → 2');
    await expect(ways).toContainText('kubectl-replace loses 2 fields and its entry is gone');
    await ways.getByRole('button', { name: 'Preview: Overwrite' }).click();
    const preview = conflict.getByRole('region', { name: 'Preview: Overwrite' });
    await expect(preview).toContainText(
      'kubectl apply --server-side --field-manager=pipeline --force-conflicts -f FILE',
    );
    await expect(preview.getByRole('button', { name: 'Copy' })).toBeInViewport();
    await expect(ways.getByRole('button', { name: /^Share it/ })).toBeInViewport({ ratio: 1 });
    const line = preview.getByRole('option', { name: 'replicas: 2' });
    await expect(line).toContainText('was 4');
    await expect(line).toContainText('kubectl-replace loses it');
    await expect(line).toHaveAccessibleName(/owned by pipeline \(Apply\)/);
    await ways.getByRole('button', { name: 'Preview: Share it' }).click();
    const shared = conflict.getByRole('region', { name: 'Preview: Share it' });
    await expect(shared.getByRole('option', { name: 'replicas: 4' })).toContainText('pipeline gains it');
  });

  test('each field can go its own way', further, async ({ page }) => {
    const playground = new Playground(page);
    const { conflict } = playground;
    await conflict.getByRole('button', { name: 'Field by field' }).click();
    const change = conflict.getByRole('button', { name: 'Change the step' });
    await expect(change).toBeDisabled();
    await conflict.getByRole('combobox', { name: 'Way out for .spec.replicas' }).selectOption('Overwrite');
    const image = conflict.getByRole('combobox', { name: 'Way out for .spec.template.spec.containers' });
    await image.selectOption('Give it up');
    await expect(conflict).toContainText('kubectl-replace loses 1 field');
    await change.click();
    await expect(conflict).toHaveCount(0);
    await expect(playground.step.getByRole('checkbox', { name: 'Force' })).toBeChecked();
    await expect(playground.line('replicas: 2').first()).toHaveAccessibleName(/owned by pipeline \(Apply\)$/);
    await expect(playground.line('image:').first()).toHaveAccessibleName(/owned by kubectl-replace \(Update\)$/);
  });
});

test('twenty conflicts are decided in one go, and undone in one', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(
    addressOf([
      {
        kind: 'apply',
        manager: 'helm',
        text: configMap(
          'settings',
          twenty.map((key) => `${key}: one`),
        ),
      },
      {
        kind: 'apply',
        manager: 'argo',
        text: configMap(
          'settings',
          twenty.map((key) => `${key}: two`),
        ),
      },
    ]),
  );
  await playground.selectStep(2);
  const { conflict } = playground;
  await expect(conflict.getByRole('row')).toHaveCount(21);
  await conflict.getByRole('button', { name: 'Field by field' }).click();
  await conflict.getByRole('combobox', { name: 'Way out for all fields' }).selectOption('Share it');
  await conflict.getByRole('combobox', { name: 'Way out for .data.KEY_3' }).selectOption('Give it up');
  await expect(conflict).toContainText('argo gains 19 fields');
  await conflict.getByRole('button', { name: 'Change the step' }).click();
  await expect(playground.stepButton(2)).toContainText('changed');
  await expect(playground.line('KEY_3: one')).toHaveAccessibleName(/owned by helm \(Apply\)$/);
  await expect(playground.line('KEY_4: one')).toHaveAccessibleName(/owned by .*argo/);
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.stepButton(2)).toContainText('conflict');
});

test.describe('kubectl apply --server-side', () => {
  test.beforeEach(async ({ page }) => {
    const playground = new Playground(page);
    const file = configMap('settings', ['a: mine # why', 'b: more']);
    await playground.open(
      addressOf([
        { kind: 'apply', manager: 'helm', text: configMap('settings', ['a: theirs']) },
        { kind: 'kubectl', text: 'kubectl apply --server-side -f web.yaml', files: { 'web.yaml': file } },
      ]),
    );
    await playground.selectStep(2);
    await expect(playground.conflict.getByRole('row', { name: '.data.a' })).toContainText('helm');
  });

  test('forces by its flag, or gives up in its file', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.conflict.getByRole('button', { name: /^Overwrite/ }).click();
    await expect(playground.step.getByRole('textbox', { name: 'Command line' })).toHaveValue(
      'kubectl apply --server-side -f web.yaml --force-conflicts',
    );
    await expect(playground.line('a: mine').first()).toHaveAccessibleName(/owned by kubectl \(Apply\)$/);
    await playground.steps.getByRole('button', { name: 'Undo' }).click();
    await expect(playground.stepButton(2)).toContainText('conflict');
    await playground.conflict.getByRole('button', { name: /^Give it up/ }).click();
    await expect(playground.stepButton(2)).toContainText('changed');
    await expect(playground.line('a: theirs').first()).toHaveAccessibleName(/owned by helm \(Apply\)$/);
    await expect(playground.step.getByText('a: mine')).toHaveCount(0);
  });
});

test('force of a command is told however its flag is written', further, async ({ page }) => {
  const playground = new Playground(page);
  const line = 'kubectl apply --server-side --force-conflicts=1 -f c.yaml';
  await playground.open(
    addressOf([
      { kind: 'apply', manager: 'helm', text: configMap('settings', ['a: theirs']) },
      { kind: 'kubectl', text: line, files: { 'c.yaml': configMap('settings', ['a: mine']) } },
    ]),
  );
  await playground.selectStep(2);
  const force = playground.step.getByRole('region', { name: 'What force does' });
  await expect(force).toContainText('takes 1 field from helm');
});

test('force says who loses what, and what it cannot take away', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(
    addressOf([
      { kind: 'apply', manager: 'helm', text: configMap('settings', ['a: theirs', 'b: same', 'c: kept']) },
      { kind: 'apply', manager: 'argo', force: true, text: configMap('settings', ['a: mine', 'b: same']) },
    ]),
  );
  await playground.selectStep(2);
  const force = playground.step.getByRole('region', { name: 'What force does' });
  await expect(force).toContainText('takes 1 field from helm');
  await force.getByText('What force does').click();
  await expect(force).toContainText('.data.a: theirs → mine');
  await expect(force.getByText('Stays shared')).toBeVisible();
  await expect(force).toContainText('force neither takes nor removes them');
});

test('what only notes down what was applied stands behind the other fields in conflict', further, async ({ page }) => {
  const playground = new Playground(page);
  const text = (manager: string, value: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '{"${manager}": 1}'\ndata:\n  a: "${value}"\n`;
  await playground.open(
    addressOf([
      { kind: 'apply', manager: 'one', text: text('one', '1') },
      { kind: 'apply', manager: 'two', text: text('two', '2') },
    ]),
  );
  await playground.stepButton(2).click();
  const { conflict } = playground;
  await expect(conflict.getByRole('row')).toHaveCount(2);
  await expect(conflict.getByRole('row').nth(1)).toContainText('.data.a');
  await conflict.getByRole('button', { name: 'and 1 field that only notes down what was applied' }).click();
  await expect(conflict.getByRole('row').nth(2)).toContainText('last-applied-configuration');
});
