import { expect, type Page } from '@playwright/test';
import { further } from '../test.ts';
import { type InCluster, test } from './test.ts';

const web = '/apis/apps/v1/namespaces/shop/deployments/web';

/** Scales the Deployment as somebody else does. */
function scale(cluster: InCluster, replicas: number, manager: string): Promise<number> {
  const body = JSON.stringify({ spec: { replicas } });
  return cluster.write('PATCH', `${web}?fieldManager=${manager}`, 'application/merge-patch+json', body);
}

/** Opens the Deployment and follows it. */
async function followWeb(page: Page, cluster: InCluster) {
  await cluster.open('&open=deploy/web&namespace=shop');
  await expect(cluster.playground.result).toContainText('apps/v1 Deployment shop/web');
  await page.getByRole('button', { name: 'Watch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions of Deployment shop/web' });
  const before = cluster.server.sent.length;
  await expect(dialog.getByText('until you stop it or close this')).toBeVisible();
  // Opening the dialog follows nothing.
  expect(cluster.server.sent.slice(before).filter(({ url }) => url.includes('watch='))).toEqual([]);
  await dialog.getByRole('button', { name: 'Follow' }).click();
  await expect(dialog.getByText('as it was at first')).toBeVisible();
  return dialog;
}

test('versions of an object come as rows, and two managers that keep rewriting a field are named', async ({
  page,
  cluster,
}) => {
  const dialog = await followWeb(page, cluster);
  for (const [index, manager] of ['autoscaler', 'pipeline', 'autoscaler', 'pipeline', 'autoscaler'].entries()) {
    await scale(cluster, manager === 'pipeline' ? 3 : 4 + index, manager);
    await expect(dialog.getByText(`${index + 2} versions`)).toBeVisible();
  }
  await expect(dialog.getByText('A fight about a field')).toBeVisible();
  await expect(dialog.getByText('.spec.replicas').first()).toBeVisible();
  await expect(dialog.getByText(/went over 4 times since/)).toBeVisible();
  await dialog
    .getByRole('option', { name: /pipeline/ })
    .first()
    .click();
  await expect(dialog).toContainText('replicas: 3');
  await dialog.getByRole('button', { name: 'Open as a step' }).click();
  await expect(cluster.playground.stepButton(2)).toContainText('Deployment web');
});

test('closing the dialog ends the connection', further, async ({ page, cluster }) => {
  const dialog = await followWeb(page, cluster);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('watch=true'));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await ended;
});

test('deletion and recreation are told', further, async ({ page, cluster }) => {
  const dialog = await followWeb(page, cluster);
  await cluster.write('DELETE', web, 'application/json', '');
  await expect(dialog.getByText('deleted', { exact: true })).toBeVisible();
  const again = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  };
  await cluster.write(
    'PATCH',
    `${web}?fieldManager=again&force=true`,
    'application/apply-patch+yaml',
    JSON.stringify(again),
  );
  await expect(dialog.getByText('created anew')).toBeVisible();
  await expect(dialog.getByRole('option', { name: /again/ }).first()).toBeVisible();
});

test('a connection that breaks is made again, and nothing is missed', further, async ({ page, cluster }) => {
  const dialog = await followWeb(page, cluster);
  await scale(cluster, 5, 'autoscaler');
  await expect(dialog.getByText('2 versions')).toBeVisible();
  cluster.server.cutConnections();
  await expect(dialog.getByText('Following')).toBeVisible();
  await scale(cluster, 6, 'autoscaler');
  await expect(dialog.getByText('3 versions')).toBeVisible();
});

test(
  'a version that the server no longer has is said to be missed, and a refusal in its words',
  further,
  async ({ page, cluster }) => {
    const dialog = await followWeb(page, cluster);
    const expired = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'too old resource version: 1 (2)',
      reason: 'Expired',
      code: 410,
    };
    cluster.server.fail(/watch=true/, {
      kind: 'answer',
      status: 200,
      body: `${JSON.stringify({ type: 'ERROR', object: expired })}\n`,
    });
    cluster.server.cutConnections();
    await scale(cluster, 7, 'autoscaler');
    await expect(dialog.getByText('versions before this one may have been missed')).toBeVisible();
    const forbidden = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'deployments.apps is forbidden: User "guest" cannot watch',
      reason: 'Forbidden',
      code: 403,
    };
    cluster.server.fail(/watch=true/, { kind: 'answer', status: 403, body: JSON.stringify(forbidden) });
    await expect(dialog.getByText('cannot watch')).toBeVisible();
  },
);
