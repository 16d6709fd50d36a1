import { decodeLink } from '@managed-fields/share-link';
import { expect, type Page } from '@playwright/test';
import { spread } from '../conformance/whole.ts';
import { files, inEveryPlace, links, strings, texts } from './hostile/corpus.ts';
import { guard } from './hostile/guard.ts';
import { sealed } from './hostile/large.ts';
import { dropFiles, Playground, pasteOnPage } from './page.ts';
import { further, test, withMonaco } from './test.ts';

// A spread of hundreds of inputs in one page; that no code of ours throws at any of them is shown in conformance/hostile.
test.describe.configure({ timeout: 300_000 });

const mine = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\ndata:\n  colour: green\n';

/** Opens the page with a draft on it, which must outlive everything. */
async function openWithDraft(page: Page): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(page, mine);
  await expect(playground.line('colour: green')).toBeVisible();
  await expect(page).toHaveURL(/#d\//);
  return playground;
}

async function expectDraft(playground: Playground): Promise<void> {
  await playground.page.goto('about:blank');
  await playground.open();
  await expect(playground.line('colour: green')).toBeVisible();
}

const fragmentOf = (form: object) => sealed('1j', Buffer.from(JSON.stringify(form)));
const inStep = (text: string) =>
  fragmentOf({
    version: 1,
    steps: [
      { kind: 'live', text },
      { kind: 'apply', manager: 'm', text },
    ],
  });

/** Inputs as links, where they fit into one. */
const asLinks = [
  ...spread(strings, 6).map(({ name, text }) => ({ name, text: fragmentOf(inEveryPlace(text)) })),
  ...spread(texts, 6)
    .filter(({ text }) => text.length < 40_000)
    .map(({ name, text }) => ({ name, text: inStep(text) })),
  ...spread(files, 4).map(({ name, text }) => ({ name, text: sealed('1j', Buffer.from(text)) })),
  ...spread(links, 2),
];

test(
  'no link runs, hangs or loses anything, and each that cannot be opened says why',
  further,
  async ({ page, baseURL }) => {
    const watch = await guard(page, [baseURL ?? '']);
    const playground = await openWithDraft(page);
    for (const { name, text } of asLinks) {
      const { engine, alert } = await page.evaluate(follow, text);
      expect.soft(engine, name).toBe('ready');
      expect
        .soft(alert !== '', `${name}: ${alert}`)
        .toBe(
          decodeLink(text).kind === 'failure' || text === 'x/no-such-example' || /^x\/(constructor|a{99})/.test(text),
        );
      await watch.expectClean(name);
    }
    await expectDraft(playground);
  },
);

