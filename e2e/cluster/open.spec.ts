import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { further } from '../test.ts';
import { test } from './test.ts';

const bar = 'Connection to the cluster';

test('the page connects where the address says so, and says to what, as whom, and what it never does', async ({
  page,
  cluster,
}) => {
  await cluster.open();
  const region = page.getByRole('region', { name: bar });
  await expect(region).toContainText(/v1\.\d+\.\d+/);
  await expect(region).toContainText('as admin');
  await expect(region).toContainText('nothing is ever written');
  expect(cluster.server.sent.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'GET /version',
    'POST /apis/authentication.k8s.io/v1/selfsubjectreviews?dryRun=All',
  ]);
  await region.getByRole('button', { name: 'Disconnect' }).click();
  await expect(region).toBeHidden();
  expect(new URL(page.url()).search).toBe('');
});

test(
  'an object is found by kind, namespace and name, and opens with its managers',
  further,
  async ({ page, cluster }) => {
    await cluster.open('&namespace=shop');
    await page.getByRole('button', { name: 'Open from the cluster' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open from the cluster' });
    await dialog.getByRole('combobox', { name: 'Kind, or an object' }).fill('deploy');
    await dialog.getByRole('option', { name: /^Deployment/ }).click();
    await expect(dialog.getByRole('status').first()).toContainText('1 object');
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Deployment by its name' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(cluster.playground.step).toContainText('argocd-controller');
    await expect(cluster.playground.result).toContainText('platform');
    await expect(cluster.playground.result).toContainText('apps/v1 Deployment shop/web');
    await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue('deployment/web');
  },
);

test('on a phone the bar and the dialog have room, in any language', further, async ({ page, cluster }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await cluster.open('&namespace=shop&lang=uk');
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await wide()).toBe(false);
  await page.getByRole('button', { name: 'Відкрити з кластера' }).click();
  await page
    .getByRole('option', { name: /^Deployment/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'web' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.step-pane')).toContainText('argocd-controller');
  expect(await wide()).toBe(false);
});

test('an object of a custom kind comes with its definition', further, async ({ page, cluster }) => {
  await cluster.open();
  await page.getByRole('button', { name: 'Open from the cluster' }).click();
  const field = page.getByRole('combobox', { name: 'Kind, or an object' });
  await field.fill('kubectl get bk corner -n shop -o yaml');
  await field.press('Enter');
  await expect(cluster.playground.stepButton(2)).toContainText('Bakery corner');
  await expect(cluster.playground.stepButton(1)).toContainText('installed');
  await expect(cluster.playground.result).toContainText('baker');
});

test(
  'an object whose definition may not be read opens all the same, and says which rule is missing',
  further,
  async ({ page, cluster }) => {
    const forbidden = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'customresourcedefinitions.apiextensions.k8s.io "bakeries.playground.example" is forbidden',
      reason: 'Forbidden',
      code: 403,
    };
    cluster.server.fail(/customresourcedefinitions/, { kind: 'answer', status: 403, body: JSON.stringify(forbidden) });
    await cluster.open('&open=bakery/corner&namespace=shop');
    await expect(cluster.playground.result).toContainText('playground.example/v1 Bakery shop/corner');
    await expect(page.getByText('The definition of the kind could not be read')).toBeVisible();
    await expect(
      page.getByText('Missing in RBAC: get on customresourcedefinitions.apiextensions.k8s.io in all namespaces.'),
    ).toBeVisible();
    // The published schema says that ovens are a map list: an item is owned by its key.
    await expect(cluster.playground.line('- heat: 220')).toBeVisible();
    await page.getByRole('tab', { name: 'managedFields' }).click();
    await expect(cluster.playground.result).toContainText('name="left"');
  },
);

test('the address can name the object, which is opened once', further, async ({ page, cluster }) => {
  await cluster.open('&open=deploy/web&namespace=shop');
  await expect(cluster.playground.result).toContainText('apps/v1 Deployment shop/web');
  expect(new URL(page.url()).search).toBe('?cluster&namespace=shop');
});

test.describe('with --secrets', () => {
  test.use({ front: { secrets: true } });

  test('Secrets are in no list, and are read only by name', async ({ page, cluster }) => {
    await cluster.open('&namespace=shop');
    await page.getByRole('button', { name: 'Open from the cluster' }).click();
    const field = page.getByRole('combobox', { name: 'Kind, or an object' });
    await field.fill('secret');
    await expect(page.getByRole('option', { name: /^Secret/ })).toHaveCount(0);
    await field.fill('secret/oven-key');
    await field.press('Enter');
    await expect(cluster.playground.result).toContainText('v1 Secret shop/oven-key');
    const asked = cluster.server.sent.filter(({ url }) => url.includes('/secrets'));
    expect(asked.map(({ url }) => url)).toEqual(['/api/v1/namespaces/shop/secrets/oven-key']);
  });
});

test('what RBAC refuses says which rule is missing', further, async ({ page, cluster }) => {
  cluster.server.as('guest');
  await cluster.open('&namespace=shop');
  await expect(page.getByRole('region', { name: bar })).toContainText('as guest');
  await page.getByRole('button', { name: 'Open from the cluster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open from the cluster' });
  await dialog.getByRole('combobox', { name: 'Kind, or an object' }).fill('deploy');
  await dialog.getByRole('option', { name: /^Deployment/ }).click();
  const problem = dialog.getByRole('alert');
  await expect(problem).toContainText('deployments.apps is forbidden: User "guest" cannot list resource "deployments"');
  await expect(problem).toContainText('Missing in RBAC: list on deployments.apps in the namespace shop.');
  await problem.getByText('A Role that grants it').click();
  await expect(problem).toContainText('verbs: ["list"]');
});

test('what goes wrong is said, and can be tried again', further, async ({ page, cluster }) => {
  const { server } = cluster;
  server.fail(/^\/version/, {
    kind: 'answer',
    status: 500,
    body: 'proxy error: dial tcp 10.0.0.1:443: connect: refused',
    type: 'text/plain',
  });
  await page.goto(server.at());
  await expect(page.getByRole('alert')).toContainText('The cluster answered 500:');
  await expect(page.getByRole('alert')).toContainText('connect: refused');
  server.fail(/^\/version/, {
    kind: 'answer',
    status: 200,
    body: '<!doctype html><p>Not the API</p>',
    type: 'text/html',
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('No Kubernetes API answers at this address');
  server.fail(/^\/version/, { kind: 'cut' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('The cluster cannot be reached');
  server.fail(/^\/version/, { kind: 'slow', delay: 1500 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: bar })).toContainText('as admin');
});

test('an address with a scenario of somebody else asks before it connects', further, async ({ page, cluster }) => {
  // The tab has the token by now, of an address that began no mode.
  await page.goto(cluster.server.at().replace('?cluster', ''));
  await page.goto(`${cluster.server.address}?cluster#x/hpa-handover@2`);
  await expect(page.getByText('Connect only if you opened it yourself.')).toBeVisible();
  expect(cluster.server.sent).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: bar })).toContainText('as admin');
  // Walking through the scenario sends nothing.
  const before = cluster.server.sent.length;
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await cluster.playground.answered();
  expect(cluster.server.sent.length).toBe(before);
});

test('without the mode, the page sends nothing to the API beside it', async ({ page, cluster }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  for (const address of ['', '#x/hpa-handover@2', '?theme=dark', '#cluster', '?x=cluster']) {
    await page.goto(`${cluster.server.address}${address}`);
    await cluster.playground.answered();
  }
  await page.goto(`${cluster.server.address}embed.html?cluster#x/hpa-handover`);
  await expect(page.locator('body')).toContainText('nginx');
  expect(cluster.server.sent).toEqual([]);
  expect(files.filter((path) => path.includes('/cluster/'))).toEqual([]);
});
