import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { guard } from './hostile/guard.ts';
import { Playground } from './page.ts';
import { dumpOf, listOf } from './survey-dump.ts';
import { tasks as measured, TaskWatch } from './tasks.ts';
import { further, test } from './test.ts';

const recorded = fileURLToPath(new URL('../conformance/survey/recorded/healthy/helm3.yaml', import.meta.url));

/** A release for what helm left in the namespace shop, by another manager. */
const release = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-worker
  namespace: shop
spec:
  replicas: 7
  selector:
    matchLabels:
      app.kubernetes.io/component: worker
      app.kubernetes.io/instance: web
  template:
    metadata:
      labels:
        app.kubernetes.io/component: worker
        app.kubernetes.io/instance: web
    spec:
      containers:
        - name: worker
          image: registry.example/other:2
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: extra
  namespace: shop
data:
  token: "1"
---
apiVersion: v1
kind: Pod
metadata:
  name: test
  namespace: shop
  annotations:
    helm.sh/hook: test
---
a: [
`;

const view = (page: Page): Locator => page.getByRole('region', { name: 'Forecast' });
const rows = (page: Page): Locator => view(page).getByRole('list', { name: 'Objects of the release' }).locator('> li');

/** Opens a survey of what was recorded, and its forecast. */
async function openForecast(page: Page): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Survey many objects');
  await page.keyboard.press('Enter');
  await page.locator('.survey input[type=file]').first().setInputFiles(recorded);
  await page.getByRole('tab', { name: 'Forecast' }).click();
  return playground;
}

test(
  'a release is forecast against the survey; a row opens as a scenario, and back leads to the same place',
  further,
  async ({ page, baseURL }) => {
    const watch = await guard(page, [baseURL ?? '']);
    const playground = await openForecast(page);
    await expect(page.getByText(/^\d+ objects, \d+ managers/)).toBeVisible();
    const kept = () => page.evaluate(() => `${location.href} ${JSON.stringify(localStorage)}`);
    const before = await kept();
    await view(page).getByLabel('Manifests of the release').fill(release);
    await view(page).getByLabel('Applied by').selectOption('none');
    await view(page).getByLabel('Field manager').fill('argocd-controller');
    await view(page).getByLabel('Compare with client-side kubectl apply').check();
    await view(page).getByRole('button', { name: 'Forecast', exact: true }).click();
    await expect(view(page)).toContainText('Server-side: 4 manifests: 1 created and 1 conflict with helm.');
    await expect(view(page)).toContainText('Client-side: 4 manifests: 1 created and 1 changed.');
    await expect(rows(page)).toContainText([
      /conflict\s*Deployment shop\/web-worker\s*helm: \.spec\.replicas, .*Client-side: changed/,
      /created\s*ConfigMap shop\/extra/,
      /hook\s*Pod shop\/test\s*Helm runs it as a hook \(test\)/,
      /not read/,
    ]);
    expect(await kept(), 'nothing is stored before it is opened').toBe(before);

    await view(page).getByRole('button', { name: 'conflict 1' }).click();
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().locator('summary').click();
    const conflict = rows(page)
      .first()
      .getByRole('row', { name: /^\.spec\.replicas/ })
      .first();
    await expect(conflict).toContainText('helm');
    await expect(conflict).toContainText('7');
    await expect(rows(page).first()).toContainText(
      'Apply failed with 2 conflicts: conflicts with "helm" using apps/v1:',
    );

    await rows(page).first().getByRole('button', { name: 'Open as a scenario' }).click();
    await playground.answered();
    await expect(page.getByText('conflict', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: /^Back to the survey/ }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(view(page).getByLabel('Field manager')).toHaveValue('argocd-controller');

    await view(page).getByLabel('Force conflicts').check();
    await view(page).getByRole('button', { name: 'Forecast', exact: true }).click();
    await expect(view(page)).toContainText('Server-side: 4 manifests: 1 created and 1 changed.');
    await rows(page).first().locator('summary').click();
    await expect(rows(page).first()).toContainText('helm Update: loses 2 fields');
    await watch.expectClean('a forecast');
  },
);

test(
  'Share gives the forecast: a report without values, and the opened object as a link',
  further,
  async ({ page }) => {
    const playground = await openForecast(page);
    await view(page)
      .getByLabel('Manifests of the release')
      .fill(release.replace('token: "1"', 'token: hunter2-is-no-word'));
    await view(page).getByLabel('Applied by').selectOption('none');
    await view(page).getByLabel('Field manager').fill('argocd-controller');
    await view(page).getByRole('button', { name: 'Forecast', exact: true }).click();
    await expect(view(page)).toContainText('1 created and 1 conflict');
    const dialog = page.getByRole('dialog', { name: 'Share the forecast' });
    const shared = async (button: string) => {
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: button }).click();
      const download = await downloading;
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
    };
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toContainText('Open an object of the list first.');
    const csv = await shared('Table as CSV');
    expect(csv.name).toBe('forecast.csv');
    expect(csv.text).toContain(',web-worker,server-side,conflict,409,conflict,.spec.replicas,helm,Update,');
    const markdown = await shared('Report as Markdown');
    expect(markdown.name).toBe('forecast.md');
    expect(markdown.text).toContain('4 manifests: 1 created and 1 conflict with helm.');
    expect(csv.text + markdown.text).not.toContain('hunter2');
    await dialog.getByRole('checkbox', { name: 'Without the names of objects and namespaces' }).check();
    const nameless = await shared('Table as CSV');
    expect(nameless.text).toContain('apps/v1,Deployment,,1,server-side,conflict,409,conflict,.spec.replicas,helm');
    expect(nameless.text).not.toMatch(/web-worker|shop|extra/);
    await page.keyboard.press('Escape');

    await view(page).getByRole('button', { name: 'conflict 1' }).click();
    await rows(page).first().locator('summary').click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toContainText('1 object of the release.');
    await dialog.getByRole('button', { name: 'Open Deployment shop/web-worker and share it' }).click();
    await expect(page.getByRole('dialog', { name: 'Share this scenario' })).toBeVisible();
    await page.keyboard.press('Escape');
    await playground.answered();
    await expect(page.getByText('conflict', { exact: true }).first()).toBeVisible();
  },
);

test('manifests come from files, and what is no manifest is said', further, async ({ page }) => {
  await openForecast(page);
  await expect(view(page).getByRole('button', { name: 'Forecast', exact: true })).toBeDisabled();
  await view(page).getByLabel('Applied by').selectOption('none');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/yaml', buffer: Buffer.from(text) });
  await view(page)
    .locator('input[type=file]')
    .setInputFiles([file('a.yaml', '# nothing'), file('<b>.yaml', 'kind: [')]);
  await expect(view(page).getByRole('button', { name: 'Remove a.yaml' })).toBeVisible();
  await view(page).getByRole('button', { name: 'Forecast', exact: true }).click();
  await expect(rows(page)).toContainText([/not read\s*<b>\.yaml/]);
  await view(page).getByRole('button', { name: 'Remove <b>.yaml' }).click();
  await view(page).getByRole('button', { name: 'Forecast', exact: true }).click();
  await expect(view(page)).toContainText('No manifest was found.');
});

/** Objects that `kubectl apply` made, with a label of Flux on one, and a release that drops a key of each. */
const byHand = ['one', 'two'].map((name) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    ...(name === 'two'
      ? {
          labels: {
            'kustomize.toolkit.fluxcd.io/name': 'apps',
            'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
          },
        }
      : {}),
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify({
        apiVersion: 'v1',
        data: { a: '1', b: '1' },
        kind: 'ConfigMap',
        metadata: { annotations: {}, name, namespace: 'default' },
      })}\n`,
    },
    managedFields: [
      {
        manager: 'kubectl-client-side-apply',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:data': { '.': {}, 'f:a': {}, 'f:b': {} },
          'f:metadata': { 'f:annotations': { '.': {}, 'f:kubectl.kubernetes.io/last-applied-configuration': {} } },
        },
      },
    ],
  },
  data: { a: '1', b: '1' },
}));

