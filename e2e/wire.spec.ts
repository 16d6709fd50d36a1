import { expect, type Page } from '@playwright/test';
import { Playground, pasteOnPage } from './page.ts';
import { further, test } from './test.ts';

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\ndata:\n  a: "1"\n';

async function copied(page: Page, playground: Playground, form: string): Promise<string> {
  await playground.step.getByRole('tab', { name: form, exact: true }).click();
  await playground.step.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
  await expect(playground.step.getByRole('tabpanel').getByRole('button', { name: 'Copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a step shows its request as HTTP, curl, a kubectl line and the verbs that it needs', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap);
  await playground.addStep('Server-side apply');
  await playground.paste(configMap.replace('"1"', '"2"'));
  await playground.step.getByRole('checkbox', { name: 'Force' }).check();
  await playground.answered();
  await playground.step.getByText('PATCH /api/v1/namespaces/shop/configmaps/settings').click();
  expect(await copied(page, playground, 'HTTP')).toMatch(
    /^PATCH \/api\/v1\/namespaces\/shop\/configmaps\/settings\?fieldManager=kubectl&force=true HTTP\/1\.1\n/,
  );
  expect(await copied(page, playground, 'curl')).toContain("-H 'Content-Type: application/apply-patch+yaml'");
  expect(await copied(page, playground, 'kubectl')).toContain('kubectl apply --server-side');
  await expect(playground.step.getByRole('tabpanel')).toContainText('kubectl sends the object as JSON');
  expect(await copied(page, playground, 'RBAC')).toContain('verbs: ["patch"]');
  await expect(playground.step.getByRole('tabpanel')).toContainText(
    'Were the object new, it would need create as well',
  );
});

test('a request that was copied comes back as the step that sends it', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap);
  await playground.addStep('Merge patch');
  await playground.step.getByText('PATCH /api/v1/namespaces/shop/configmaps/settings').click();
  for (const form of ['HTTP', 'curl']) {
    await playground.selectStep(2);
    await pasteOnPage(page, await copied(page, playground, form));
    const dialog = page.getByRole('dialog', { name: 'Paste or open' });
    await expect(dialog).toContainText('Merge patch · kubectl-patch · ConfigMap settings');
    await dialog.getByRole('radio', { name: 'Add after step 2' }).check();
    await dialog.getByRole('button', { name: 'Open as 1 step' }).click();
    await expect(playground.stepButton(3)).toContainText('unchanged');
    await playground.steps.getByRole('button', { name: 'Undo' }).click();
    await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
  }
});

test('each request of a command has its forms', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/migrate-to-server-side@3');
  await playground.result.getByRole('tab', { name: /^Requests/ }).click();
  await playground.result.locator('summary').filter({ hasText: 'PATCH' }).click();
  await playground.result.getByRole('tab', { name: 'curl', exact: true }).click();
  await expect(playground.result.getByRole('tabpanel', { name: 'curl' })).toContainText('curl -X PATCH');
});
