import { AxeBuilder } from '@axe-core/playwright';
import { decodeLink } from '@managed-fields/share-link';
import { expect, type Page } from '@playwright/test';
import { openArgoCd, openHeadlamp, playground, reacts, showIn, unmountIn } from './plugin-hosts.ts';
import { answersFor, application, deployment, desired, secret } from './plugin-objects.ts';
import { further, furtherAfterFirst, test } from './test.ts';

const panel = (page: Page) => page.locator('managed-fields-panel');
const findings = (page: Page) =>
  panel(page).getByRole('group', { name: 'Conflicts and findings' }).getByRole('listitem');
const syncRows = (page: Page) => panel(page).getByRole('group', { name: 'Differences' }).getByRole('row');

/** Waits until everything is drawn. */
async function drawn(page: Page): Promise<void> {
  await expect(panel(page).getByText('In the playground', { exact: true })).toBeVisible();
}

const server = 'https://argocd.example';
const paths = (asked: readonly { url(): string }[]) => asked.map((each) => new URL(each.url()).pathname).sort();

test.describe('Argo CD', () => {
  for (const [place, react] of reacts.entries()) {
    test(
      `React ${react}: owners, and what the next sync takes from whom`,
      furtherAfterFirst(place),
      async ({ page }) => {
        const { asked, origins, errors } = await openArgoCd(page, {
          ...{
            react,
            resource: deployment,
            application: application(['ServerSideApply=true']),
            api: answersFor(desired),
          },
        });
        await drawn(page);
        expect(await page.evaluate(() => Reflect.get(window, 'tab'))).toEqual([
          '**',
          '*',
          'Owners',
          { icon: 'fa-users' },
        ]);
        await expect(syncRows(page)).toHaveText([
          'FieldDesiredLiveOwned byThe next sync',
          /^\.spec\.replicas25hpa \(Update, scale\)takes it$/,
          /^\.spec\.template\.spec\.containers\[name="web"\]\.imageweb:1web:2-hotfixkubectl-edit \(Update\)takes it$/,
          /memory1024Mi1Giargocd-controller \(Apply\)leaves it$/,
        ]);
        await expect(panel(page).getByText('a sync changes 2 of them')).toBeVisible();
        await expect(panel(page).locator('managed-fields-view .mf-legend').getByText('kubectl-edit')).toBeVisible();
        // Only the page's own API was asked, and nothing was written.
        expect([...origins]).toEqual(['https://argocd.example']);
        expect(asked.map((request) => `${request.method()} ${new URL(request.url()).pathname}`).sort()).toEqual([
          'GET /argo-cd/api/v1/applications/shop/managed-resources',
          'GET /argo-cd/api/v1/clusters/https%3A%2F%2Fkubernetes.default.svc',
        ]);
        expect(errors).toEqual([]);
      },
    );
  }

  test('what ignoreDifferences names keeps its value where the sync respects it', further, async ({ page }) => {
    const ignored = { ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }] };
    const options = ['ServerSideApply=true', 'RespectIgnoreDifferences=true', 'Made=up'];
    await openArgoCd(page, {
      ...{ resource: deployment, application: application(options, ignored), api: answersFor(desired) },
    });
    await drawn(page);
    await expect(syncRows(page).nth(1)).toHaveText(/^\.spec\.replicas25hpa.*leaves it: ignoreDifferences$/);
    await panel(page).getByText('Where this ends').click();
    await expect(panel(page).getByText('These sync options are not played: Made=up.')).toBeVisible();
  });

  test(
    'a client-side sync writes what differs, and what fails is said in the words of the server',
    further,
    async ({ page }) => {
      await openArgoCd(page, { resource: deployment, application: application([]), api: answersFor(desired) });
      await drawn(page);
      await expect(panel(page).getByText('Argo CD applies client-side')).toBeVisible();
      await expect(syncRows(page).nth(1)).toHaveText(/takes it$/);
      const changed = structuredClone(desired);
      changed.spec.selector.matchLabels.app = 'other';
      await page.unroute('**/*');
      await openArgoCd(page, { resource: deployment, application: application([]), api: answersFor(changed) });
      await drawn(page);
      await expect(panel(page).getByText(/^The next sync fails: .*field is immutable/)).toBeVisible();
      await expect(syncRows(page).nth(1)).toHaveText(/fails$/);
    },
  );

  test('an object without managedFields is read once more, from the cluster', further, async ({ page }) => {
    const { managedFields: _, ...metadata } = deployment.metadata;
    const { asked } = await openArgoCd(page, {
      ...{ resource: { ...deployment, metadata }, application: application(['ServerSideApply=true']) },
      api: { ...answersFor(desired), 'applications/shop/resource': { manifest: JSON.stringify(deployment) } },
    });
    await drawn(page);
    await expect(panel(page).locator('managed-fields-view .mf-legend').getByText('kubectl-edit')).toBeVisible();
    const again = asked.find((each) => each.url().includes('/resource?'));
    expect(Object.fromEntries(new URL(again?.url() ?? server).searchParams)).toEqual({
      ...{ appNamespace: 'argocd', group: 'apps', kind: 'Deployment', name: 'web', namespace: 'prod' },
      ...{ resourceName: 'web', version: 'v1' },
    });
  });

  test('where the API refuses, owners are shown, and what is not known is said', further, async ({ page }) => {
    await openArgoCd(page, { resource: deployment, application: application([]) });
    await drawn(page);
    await expect(
      panel(page).getByText('Argo CD did not say what it wants this object to be (HTTP 403).'),
    ).toBeVisible();
    await panel(page).getByText('Where this ends').click();
    await expect(panel(page).getByText('does not tell you the version of the cluster')).toBeVisible();
  });

  test('an object that no Application manages, and an Application itself', further, async ({ page }) => {
    const api = { ...answersFor(desired), 'applications/shop/managed-resources': {} };
    await openArgoCd(page, { resource: deployment, application: application([]), api });
    await drawn(page);
    await expect(panel(page).getByText('No Application manages this object by itself')).toBeVisible();
    await page.unroute('**/*');
    const own = application([]);
    const { asked } = await openArgoCd(page, { resource: own, application: own, api });
    await drawn(page);
    expect(paths(asked)).toEqual(['/argo-cd/api/v1/clusters/https%3A%2F%2Fkubernetes.default.svc']);
    await expect(panel(page).locator('managed-fields-view').getByText('nobody is known to own anything')).toBeVisible();
  });

  test('of a Secret no value is shown, whatever stands for it', async ({ page }) => {
    const live = { ...secret, data: { password: '++++++++', user: '++++++++++++' } };
    const target = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db', namespace: 'prod' } };
    const wanted = { ...target, data: { password: '++++++++++++++++', user: '++++++++++++' } };
    await openArgoCd(page, {
      ...{ resource: live, application: application(['ServerSideApply=true']), api: answersFor(wanted) },
    });
    await drawn(page);
    await expect(syncRows(page).nth(1)).toHaveText('.data.password(not shown)(not shown)helm (Apply)takes it');
    await expect(panel(page)).not.toContainText(/hunter2|\+\+\+\+/);
  });

  test(
    'a base of another origin is asked nothing, and the installer says where the playground is',
    further,
    async ({ page, breaches }) => {
      const opened = await openArgoCd(page, {
        ...{ resource: deployment, application: application([]), api: answersFor(desired) },
        vars: { PAGE_ADDRESS: 'https://ours.example/p' },
      });
      await drawn(page);
      await panel(page).getByRole('button', { name: 'Make a link' }).click();
      await expect(panel(page).getByRole('link', { name: 'Open in the playground' })).toHaveAttribute(
        'href',
        /^https:\/\/ours\.example\/p\/#s\//,
      );
      await page.evaluate(() => document.querySelector('base')?.setAttribute('href', 'https://evil.example/'));
      await showIn(page, { resource: { ...deployment, spec: { replicas: 9 } }, application: application([]) });
      await expect(panel(page).getByText('(HTTP 403)')).toBeVisible();
      expect([...opened.origins]).toEqual([server]);
      // The policy of this host lets no script change the base.
      expect(breaches.splice(0)).toHaveLength(1);
    },
  );
});

