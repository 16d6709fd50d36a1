import { expect } from '@playwright/test';
import { addressOf, Playground, pasteOnPage } from './page.ts';
import { further, test } from './test.ts';

/**
 * Names of Services begin with a letter until v1.35; HorizontalPodAutoscalers count their generations from v1.37 on.
 */
const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: 1web\nspec:\n  ports:\n  - port: 80\n';
const autoscaler =
  'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  maxReplicas: 3\n  scaleTargetRef:\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n';

const steps = [
  { kind: 'apply', manager: 'alice', text: service },
  { kind: 'apply', manager: 'alice', text: autoscaler },
] as const;

test('a scenario is played on the version that it names, and so is its link', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(addressOf(steps));
  await expect(playground.stepButton(1)).toContainText('created');
  await page.getByRole('button', { name: 'Kubernetes version' }).click();
  await page.getByRole('menuitemradio', { name: 'Kubernetes v1.35' }).click();
  await playground.answered();
  await expect(playground.stepButton(1)).toContainText('error');
  await expect(page.getByText('a DNS-1035 label must consist of').first()).toBeVisible();
  await expect(page.locator('.status-bar')).toContainText('Kubernetes v1.35');

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const box = page.getByRole('textbox', { name: 'The link' });
  await expect(box).toHaveValue(/#/);
  const link = await box.inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await playground.answered();
  await expect(page.getByRole('button', { name: 'Kubernetes version' })).toHaveText('v1.35');
  await expect(playground.stepButton(1)).toContainText('error');
});

test('what changed between versions stands side by side', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(addressOf(steps));
  await page.getByRole('button', { name: 'Kubernetes version' }).click();
  await page.getByRole('menuitem', { name: 'What changed between versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'What changed between versions' });
  await expect(dialog.getByRole('status')).toHaveText('1 of 2 steps is answered differently.');
  await expect(dialog.getByRole('region', { name: /^Step 2/ })).toContainText('+   generation: 1');
  await dialog.getByRole('combobox', { name: 'Compared with' }).selectOption('v1.34');
  await expect(dialog.getByRole('region', { name: /^Step 1/ })).toContainText('must consist of lower case');
  await expect(dialog.getByRole('region', { name: /^Step 2/ })).toHaveCount(0);
});

test('on an empty page each version says what it brought, and leads to an example of it', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await page.getByRole('button', { name: 'Kubernetes version' }).click();
  await page.getByRole('menuitem', { name: 'What changed between versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'What changed between versions' });
  for (const version of ['v1.34', 'v1.35', 'v1.36', 'v1.37', 'v1.38'])
    await expect(dialog.getByRole('region', { name: version, exact: true })).toContainText('structured-merge-diff');
  const preview = dialog.getByRole('region', { name: 'v1.38', exact: true });
  await expect(preview).toContainText('Kubernetes v1.38 (preview)');
  await expect(preview).toContainText('v1.38.0-beta.0');
  const newest = dialog.getByRole('region', { name: 'v1.37', exact: true });
  await expect(newest.locator('code')).not.toHaveCount(0);
  await newest.locator('.versions-gates').getByRole('button').first().click();
  await expect(dialog.getByRole('status')).toHaveText(/^\d of \d steps? (is|are) answered differently\.$/);
  await expect(page.getByRole('button', { name: 'Kubernetes version' })).toHaveText('v1.36');
});

test('a preview is marked as such where it is chosen and played', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(addressOf(steps));
  await page.getByRole('button', { name: 'Kubernetes version' }).click();
  await page.getByRole('menuitemradio', { name: 'Kubernetes v1.38 (preview)' }).click();
  await playground.answered();
  await expect(playground.stepButton(1)).toContainText('created');
  await expect(page.locator('.status-bar')).toContainText('Kubernetes v1.38 (preview)');
  // On a small phone its name stays on one line of the bar.
  await page.setViewportSize({ width: 320, height: 700 });
  await expect
    .poll(async () => (await page.getByRole('button', { name: 'Kubernetes version' }).boundingBox())?.height)
    .toBeLessThan(30);
});

test('what is pasted says which version it is of', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(
    page,
    'apiVersion: v1\nkind: Node\nmetadata:\n  name: node-1\nstatus:\n  nodeInfo:\n    kubeletVersion: v1.34.4\n',
  );
  await expect(page.getByRole('button', { name: 'Kubernetes version' })).toHaveText('v1.34');
});
