import { expect } from '@playwright/test';
import { spread } from '../../conformance/whole.ts';
import { strings, texts } from '../hostile/corpus.ts';
import { guard } from '../hostile/guard.ts';
import { Playground } from '../page.ts';
import { further, test } from '../test.ts';
import type { Answered, Api } from './exchange.ts';
import { serveCluster } from './serve-cluster.ts';

test.describe.configure({ timeout: 900_000 });

/** A server that wants to harm the page: it puts a text wherever a server can put one. */
function hostileApi(text: string): Api {
  const json = (status: number, value: unknown, warning = ''): Answered => ({
    status,
    headers: { 'content-type': 'application/json', ...(warning === '' ? {} : { warning }) },
    body: JSON.stringify(value),
  });
  const resource = (plural: string, kind: string) => ({
    resource: plural,
    responseKind: { group: text, version: text, kind },
    scope: 'Namespaced',
    singularResource: text,
    shortNames: [text, 'deploy'],
    verbs: ['list', 'get', text],
    subresources: [{ subresource: text }, { subresource: '../exec' }],
  });
  const item = (name: string) => ({
    metadata: { name, namespace: text, creationTimestamp: text, annotations: { [text]: text } },
  });
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      // A hostile name is in the lists; this one is such that the object can be followed.
      name: 'web',
      namespace: 'shop',
      uid: text,
      resourceVersion: text,
      labels: { [text]: text },
      annotations: { [text]: text, 'kubectl.kubernetes.io/last-applied-configuration': text },
      managedFields: [
        {
          manager: text,
          operation: 'Apply',
          apiVersion: 'apps/v1',
          time: '2026-01-01T00:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { [`f:${text}`]: {} },
        },
      ],
    },
    spec: { [text]: text },
  };
  return {
    async ask({ url }) {
      const [path = '', query = ''] = url.split('?');
      if (path === '/version') return json(200, { gitVersion: 'v1.36.0', platform: text });
      if (path.endsWith('/selfsubjectreviews')) {
        return json(201, { kind: 'SelfSubjectReview', status: { userInfo: { username: text, groups: [text] } } });
      }
      if (path === '/api') return json(200, { kind: 'APIGroupDiscoveryList', items: [] });
      if (path === '/apis') {
        const resources = [
          resource('deployments', 'Deployment'),
          resource(text, text),
          resource('../../secrets', 'Evil'),
        ];
        const versions = [
          { version: 'v1', resources, freshness: 'Current' },
          { version: text, resources, freshness: 'Stale' },
        ];
        return json(200, {
          kind: 'APIGroupDiscoveryList',
          items: ['apps', text, '__proto__'].map((name) => ({ metadata: { name }, versions })),
        });
      }
      // The list from which the object is followed; with a version of its own that is none, no watch would be sent.
      if (/\/deployments$/.test(path) && query.includes('fieldSelector=')) {
        return json(200, { kind: text, apiVersion: text, metadata: { resourceVersion: '7' }, items: [object] });
      }
      if (/\/deployments$/.test(path)) {
        const names = [text, 'web', '../../secrets/a', 'a/b', '__proto__'];
        return json(200, {
          kind: 'PartialObjectMetadataList',
          metadata: { remainingItemCount: 1e308 },
          items: names.map(item),
        });
      }
      if (/\/deployments\/web$/.test(path))
        return json(200, object, `299 - "${text.replace(/[^\x20-\x7e]|["\\]/g, '?')}"`);
      return json(403, { kind: 'Status', message: text, reason: text, details: { name: text } });
    },
    async *watch(_, signal) {
      yield text;
      yield '{"type":';
      yield JSON.stringify({ type: text, object });
      for (const type of ['ADDED', 'MODIFIED', 'DELETED', 'ADDED']) yield JSON.stringify({ type, object });
      yield JSON.stringify({ type: 'ERROR', object: { kind: 'Status', message: text, reason: text, code: 410 } });
      await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
    },
    async write() {
      return 405;
    },
  };
}