test.describe('Headlamp', () => {
  for (const [place, react] of reacts.entries()) {
    test(`React ${react}: owners and findings of an object`, furtherAfterFirst(place), async ({ page }) => {
      const { asked, origins, errors } = await openHeadlamp(page, { react, jsonData: deployment });
      await drawn(page);
      await expect(page.getByRole('heading', { name: 'Field owners' })).toBeVisible();
      await expect(findings(page).first()).toContainText('Changed by hand');
      await expect(panel(page).locator('managed-fields-view .mf-legend').getByText('hpa')).toBeVisible();
      expect([[...origins], asked, errors]).toEqual([['https://headlamp.example'], [], []]);
    });
  }

  test('no value of a Secret is shown or linked', further, async ({ page }) => {
    const { origins } = await openHeadlamp(page, { jsonData: secret });
    await drawn(page);
    const everything = () =>
      page.evaluate(() => {
        const textsIn = (root: Document | ShadowRoot): string =>
          [...root.querySelectorAll('*')]
            .map((each) => `${each.outerHTML}${each.shadowRoot === null ? '' : textsIn(each.shadowRoot)}`)
            .join();
        return textsIn(document);
      });
    expect(await everything()).toContain('(not shown)');
    expect(await everything()).not.toMatch(/hunter2|aHVudGVyMg|cGF1bGE|paula/);
    // No address of the playground stands in the page before somebody asks for a link.
    await expect(panel(page).getByRole('link')).toHaveCount(0);
    await panel(page).getByRole('button', { name: 'Make a link' }).click();
    const link = panel(page).getByRole('link', { name: 'Open in the playground' });
    await expect(panel(page).getByText('3 values that look secret are replaced.')).toBeVisible();
    const [page_, fragment = ''] = ((await link.getAttribute('href')) ?? '').split('#');
    expect(page_).toBe(playground);
    const read = decodeLink(fragment);
    const text = read.kind === 'scenario' ? read.scenario.steps.map((step) => step.text).join() : read.kind;
    expect(text).toContain('password:');
    expect(text).not.toMatch(/hunter2|aHVudGVyMg|cGF1bGE|paula/);
    expect([...origins]).toEqual(['https://headlamp.example']);
  });

  test('its settings take the address of the playground, and nothing else for one', further, async ({ page }) => {
    await openHeadlamp(page, { jsonData: deployment, settings: { pageAddress: 'https://ours.example' } });
    await drawn(page);
    await panel(page).getByRole('button', { name: 'Make a link' }).click();
    await expect(panel(page).getByRole('link')).toHaveAttribute('href', /^https:\/\/ours\.example\/#s\//);
    const said = await page.evaluate(() => {
      const { React, settingsComponent } = window as unknown as {
        React: { createElement(type: unknown, given: object): unknown };
        settingsComponent: unknown;
      };
      Object.assign(window, { component: settingsComponent, told: [] });
      const onDataChange = (data: unknown) => (window as unknown as { told: unknown[] }).told.push(data);
      (window as unknown as { draw(element: unknown): void }).draw(
        React.createElement(settingsComponent, { data: { pageAddress: 'javascript:alert(1)' }, onDataChange }),
      );
      return Reflect.get(window, 'settingsOf');
    });
    expect(said).toBe('managed-fields');
    const input = page.getByRole('textbox', {
      name: 'Address of the playground. This is no address of http or https.',
    });
    await input.fill('https://x.example');
    expect(await page.evaluate(() => (window as unknown as { told: unknown[] }).told.at(-1))).toEqual({
      pageAddress: 'https://x.example',
    });
  });

  test(
    'what changes is drawn again, what does not stays, and what is gone is left alone',
    further,
    async ({ page }) => {
      const { errors } = await openHeadlamp(page, { jsonData: undefined });
      await expect(panel(page)).toHaveCount(0);
      await showIn(page, { resource: { jsonData: deployment } });
      await drawn(page);
      const button = panel(page).getByRole('button', { name: 'Make a link' });
      await button.click();
      await expect(panel(page).getByRole('link')).toHaveCount(1);
      const fold = panel(page).locator('managed-fields-view details').first();
      await fold.locator('summary').click();
      // The same object once more, as a list that is watched brings it.
      await showIn(page, { resource: { jsonData: structuredClone(deployment) } });
      await showIn(page, { resource: { jsonData: structuredClone(deployment) } });
      await expect(panel(page).getByRole('link')).toHaveCount(1);
      await expect(fold).toHaveAttribute('open');
      await button.focus();
      const next = structuredClone(deployment);
      next.metadata.resourceVersion = '8';
      next.spec.replicas = 777;
      await showIn(page, { resource: { jsonData: next } });
      await expect(panel(page).locator('managed-fields-view').getByText('777')).toBeVisible();
      await drawn(page);
      // A link to what was is gone.
      await expect(panel(page).getByRole('link')).toHaveCount(0);
      await expect(button).toBeFocused();
      for (let replicas = 1; replicas <= 20; replicas++) {
        await showIn(page, { resource: { jsonData: { ...next, spec: { ...next.spec, replicas } } } });
      }
      await unmountIn(page);
      await expect(page.getByText('gone')).toBeVisible();
      await showIn(page, { resource: { jsonData: next } });
      await drawn(page);
      expect(errors).toEqual([]);
    },
  );
});

for (const [locale, tab, said, verdict, found, ends] of [
  ['uk-UA', 'Власники', 'із них синхронізація змінює 2', 'забирає', 'Змінено вручну', 'Де це закінчується'],
  ['zh-CN', '所有者', '同步会改变其中 2 个', '取走', '手动', '适用范围'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test('Argo CD’s tab speaks the language of the browser', further, async ({ page }) => {
      const options = application(['ServerSideApply=true']);
      const { errors } = await openArgoCd(page, {
        resource: deployment,
        application: options,
        api: answersFor(desired),
      });
      await expect(panel(page)).toContainText(said);
      expect(await page.evaluate(() => Reflect.get(window, 'tab'))).toContain(tab);
      await expect(panel(page).getByRole('row').nth(1)).toContainText(verdict);
      await expect(panel(page)).toContainText(found);
      await panel(page).getByText(ends).click();
      expect(await englishIn(page)).toEqual([]);
      expect(errors).toEqual([]);
    });
  });
}

test('Headlamp’s section speaks the language of Headlamp, or Ukrainian, which Headlamp does not have', async ({
  page,
  browser,
}) => {
  const chosen = (place: Page, language: string) =>
    place.addInitScript((value) => localStorage.setItem('i18nextLng', value), language);
  await chosen(page, 'zh');
  await openHeadlamp(page, { jsonData: deployment });
  await expect(page.getByRole('heading', { name: '字段所有者' })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: '生成链接' })).toBeVisible();
  expect(await englishIn(page)).toEqual([]);
  for (const [locale, language, title] of [
    ['uk-UA', 'en', 'Власники полів'],
    ['zh-CN', 'en', 'Field owners'],
    ['uk-UA', 'zh', '字段所有者'],
    ['uk-UA', 'de', 'Власники полів'],
    ['en-US', 'de', 'Field owners'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const other = await context.newPage();
    await chosen(other, language);
    await openHeadlamp(other, { jsonData: deployment });
    await expect(other.getByRole('heading', { name: title }), `${locale} ${language}`).toBeVisible();
    await context.close();
  }
});

/** English sentences in a panel: two words beside each other that are no names, no code and nothing that a server says. */
function englishIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const look = (root: ShadowRoot | Element) => {
      for (const each of root.querySelectorAll('p, li, b, th, summary, button, figcaption, .mf-caption, .mf-badge')) {
        const text = [...each.childNodes]
          .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
          .join(' ');
        if (/\b(?:the|this|of|is|are|and|nobody|owner|owners|takes)\b/i.test(text ?? '')) found.push(text ?? '');
      }
      for (const each of root.querySelectorAll('*')) if (each.shadowRoot !== null) look(each.shadowRoot);
    };
    look(document.body);
    return found;
  });
}