test('nothing that is pasted, dropped or opened runs or loses anything, and a clear message stands', async ({
  page,
  baseURL,
}) => {
  const watch = await guard(page, [baseURL ?? '']);
  const playground = await openWithDraft(page);
  const dialog = page.getByRole('dialog', { name: 'Paste or open' });
  const read = async (what: string) => {
    await expect(dialog, what).toBeVisible();
    await expect(dialog.getByText('Reading…'), what).toHaveCount(0);
    await watch.expectClean(what);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  // What is pasted and what is dropped is read by the same reader, so only what says something of itself goes alone.
  for (const { name, text } of spread(files, 4, 1)) {
    await pasteOnPage(page, text);
    await read(name);
  }
  const all = spread(texts, 6, 1);
  const isLarge = ({ text }: { readonly text: string }) => text.length > 250_000;
  const dropped = all.filter((each) => !isLarge(each));
  for (let from = 0; from < dropped.length; from += 10) {
    const some = dropped.slice(from, from + 10);
    await dropFiles(playground.steps, Object.fromEntries(some.map(({ name, text }) => [`${name}.yaml`, text])));
    await read(some.map(({ name }) => name).join(', '));
  }
  // What is no text says so, and what is too large for a scenario goes to the survey, which says why it is not read.
  await dropFiles(playground.steps, { 'binary.yaml': 'a\0b' });
  await expect(dialog.getByRole('alert')).toHaveCount(1);
  await page.keyboard.press('Escape');
  const large = all.filter(isLarge).map(({ name, text }) => [`${name}.yaml`, text] as const);
  await dropFiles(playground.steps, { ...Object.fromEntries(large), 'large.yaml': 'x'.repeat(10_000_000) });
  await expect(page.getByRole('tab', { name: /^Not read \d+/ })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
  for (const view of ['Objects', 'Not read']) {
    await page.getByRole('tab', { name: view }).click();
    await watch.expectClean(`large files: ${view}`);
  }
  await page.getByRole('button', { name: 'Close' }).click();
  await expectDraft(playground);
});

test('strings of all kinds are only text in every view, in what is copied, and in what is taken away', async ({
  page,
  baseURL,
}) => {
  const watch = await guard(page, [baseURL ?? '']);
  const playground = await openWithDraft(page);
  const all = strings.map(({ text }) => text).filter((text) => text.length < 100 && !/[\ud800-\udfff]/u.test(text));
  await playground.follow(`#${fragmentOf(everyString(all))}`);
  await watch.expectClean('all strings');
  await playground.selectStep(2);
  for (const view of ['Table', 'managedFields', 'Changes', 'Object']) {
    await playground.result.getByRole('tab', { name: view }).click();
    await watch.expectClean(view);
  }
  await playground.selectStep(3);
  await expect(playground.stepButton(3)).toContainText('conflict');
  await playground.conflict.getByRole('button', { name: 'Field by field' }).click();
  await watch.expectClean('a conflict, field by field');
  await playground.step.getByText('PATCH /apis/example.com').click();
  for (const form of ['HTTP', 'curl', 'kubectl', 'RBAC']) {
    await playground.step.getByRole('tab', { name: form, exact: true }).click();
    await watch.expectClean(form);
  }
  await playground.result.getByRole('option', { name: 'onerror' }).first().click();
  await playground.field.getByText('What if').click();
  await watch.expectClean('the inspector');
  await page.emulateMedia({ media: 'print' });
  await watch.expectClean('on paper');
  await page.emulateMedia({ media: 'screen' });
  await playground.result.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as SVG' }).click();
  const drawing = await page.context().newPage();
  // Files have no origin.
  const drawn = await guard(drawing, ['null']);
  await drawing.goto(`file://${await (await saved).path()}`);
  await drawn.expectClean('the drawing');
});

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test(
    'characters that hide, or turn a text around, are shown by their numbers in views and editor',
    further,
    async ({ page }) => {
      const playground = new Playground(page);
      await playground.open(`#${fragmentOf(inEveryPlace('\u202egnp.exe'))}`);
      await expect(playground.result.locator('.mf-text .mf-hidden-character').first()).toHaveText('U+202E');
      await expect(playground.result.getByRole('group', { name: 'Managers' })).toContainText('U+202Egnp.exe');
      await expect(playground.step.locator('.view-lines')).toContainText('[U+202E]gnp.exe');
      await playground.selectStep(2);
      await expect(playground.stepButton(2)).toContainText('U+202Egnp.exe');
    },
  );
});

test('a text that keeps the engine busy for ever is ended, and the page says so and goes on', async ({ page }) => {
  // No text that is known does; so the engine is made to.
  await page.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const endless =
      "addEventListener('message', ({ data }) => { while (data.scenario?.steps.some((step) => step.text === 'for ever')); });";
    await route.fulfill({ response, body: `${endless}\n${await response.text()}` });
  });
  const playground = await openWithDraft(page);
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    fragmentOf({ version: 1, steps: [{ kind: 'live', text: 'for ever' }] }),
  );
  await expect(page.locator('.status-bar')).toHaveAttribute('data-engine', 'hung', { timeout: 60_000 });
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to my draft' }).click();
  await playground.answered();
  await expect(playground.line('colour: green')).toBeVisible();
});

/** Many strings as keys and values of one object without a schema, which then meets a conflict. */
function everyString(all: readonly string[]): object {
  const object = (value: (text: string) => string) => {
    const spec = Object.fromEntries(all.map((text) => [text, value(text)]));
    const plain = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec };
    // With control characters escaped, as servers take it; what the escapes stand for is shown all the same.
    return JSON.stringify(plain, null, 1).replace(
      /[^\n -~\ud800-\udfff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  };
  const said = all.join(' ').slice(0, 1000);
  return {
    version: 1,
    title: said,
    steps: [
      { kind: 'live', text: object((text) => text), name: said, note: said },
      { kind: 'apply', manager: '<img src=x onerror=trap(1)>', force: true, text: object((text) => `${text}!`) },
      { kind: 'apply', manager: '<script>trap(1)</script>', text: object(() => 'else') },
    ],
  };
}

/** Follows a fragment in the page, until the engine has answered; what the page says then. */
async function follow(fragment: string): Promise<{ readonly engine: string; readonly alert: string }> {
  const bar = () => document.querySelector<HTMLElement>('.status-bar')?.dataset;
  const before = bar()?.['opened'];
  location.hash = fragment;
  const until = Date.now() + 15_000;
  const waits = () => bar()?.['opened'] === before || ['arriving', 'working'].includes(bar()?.['engine'] ?? '');
  while (waits() && Date.now() < until) await new Promise((next) => setTimeout(next, 5));
  const alert = document.querySelector('.banners [role="alert"]')?.textContent ?? '';
  return { engine: waits() ? 'nothing' : (bar()?.['engine'] ?? ''), alert };
}