test('a hostile server runs nothing, leads nowhere, and hides nothing', further, async ({ page }) => {
  let followed = 0;
  const ours: string[] = [];
  const watch = await guard(page, ours);
  const playground = new Playground(page);
  for (const { name, text } of spread(strings, 24)) {
    const server = await serveCluster(hostileApi(text));
    ours.push(new URL(server.address).origin);
    await page.goto(server.at());
    await page.getByRole('button', { name: 'Open from the cluster' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open from the cluster' });
    const kind = dialog.getByRole('combobox', { name: 'Kind, or an object' });
    await expect(dialog.getByRole('option', { name: /^Deployment/ }).first(), name).toBeVisible();
    await expect(dialog.getByRole('option', { name: /Evil/ }), name).toHaveCount(0);
    await watch.expectClean(name);
    await dialog
      .getByRole('option', { name: /^Deployment/ })
      .first()
      .click();
    await expect(dialog.getByRole('option', { name: 'web', exact: true }), name).toBeVisible();
    await watch.expectClean(name);
    await dialog.getByRole('button', { name: 'All kinds' }).click();
    await kind.fill('deploy/forbidden -n shop');
    await kind.press('Enter');
    await expect(dialog.getByRole('alert'), name).toContainText('The cluster answered 403:');
    await watch.expectClean(name);
    await kind.fill('deploy/web -n shop');
    await kind.press('Enter');
    await expect(dialog, name).toHaveCount(0);
    await playground.answered();
    await watch.expectClean(name);
    // Nothing is followed where the name is none that an object can have.
    const button = page.getByRole('button', { name: 'Watch' });
    if (await button.isEnabled()) {
      await button.click();
      const versions = page.getByRole('dialog', { name: /^Versions of/ });
      const follow = versions.getByRole('button', { name: 'Follow' });
      await expect(versions.locator('.watch-note').or(follow).first(), name).toBeVisible();
      if (await follow.isVisible()) {
        await follow.click();
        await expect(versions.locator('.watch-head'), name).toBeVisible();
        await expect.poll(() => server.sent.some(({ url }) => url.includes('watch=true')), name).toBe(true);
        // Its lines are read as well: some are events of the object, some are none that any server sends.
        await expect(versions.getByRole('option').nth(2), name).toBeVisible();
        await expect(versions.getByText(/events could not be read/), name).toBeVisible();
        followed++;
      }
      await watch.expectClean(name);
      await page.keyboard.press('Escape');
    }
    // What was asked is what the page meant, never what the server named.
    for (const { method, url } of server.sent) {
      expect(`${method} ${url}`, name).toMatch(
        /^GET \/(version|apis?|openapi\/v3|api\/v1\/namespaces\?limit=500|apis\/apps\/v1\/namespaces\/(default|shop)\/deployments(\/web|\/forbidden|\?limit=500|\?fieldSelector=[^&]*(&limit=\d+|&resourceVersion=[^&]*|&timeoutSeconds=\d+|&watch=true|&allowWatchBookmarks=true)*)?)$|^POST \/apis\/authentication\.k8s\.io\/v1\/selfsubjectreviews\?dryRun=All$/,
      );
    }
    await server.close();
  }
  expect(followed).toBeGreaterThan(0);
});

test('whatever a server answers for an object, the page reads it or says why not', further, async ({ page }) => {
  let body = '';
  const api = hostileApi('web');
  const server = await serveCluster({
    ...api,
    ask: async (asked, sent, type) =>
      asked.url.endsWith('/deployments/web')
        ? { status: 200, headers: { 'content-type': 'application/json' }, body }
        : api.ask(asked, sent, type),
  });
  const watch = await guard(page, [new URL(server.address).origin]);
  const playground = new Playground(page);
  await page.goto(server.at('&namespace=shop'));
  for (const { name, text } of spread(texts, 15)) {
    body = text;
    await page.getByRole('button', { name: 'Open from the cluster' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open from the cluster' });
    const kind = dialog.getByRole('combobox', { name: 'Kind, or an object' });
    await kind.fill('deploy/web');
    await dialog.getByRole('option', { name: /^Open deploy/ }).waitFor();
    await kind.press('Enter');
    // Opened, and the dialog is closed; or an alert in it says why not.
    await expect(async () => {
      const alerts = await dialog.getByRole('alert').count();
      expect(alerts > 0 || (await dialog.count()) === 0).toBe(true);
    }, name).toPass();
    if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
    await playground.answered();
    await watch.expectClean(name);
  }
  await server.close();
});