/** Objects that no server should send, and what is said of them where something is. */
const hostile: readonly (readonly [name: string, object: unknown, said: string | RegExp])[] = [
  [
    'markup',
    { ...deployment, metadata: { ...deployment.metadata, name: '<img src=x onerror=alert(1)>' } },
    '<img src=x',
  ],
  ['no names', { metadata: null }, 'Where this ends'],
  ['a list', [deployment], 'This is no object.'],
  ['a text', 'Deployment', 'This is no object.'],
  ['an empty object', {}, 'Where this ends'],
  ['managedFields as a text', { ...deployment, metadata: { ...deployment.metadata, managedFields: 'none' } }, 'nobody'],
  ['entries of all sorts', withEntries([null, 1, [], {}, { manager: 7, fieldsV1: 'x' }]), 'Where this ends'],
  [
    'paths that lead nowhere',
    withEntries([{ manager: 'x', operation: 'Apply', fieldsV1: { 'f:': { 'k:{"': {}, 'i:99': {}, 'v:[': {} } } }]),
    'Where this ends',
  ],
  [
    'turned names',
    withEntries([{ manager: 'a\u202eb', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } }]),
    'U+202E',
  ],
  [
    'two hundred managers',
    withEntries(
      Array.from({ length: 200 }, (_, n) => ({
        manager: `m${n}`,
        operation: 'Apply',
        apiVersion: 'apps/v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      })),
    ),
    'm7',
  ],
  ['too large', { ...deployment, data: 'x'.repeat(2_100_000) }, /has 2\d{6} characters, and at most 2000000 are drawn/],
];

function withEntries(managedFields: readonly unknown[]): object {
  return { ...deployment, metadata: { ...deployment.metadata, managedFields } };
}

test('hostile objects cost nothing but themselves', async ({ page }) => {
  const { errors, origins } = await openHeadlamp(page, { jsonData: deployment });
  await drawn(page);
  page.on('dialog', () => errors.concat('a dialog'));
  for (const [name, jsonData, said] of hostile) {
    await showIn(page, { resource: { jsonData } });
    await expect(panel(page), name).toContainText(said);
    await expect(panel(page).getByText('Computing…'), name).toHaveCount(0);
    await expect(panel(page).getByText('could not be computed'), name).toHaveCount(0);
    await expect(panel(page).locator('img'), name).toHaveCount(0);
  }
  // What JSON does not have, and keys that mean something to JavaScript.
  await page.evaluate(() => {
    const draw = (jsonData: unknown) =>
      (window as unknown as { show(given: object): void }).show({ resource: { jsonData } });
    const circle: { self?: unknown } = {};
    circle.self = circle;
    draw(circle);
    draw(() => 1);
    draw({ kind: 1n });
    draw(JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`));
    draw(
      JSON.parse(
        '{"kind":"ConfigMap","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"metadata":{"name":"p","__proto__":{"polluted":true}}}',
      ),
    );
  });
  await drawn(page);
  await expect(panel(page)).toContainText('polluted');
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  expect(errors).toEqual([]);
  expect([...origins]).toEqual(['https://headlamp.example']);
});

test('a large object is drawn when its reader asks for it', further, async ({ page }) => {
  const { errors } = await openHeadlamp(page, { jsonData: deployment });
  await drawn(page);
  const large = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'large' },
    data: { text: 'line\n'.repeat(3100) },
  };
  await showIn(page, { resource: { jsonData: large } });
  await expect(panel(page)).toContainText('This object has about 3107 lines.');
  await expect(panel(page).getByRole('listitem')).toHaveCount(0);
  await expect(panel(page).locator('managed-fields-view')).toBeHidden();
  await panel(page).getByRole('button', { name: 'Draw it all the same' }).click();
  await drawn(page);
  await expect(panel(page).locator('managed-fields-view')).toBeVisible();
  // Another one asks again, and a small one does not.
  await showIn(page, { resource: { jsonData: { ...large, metadata: { name: 'other' } } } });
  await expect(panel(page).getByRole('button', { name: 'Draw it all the same' })).toBeVisible();
  await showIn(page, { resource: { jsonData: deployment } });
  await drawn(page);
  expect(errors).toEqual([]);
});

test('what the API answers is taken for what it is', further, async ({ page }) => {
  const answers = answersFor(desired);
  const item = answers['applications/shop/managed-resources'].items[0];
  for (const [targetState, said] of [
    ['<html>', 'No Application manages this object by itself'],
    ['[]', 'The desired object cannot be read. This is no object.'],
    [JSON.stringify({ ...desired, x: 'y'.repeat(2_100_000) }), 'The desired object cannot be read. This object has'],
    [JSON.stringify({ ...desired, spec: 'none' }), 'The next sync fails: '],
    [JSON.stringify({ ...desired, kind: '<b>x</b>' }), 'The next sync fails: '],
  ] as const) {
    await page.unroute('**/*');
    const api = { ...answers, 'applications/shop/managed-resources': { items: [{ ...item, targetState }] } };
    const { errors } = await openArgoCd(page, { resource: deployment, application: application([]), api });
    await drawn(page);
    await expect(panel(page), said).toContainText(said);
    expect(errors).toEqual([]);
  }
});

test('a custom kind without its definition, and a definition', further, async ({ page }) => {
  const entry = { manager: 'alice', operation: 'Apply', apiVersion: 'example.com/v1', fieldsType: 'FieldsV1' };
  const thing = {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 't', namespace: 'prod', managedFields: [{ ...entry, fieldsV1: { 'f:spec': { 'f:size': {} } } }] },
    spec: { size: 1 },
  };
  const target = { ...thing, metadata: { name: 't', namespace: 'prod' }, spec: { size: 2 } };
  const options = application(['ServerSideApply=true']);
  await openArgoCd(page, { resource: thing, application: options, api: answersFor(target) });
  await drawn(page);
  await expect(syncRows(page).nth(1)).toHaveText('.spec.size21alice (Apply)takes it');
  await expect(panel(page)).toContainText('has no schema here');
  await page.unroute('**/*');
  const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  const wanted = structuredClone(definition);
  Object.assign(wanted.spec.names, { shortNames: ['th'] });
  await openArgoCd(page, { resource: definition, application: options, api: answersFor(wanted) });
  await drawn(page);
  await expect(panel(page)).toContainText(/shortNames|not played here/);
});

test('hosts that give nothing get no error of ours', further, async ({ page }) => {
  const { errors } = await openArgoCd(page, { resource: null });
  await expect(panel(page)).toContainText('There is no object.');
  for (const given of [
    {},
    { resource: 'x' },
    { resource: { metadata: 1 }, application: [1] },
    { resource: deployment },
  ]) {
    await showIn(page, given);
    await expect(panel(page).getByText('Computing…')).toHaveCount(0);
  }
  await showIn(page, {
    resource: deployment,
    application: {
      spec: {
        syncPolicy: { syncOptions: [1, null, '=', 'ServerSideApply'] },
        ignoreDifferences: [{ jqPathExpressions: ['.. | select('] }],
      },
    },
  });
  await drawn(page);
  await expect(panel(page)).toContainText('HTTP');
  expect(errors).toEqual([]);
});

for (const dark of [false, true]) {
  for (const width of [1200, 360]) {
    test(
      `${dark ? 'dark' : 'light'}, ${width} pixels: read by everybody, and never wider than its place`,
      further,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        const given = {
          resource: deployment,
          application: application(['ServerSideApply=true']),
          api: answersFor(desired),
        };
        await openArgoCd(page, { ...given, dark });
        await drawn(page);
        await panel(page).getByText('Where this ends').click();
        await panel(page).getByRole('button', { name: 'Make a link' }).click();
        await expect(panel(page).getByRole('link')).toBeVisible();
        await expect(panel(page).locator('.mf-panel')).toHaveClass(dark ? /mf-dark/ : /mf-light/);
        for (const part of ['.mf-caption', '.mf-table table', 'managed-fields-view .mf-code', 'button']) {
          await expect(panel(page).locator(part).first(), part).toHaveCSS('text-transform', 'none');
          await expect(panel(page).locator(part).first(), part).toBeVisible();
        }
        const { violations } = await new AxeBuilder({ page }).include('managed-fields-panel').analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // A host whose theme changes while it is shown.
        await page.evaluate(
          (now) => document.querySelector('#host')?.setAttribute('class', now),
          dark ? 'theme-light' : 'theme-dark',
        );
        await expect(panel(page).locator('.mf-panel')).toHaveClass(dark ? /mf-light/ : /mf-dark/);
      },
    );
  }
}
