import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { Playground } from '../page.ts';
import { further, test } from '../test.ts';
import { type PlayedApi, playedApi } from './played-api.ts';
import { type ClusterServer, serveCluster } from './serve-cluster.ts';
import { web } from './shop-api.ts';

const path = '/apis/apps/v1/namespaces/shop/deployments/web';

/** Applies the Deployment as a tool does. */
const applied = (api: PlayedApi, manager: string, object: object) =>
  api.write(
    'PATCH',
    `${path}?fieldManager=${manager}&force=true`,
    'application/apply-patch+yaml',
    JSON.stringify(object),
  );
const scaled = (api: PlayedApi, replicas: number) =>
  api.write(
    'PATCH',
    `${path}?fieldManager=autoscaler`,
    'application/merge-patch+json',
    JSON.stringify({ spec: { replicas } }),
  );

async function watching(page: Page, run: (api: PlayedApi, server: ClusterServer) => Promise<void>) {
  const api = await playedApi();
  await applied(api, 'argocd', web);
  const server = await serveCluster(api);
  try {
    await page.goto(server.at('&open=deploy/web&namespace=shop'));
    await new Playground(page).answered();
    await expect(page.getByRole('region', { name: 'Result of the selected step' })).toContainText('shop/web');
    await page.getByRole('button', { name: 'Watch' }).click();
    await run(api, server);
  } finally {
    await server.close();
  }
}

const watches = (server: ClusterServer) => server.sent.filter(({ url }) => url.includes('watch=true'));

test('versions come as rows, a fight is named, and a row is drawn, opened and exported', further, async ({ page }) => {
  await watching(page, async (api, server) => {
    const dialog = page.getByRole('dialog', { name: 'Versions of Deployment shop/web' });
    await expect(dialog).toBeVisible();
    expect(watches(server)).toEqual([]);
    await dialog.getByRole('button', { name: 'Follow' }).click();
    const rows = dialog.getByRole('listbox', { name: 'Versions, the newest first' });
    await expect(rows.getByRole('option')).toHaveCount(1);
    for (let turn = 0; turn < 3; turn++) {
      await scaled(api, 5 + turn);
      await applied(api, 'argocd', web);
    }
    await expect(rows.getByRole('option')).toHaveCount(7);
    await expect(rows.getByRole('option').first()).toContainText('argocd');
    await expect(rows.getByRole('option').first()).toContainText(/spec\.replicas.*7.*3/);
    await expect(dialog.getByText('A fight about a field')).toBeVisible();
    await expect(dialog.locator('.watch-fights')).toContainText(/argocd.*writes.*3.*autoscaler.*writes.*5, 6, 7/);

    await test.step('a row, by keys', async () => {
      await rows.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const view = dialog.getByRole('region', { name: 'Version 6' });
      await expect(view.getByRole('listbox')).toContainText('replicas: 7');
      await expect(view).toContainText('Changed owners: 1 field');
      await scaled(api, 9);
      await expect(rows.getByRole('option', { selected: true })).toContainText('autoscaler');
    });

    await test.step('nothing that axe finds', async () => {
      await dialog.getByText('As a scenario', { exact: true }).click();
      const { violations } = await new AxeBuilder({ page }).include('.watch-dialog').setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('button', { name: 'Open as a scenario' })).toBeHidden();
      await expect(dialog).toBeVisible();
    });

    await test.step('opened as a step', async () => {
      await dialog.getByRole('button', { name: 'Open as a step' }).click();
      await expect(dialog).toBeHidden();
      const result = page.getByRole('region', { name: 'Result of the selected step' });
      await expect(result).toContainText('autoscaler');
      await expect(result).toContainText('replicas: 7');
    });

    await test.step('closing has ended the connection', async () => {
      await expect.poll(() => watches(server).length).toBe(1);
    });
  });
});

test('a connection that breaks, expires and is refused is told of', further, async ({ page }) => {
  await watching(page, async (api, server) => {
    const dialog = page.getByRole('dialog', { name: 'Versions of Deployment shop/web' });
    await dialog.getByRole('button', { name: 'Follow' }).click();
    const options = dialog.getByRole('option');
    await expect(options).toHaveCount(1);
    await expect(dialog.getByRole('status').first()).toContainText('Following');

    server.cutConnections();
    await scaled(api, 4);
    await expect(options).toHaveCount(2);
    await expect(options.first()).not.toContainText('missed');

    // A bookmark is no version of the object, but the place from which the next watch goes on.
    const bookmark = api.bookmark();
    api.endWatches();
    await expect.poll(() => watches(server).at(-1)?.url).toContain(`resourceVersion=${bookmark}`);
    await expect(options).toHaveCount(2);

    api.expire();
    api.endWatches();
    await scaled(api, 5);
    await scaled(api, 6);
    await expect(options.first()).toContainText('may have been missed');

    await api.write('DELETE', path, 'application/json', '');
    await expect(options.first()).toContainText('deleted');
    await expect(dialog.getByRole('status').first()).toContainText('The object does not exist');
    await applied(api, 'flux', web);
    await expect(options.first()).toContainText('created anew');

    server.fail(/watch=true/, {
      kind: 'answer',
      status: 403,
      body: '{"kind":"Status","message":"not you","reason":"Forbidden"}',
    });
    api.endWatches();
    await expect(dialog).toContainText(/The cluster answered 403:\s*not you/);
    server.fail(/watch=true/, undefined);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await scaled(api, 8);
    await expect(options.first()).toContainText(/spec\.replicas.*3.*8/);

    await dialog.getByRole('button', { name: 'Stop' }).click();
    const sent = server.sent.length;
    await scaled(api, 2);

    await dialog.getByText('As a scenario', { exact: true }).click();
    await dialog.getByLabel('From version').fill('5');
    await dialog.getByRole('button', { name: 'Open as a scenario' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue('Deployment shop/web');
    await expect(page.getByRole('button', { name: /^Step \d+:/ })).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Steps of the scenario' })).toContainText('flux');
    // Since it was stopped nothing was asked, though the object has changed.
    expect(server.sent.length).toBe(sent);
  });
});
