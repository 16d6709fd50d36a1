import { expect, type Page } from '@playwright/test';
import { further } from '../test.ts';
import { type InCluster, test } from './test.ts';

const web = '/apis/apps/v1/namespaces/shop/deployments/web';

/** Opens the Deployment, with an apply of another manager behind it that wants other replicas. */
async function conflicting(page: Page, cluster: InCluster) {
  await cluster.open('&open=deploy/web&namespace=shop');
  await expect(cluster.playground.result).toContainText('apps/v1 Deployment shop/web');
  await cluster.playground.addStep('Server-side apply');
  await cluster.playground.paste(
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  replicas: 9\n',
  );
  await page.getByRole('button', { name: 'Ask the cluster' }).click();
  return page.getByRole('dialog', { name: 'Ask the cluster' });
}

const writes = ({ server }: InCluster) =>
  server.sent.filter(({ method, url }) => method !== 'GET' && !url.includes('selfsubject'));

test('a request is shown before it is sent, and the answer is the one that was predicted', async ({
  page,
  cluster,
}) => {
  const dialog = await conflicting(page, cluster);
  await expect(dialog).toContainText('dryRun=All');
  expect(writes(cluster)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
  await expect(dialog).toContainText('The cluster answers 409, the same as predicted.');
  expect(writes(cluster).map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([`PATCH ${web}`]);
  for (const { url } of writes(cluster))
    expect(new URL(url, 'http://a').searchParams.getAll('dryRun')).toEqual(['All']);
});

test('an object that changed meanwhile is no difference, and can be taken over', further, async ({ page, cluster }) => {
  const dialog = await conflicting(page, cluster);
  const body = JSON.stringify({ metadata: { labels: { later: 'yes' } } });
  await cluster.write('PATCH', `${web}?fieldManager=somebody`, 'application/merge-patch+json', body);
  await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
  await expect(dialog).toContainText('.metadata.labels.later');
  await dialog.getByRole('button', { name: 'Take the cluster’s object as a live step, and predict anew' }).click();
  await expect(cluster.playground.stepButton(2)).toContainText('Live object');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ask the cluster' }).click();
  await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
  await expect(dialog).toContainText('The cluster answers 409, the same as predicted.');
});

test('all steps are asked as far as dry runs can be chained', further, async ({ page, cluster }) => {
  const dialog = await conflicting(page, cluster);
  await dialog.getByRole('tab', { name: 'All steps' }).click();
  await dialog.getByRole('button', { name: 'Send all as dry runs' }).click();
  await expect(dialog).toContainText('1 the same, 0 different');
  for (const { url } of writes(cluster))
    expect(new URL(url, 'http://a').searchParams.getAll('dryRun')).toEqual(['All']);
});

test('what goes wrong is told apart from a difference', further, async ({ page, cluster }) => {
  const dialog = await conflicting(page, cluster);
  const status = (code: number, reason: string, message: string) =>
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code });
  const asked = new RegExp(`${web}\\?`);
  cluster.server.fail(asked, {
    kind: 'answer',
    status: 403,
    body: status(
      403,
      'Forbidden',
      'deployments.apps "web" is forbidden: User "guest" cannot patch resource "deployments" in API group "apps" in the namespace "shop"',
    ),
  });
  await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
  await expect(dialog).toContainText('Missing in RBAC: patch on deployments.apps in the namespace shop.');
  cluster.server.fail(asked, { kind: 'cut' });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('cannot be reached');
  cluster.server.fail(asked, { kind: 'answer', status: 502, body: 'Bad gateway', type: 'text/plain' });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('Bad gateway');
  cluster.server.fail(asked, undefined);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('the same as predicted');
});