/** Opens the forecast of a survey with these objects among its own. */
async function openByHand(page: Page) {
  const playground = await openForecast(page);
  const buffer = Buffer.from(listOf(byHand));
  await page
    .locator('.survey input[type=file]')
    .first()
    .setInputFiles({ name: 'by-hand.json', mimeType: 'application/json', buffer });
  await page.getByRole('tab', { name: 'Forecast' }).click();
  return playground;
}

test('a release is forecast as a tool applies it: what goes, what is deleted, and each request explained', async ({
  page,
}) => {
  const playground = await openByHand(page);
  await view(page)
    .getByLabel('Manifests of the release')
    .fill('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {a: "2"}\n');
  const start = view(page).getByRole('button', { name: 'Forecast', exact: true });

  // Left to the objects, it is kubectl; what nobody can tell is asked for.
  await start.click();
  await expect(view(page)).toContainText('Played as kubectl apply v1.36.3.');
  await expect(rows(page)).toContainText([/changed\s*ConfigMap default\/one/]);
  await view(page).getByLabel('Applied by').selectOption('flux');
  await start.click();
  await expect(view(page).getByRole('alert')).toContainText('fill in kustomization as namespace/name');
  await expect(rows(page)).toHaveCount(0);

  // Flux takes over what kubectl wrote, and deletes what its Kustomization no longer has.
  await view(page).getByLabel('kustomization', { exact: true }).fill('flux-system/apps');
  await view(page).getByLabel('prune', { exact: true }).check();
  await start.click();
  await expect(view(page)).toContainText('Played as Flux v1.9.4.');
  await expect(view(page)).toContainText('1 manifest: 1 changed and 1 deleted.');
  await expect(rows(page)).toContainText([
    /changed\s*ConfigMap default\/one\s*5 fields change\s*goes, though others set it: \.data\.b/,
    /deleted\s*ConfigMap default\/two/,
  ]);
  await rows(page).first().locator('summary').click();
  await expect(rows(page).first()).toContainText('Entries of other managers are moved to that of the tool');
  await expect(
    rows(page)
      .first()
      .getByRole('row', { name: /^\.data\.b/ }),
  ).toContainText('kubectl-client-side-apply');
  await expect(rows(page).first().getByRole('listitem')).toContainText([
    /Flux moves fields of other managers to its own entry/,
    /Flux applies the manifest server-side/,
  ]);

  // What a tool was told stays while another one is looked at.
  await view(page).getByLabel('Applied by').selectOption('argocd');
  await view(page).getByLabel('Applied by').selectOption('flux');
  await expect(view(page).getByLabel('kustomization', { exact: true })).toHaveValue('flux-system/apps');

  // Its requests, played as a scenario, come to the same.
  await rows(page).first().getByRole('button', { name: 'Open as a scenario' }).click();
  await playground.answered();
  await expect(page.getByText('Flux applies the manifest server-side.')).toBeVisible();
  await expect(playground.result).toContainText('kustomize.toolkit.fluxcd.io/name: apps');
  await expect(playground.result).not.toContainText('b: "1"');
});

