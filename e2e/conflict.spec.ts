import { expect, test } from '@playwright/test';
import { Playground } from './page.ts';

const title = 'A conflict and its three ways out';

test.beforeEach(async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.openExample(title);
  await playground.selectStep(3);
  await expect(playground.stepButton(3)).toContainText('conflict');
});

test('a conflict shows the server’s message, both managers and both values of each field', async ({ page }) => {
  const { conflict } = new Playground(page);
  await expect(conflict).toContainText(
    'Apply failed with 2 conflicts: conflicts with "kubectl-replace" using apps/v1:',
  );
  const row = conflict.getByRole('row', { name: '.spec.replicas' });
  await expect(row).toContainText('kubectl-replace');
  await expect(row).toContainText('pipeline');
  await expect(row.getByRole('cell').nth(0)).toContainText('4');
  await expect(row.getByRole('cell').nth(1)).toContainText('2');
});

const ways: readonly (readonly [way: RegExp, line: string, owners: RegExp])[] = [
  [/^Overwrite/, 'replicas: 2', /owned by pipeline \(Apply\)$/],
  [/^Give it up/, 'replicas: 4', /owned by kubectl-replace \(Update\)$/],
  [/^Share it/, 'replicas: 4', /owned by pipeline \(Apply\) and kubectl-replace \(Update\)$/],
];

for (const [way, line, owners] of ways) {
  test(`the way out ${way.source} changes the step, and the conflict is gone`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.conflict.getByRole('button', { name: way }).click();
    await expect(playground.conflict).toHaveCount(0);
    await expect(playground.stepButton(3)).not.toContainText('conflict');
    await expect(playground.line(line).first()).toHaveAccessibleName(owners);
  });
}
