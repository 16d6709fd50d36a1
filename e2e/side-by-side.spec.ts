import { expect } from '@playwright/test';
import { Playground, replaceText } from './page.ts';
import { test, withMonaco } from './test.ts';

test.use(withMonaco);

const live = (replicas: number) =>
  `apiVersion: example.com/v1\nkind: Web\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n`;

test('the live object and a configuration are edited side by side, and every step after recomputes', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(live(2));
  await expect(playground.stepButton(1)).toContainText('read');
  await playground.addStep('Server-side apply');
  await page.getByRole('button', { name: 'Side by side' }).click();

  const beside = page.getByRole('region', { name: 'Live object', exact: true });
  const [left, right] = [beside.getByRole('textbox'), playground.editor()];
  await expect(left).toBeVisible();
  await expect(right).toBeVisible();
  await replaceText(left, live(7));
  await expect(playground.line('replicas: 7')).toBeVisible();
  await replaceText(right, live(7).replace('replicas: 7', 'size: 9'));
  await expect(playground.line('size: 9')).toHaveAccessibleName(/owned by kubectl \(Apply\)$/);
  await expect(beside).toContainText('replicas: 7');
});