test('what a tool keeps outside of the cluster is given to its forecast', further, async ({ page }) => {
  await openByHand(page);
  const one = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: default}\ndata: {a: "2"}\n';
  await view(page).getByLabel('Manifests of the release').fill(one);
  await view(page).getByLabel('Applied by').selectOption('terraform');
  await expect(view(page)).toContainText('Terraform keeps what it applied last in a state of its own');
  const start = view(page).getByRole('button', { name: 'Forecast', exact: true });

  // Nothing of it is Terraform's by the objects.
  await start.click();
  await expect(view(page)).toContainText('Played as Terraform v3.2.1.');
  await expect(rows(page)).toContainText([/refused\s*ConfigMap default\/one/]);
  await rows(page).first().locator('summary').click();
  await expect(rows(page).first()).toContainText('Cannot create resource that already exists');

  // With the last release, what it had is Terraform's, and goes with the manifest.
  const last = [one, one.replace('one', 'two')].join('---\n');
  await view(page)
    .locator('.forecast-tool input[type=file]')
    .setInputFiles({ name: 'last.yaml', mimeType: 'text/yaml', buffer: Buffer.from(last) });
  await expect(view(page).getByRole('button', { name: 'Remove last.yaml' })).toBeVisible();
  await start.click();
  await expect(rows(page)).toContainText([/deleted\s*ConfigMap default\/two/]);
  await expect(rows(page).filter({ hasText: 'ConfigMap default/one' })).not.toContainText('refused');
});

test('a forecast of 500 manifests leaves the page free', measured, async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium tells how long tasks take');
  const objects = dumpOf(500);
  const playground = new Playground(page);
  await playground.open();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Survey many objects');
  await page.keyboard.press('Enter');
  const buffer = Buffer.from(listOf(objects));
  const dump = { name: 'dump.json', mimeType: 'application/json', buffer };
  await page.locator('.survey input[type=file]').first().setInputFiles(dump);
  await page.getByRole('tab', { name: 'Forecast' }).click();
  await view(page)
    .locator('input[type=file]')
    .setInputFiles({ ...dump, name: 'release.json', buffer: Buffer.from(listOf(objects.map(asManifest))) });
  await expect(view(page).getByRole('button', { name: 'Remove release.json' })).toBeVisible();
  await view(page).getByLabel('Applied by').selectOption('none');
  const tasks = await TaskWatch.start(page);
  await view(page).getByRole('button', { name: 'Forecast', exact: true }).click();
  await expect(view(page)).toContainText(/500 manifests: /, { timeout: 120_000 });
  await expect(rows(page)).toHaveCount(200);
  await tasks.endPhase('500 manifests are played');
  await tasks.expectShort(() => most);
});

/** How many times longer than the reference work a task of the page may take. */
const most = 6;

/** An object as somebody else would apply it. */
function asManifest(object: ReturnType<typeof dumpOf>[number]): object {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, managedFields: undefined, uid: undefined, resourceVersion: undefined } };
}
