import { expect, type Page } from '@playwright/test';
import { Playground } from '../page.ts';
import { further, test } from '../test.ts';
import { type FrontOptions, serveCluster } from './serve-cluster.ts';
import { shopApi } from './shop-api.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Connection to the cluster' });
const noToken = 'This tab has no token for the cluster';

const served = async (options: FrontOptions = {}) => serveCluster(await shopApi(), options);

test('the token goes from the address into the tab, and nowhere else', async ({ page, context }) => {
  const server = await served();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(server.at('&open=deploy/web&namespace=shop'));
  const playground = new Playground(page);
  await expect(playground.result).toContainText('apps/v1 Deployment shop/web');
  expect(page.url()).toMatch(/\?cluster&namespace=shop#d\/[a-z0-9]+$/);
  const kept = () =>
    page.evaluate(() => ({
      entries: history.length,
      state: JSON.stringify(history.state),
      local: JSON.stringify({ ...localStorage }),
      title: document.title,
      text: document.documentElement.outerHTML,
    }));
  expect(JSON.stringify(await kept())).not.toContain(server.token);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(server.token);
  // Of a navigation Playwright tells the whole address, of which a server gets what is before the fragment.
  expect(addresses.map((address) => address.replace(/#.*/, '')).join()).not.toContain(server.token);
  await page.reload();
  await expect(bar(page)).toContainText('as admin');
  // Another tab that was opened by hand has no token, and says what to do.
  const other = await context.newPage();
  await other.goto(`${server.address}?cluster`);
  await expect(other.getByRole('alert')).toContainText(noToken);
  await expect(other.getByRole('alert')).not.toContainText('RBAC');
  // The printed address, pasted into it, gives it the token.
  await other.goto(server.at());
  await expect(bar(other)).toContainText('as admin');
  expect(other.url()).not.toContain('#t/');
  await server.close();
});

test('a token that was cut off, and one of an earlier start, are told as such', further, async ({ page }) => {
  const server = await served();
  for (const fragment of ['#t/', '#t/abc', `#t/${'0'.repeat(64)}`]) {
    await page.goto(`${server.address}?cluster${fragment}`);
    await expect(page.getByRole('alert')).toContainText(noToken);
    expect(new URL(page.url()).hash).toBe('');
    await expect(page.getByText('This link was')).toHaveCount(0);
    await page.goto('about:blank');
  }
  expect(server.sent).toEqual([]);
  await server.close();
});

test(
  'what the front itself refuses is told as that, with the option that lets it through',
  further,
  async ({ page }) => {
    const server = await served();
    await page.goto(server.at('&open=secret/x&namespace=shop'));
    await expect(page.getByRole('alert')).toContainText('hands on no Secrets unless it is started with --secrets');
    await expect(page.getByRole('alert')).not.toContainText('RBAC');
    for (const [lang, words] of [
      ['uk', 'лише якщо запущена з --secrets'],
      ['zh', '只有以 --secrets 启动时才转交 Secret'],
    ] as const) {
      await page.goto(`${server.address}?cluster&open=secret/x&namespace=shop&lang=${lang}`);
      await expect(page.getByRole('alert')).toContainText(words);
    }
    expect(server.sent.filter(({ url }) => url.includes('secrets'))).toEqual([]);
    await server.close();
    const open = await served({ secrets: true });
    await page.goto(open.at('&open=secret/x&namespace=shop'));
    await expect(new Playground(page).result).toContainText('v1 Secret shop/x');
    await open.close();
  },
);

test('with --read-only a dry run is refused by the front, and said to be', further, async ({ page }) => {
  const server = await served({ readOnly: true });
  await page.goto(server.at('&open=deploy/web&namespace=shop'));
  const playground = new Playground(page);
  await expect(playground.result).toContainText('apps/v1 Deployment shop/web');
  await expect(bar(page)).toContainText('user unknown');
  await playground.addStep('Server-side apply');
  await playground.paste(
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  paused: true\n',
  );
  await page.getByRole('button', { name: 'Ask the cluster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask the cluster' });
  await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
  await expect(dialog).toContainText('started with --read-only');
  expect(server.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  await server.close();
});

test('what is shared beside a cluster is made for the page that others open', further, async ({ page }) => {
  const server = await served({ pageAddress: 'https://fields.example.com/play/' });
  const { host } = new URL(server.address);
  await page.goto(server.at('&open=deploy/web&namespace=shop'));
  const playground = new Playground(page);
  await expect(playground.result).toContainText('apps/v1 Deployment shop/web');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this scenario' });
  await expect(dialog.getByRole('textbox', { name: 'The link' })).toHaveValue(
    /^https:\/\/fields\.example\.com\/play\/#s\//,
  );
  for (const way of ['Link', 'Markdown', 'iframe', 'Element', 'File']) {
    await dialog.getByRole('tab', { name: way, exact: true }).click();
    const box = dialog.getByRole('tabpanel').getByRole('textbox');
    await expect(box).not.toHaveValue('');
    const text = await box.inputValue();
    for (const own of [host, '127.0.0.1', 'localhost', server.token]) expect(text, way).not.toContain(own);
    if (way !== 'File') expect(text, way).toContain('https://fields.example.com/play/');
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^https:\/\/fields\.example\.com\/play\/#s\//);
  await server.close();
});

test('where nobody said what others open, the dialog asks and offers no link until then', further, async ({ page }) => {
  const server = await served();
  await page.goto(server.at('&open=deploy/web&namespace=shop'));
  const playground = new Playground(page);
  await expect(playground.result).toContainText('apps/v1 Deployment shop/web');
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Share this scenario' });
  const field = dialog.getByRole('textbox', { name: 'Address of the playground that others open' });
  for (const way of ['Link', 'Markdown', 'iframe', 'Element']) {
    await dialog.getByRole('tab', { name: way, exact: true }).click();
    await expect(field).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  }
  await dialog.getByRole('tab', { name: 'Link', exact: true }).click();
  for (const [typed, said] of [
    ['fields', 'no address of a page'],
    ['javascript:alert(1)', 'no address of a page'],
    [server.address, 'their own machine'],
    ['http://LOCALHOST:8001/', 'their own machine'],
    ['http://127.1/', 'their own machine'],
    ['http://[::1]/', 'their own machine'],
    ['http://2130706433/', 'their own machine'],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(dialog.getByRole('alert'), typed).toContainText(said);
  }
  await field.fill('https://fields.example.com/index.html?x#y');
  await field.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'The link' })).toHaveValue(/^https:\/\/fields\.example\.com\/#s\//);
  await expect(dialog).toContainText('Made for https://fields.example.com/');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
  // It is kept, and can be changed.
  await page.reload();
  await expect(bar(page)).toContainText('as admin');
  await playground.answered();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.getByRole('button', { name: 'Copied' }).click();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(field).toBeVisible();
  await server.close();
});
