import { readFile } from 'node:fs/promises';
import type { ManagedFieldsPlayground } from '@managed-fields/embed';
import { readScenario } from '@managed-fields/scenario';
import { decodeLink } from '@managed-fields/share-link';
import { expect, type Locator, type Page } from '@playwright/test';
import { serveHostPages } from './host/server.ts';
import { sealed } from './hostile/large.ts';
import { readableIn, type SecretCase, secretCases, textOf } from './hostile/secrets.ts';
import { Playground, pasteOnPage } from './page.ts';
import { further, test } from './test.ts';

// Forms in which secrets get into a scenario, through every way out of the page. What redaction does to each form, and
// what the texts that are shared then hold, is shown by conformance/secrets; here a spread of forms stands in one
// scenario, and what comes out at the other end of the page is read.

/** Forms in one scenario. */
interface Batch {
  readonly secrets: readonly string[];
  readonly steps: SecretCase['steps'];
  readonly about: string;
}

function together(cases: readonly SecretCase[]): Batch {
  const said = cases.flatMap(({ title = '', about = '' }) => [title, about]).filter((text) => text !== '');
  return {
    secrets: cases.flatMap(({ secrets }) => secrets),
    steps: cases.flatMap(({ steps }) => steps),
    about: said.join(' · '),
  };
}

/** Every eighteenth form of all. */
const spread = together(secretCases.filter((_, index) => index % 18 === 0));

/** The fragment of a link with everything in it, as somebody made it on purpose. */
function linkTo({ about, steps }: Batch): string {
  return sealed('1j', Buffer.from(JSON.stringify({ version: 1, about, steps })));
}

function contentOf(address: string): string {
  const link = decodeLink(address.slice(address.indexOf('#') + 1));
  if (link.kind !== 'scenario') throw new Error(`${address.slice(0, 100)} is no link`);
  return textOf(link.scenario);
}

/** The first address with a scenario in a text. */
function linkIn(text: string): string {
  const [found = ''] = /#s\/[A-Za-z0-9\-_./]+/.exec(text.replaceAll('\\_', '_')) ?? [];
  return found;
}

/**
 * Everything that a browser keeps or passes on by itself: address, title, history entry, session storage, window name.
 */
async function leftBehind(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([location.href, document.title, history.state, { ...sessionStorage }, window.name]),
  );
}

const openPage = async (page: Page, batch: Batch) => {
  const playground = new Playground(page);
  await playground.open(`#${linkTo(batch)}`);
  return playground;
};

test('link, Markdown, iframe, element, file, clipboard, address, history and title', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await openPage(page, spread);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this scenario' });
  const box = dialog.getByRole('textbox').first();
  await expect(dialog).not.toContainText('Nothing found');
  await expect(dialog).toContainText('Replaced by stand-ins');
  const out: string[] = [];
  for (const [way, start] of [
    ['Link', '#'],
    ['Markdown', '['],
    ['iframe', '<iframe'],
    ['Element', '<script'],
  ] as const) {
    await dialog.getByRole('tab', { name: way, exact: true }).click();
    await expect(box).toHaveValue(new RegExp(`^[^]*\\${start}`));
    const text = await box.inputValue();
    out.push(text, contentOf(linkIn(text) || `#${/scenario="([^"]+)"/.exec(text)?.[1]}`));
  }
  await dialog.getByRole('tab', { name: 'Link', exact: true }).click();
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page).toHaveURL(/#s\//);
  out.push(contentOf(await page.evaluate(() => navigator.clipboard.readText())), contentOf(page.url()));
  await dialog.getByRole('tab', { name: 'File', exact: true }).click();
  await expect(box).toHaveValue(/version: 1/);
  const file = await box.inputValue();
  const read = readScenario(file);
  out.push(file, read.kind === 'scenario' ? textOf(read.scenario) : '');
  await page.keyboard.press('Escape');

  // What is changed from here on is a draft, and the address only names it.
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await page.getByRole('textbox', { name: 'Title of the scenario' }).fill(`about ${spread.secrets[0]}`);
  await expect(page).toHaveURL(/#d\/[a-z0-9]+$/);
  out.push(await leftBehind(page), ...said);
  expect(readableIn(out.join('\n'), spread.secrets)).toEqual([]);
});

test('tables and drawings of Secrets, downloaded and copied', further, async ({ page }) => {
  const objects = secretCases.filter(
    ({ group, steps }) => group === 'secret-object' && steps.length === 1 && steps[0]?.kind === 'apply',
  );
  const chosen = objects.filter((_, index) => index % 12 === 0);
  const batch = together(chosen);
  const playground = await openPage(page, batch);
  const out: string[] = [];
  let objectsShown = 0;
  for (const place of chosen.keys()) {
    await playground.selectStep(place + 1);
    await playground.answered();
    const tab = playground.result.getByRole('tab', { name: 'Table', exact: true });
    if (!(await tab.isVisible())) continue;
    await tab.click();
    const menu = playground.result.getByRole('button', { name: 'Export' });
    if (!(await menu.isVisible())) continue;
    objectsShown++;
    for (const item of ['Download as CSV', 'Download as Markdown', 'Download as SVG']) {
      await menu.click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: item }).click();
      out.push(await readFile(await (await saved).path(), 'utf8'));
    }
    await menu.click();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    out.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  expect(objectsShown).toBeGreaterThan(3);
  expect(out.join('\n')).toMatch(/redacted-\d|cmVkYWN0ZWQt/);
  expect(readableIn(out.join('\n'), batch.secrets)).toEqual([]);
});

test(
  'a frame: its link to the playground, what it sends to its host, and what it keeps',
  further,
  async ({ page, baseURL }) => {
    const host = await serveHostPages(baseURL ?? '');
    const address = host.show(
      'secrets.html',
      '<!doctype html><html lang="en"><body><script src="PLAYGROUND/embed.js"></script><managed-fields-playground editable></managed-fields-playground></body></html>',
    );
    const { steps, about, secrets } = spread;
    await page.goto(address);
    const element = page.locator('managed-fields-playground');
    await element.evaluate((each: ManagedFieldsPlayground, scenario) => each.load({ scenario }), {
      version: 1 as const,
      about,
      steps: JSON.parse(JSON.stringify(steps)),
    });
    const frame = element.frameLocator('iframe');
    const link = frame.getByRole('link', { name: /Open in playground/ });
    const out: string[] = [];
    const changed = async () => {
      await expect(frame.getByText('The link leaves out what looks secret.')).toBeVisible({ timeout: 60_000 });
      await expect(link).toHaveAttribute('href', /#s\//);
      out.push(contentOf((await link.getAttribute('href')) ?? ''));
      const answer = await element.evaluate((each: ManagedFieldsPlayground) => each.get());
      out.push(JSON.stringify(answer), answer.kind === 'scenario' ? contentOf(answer.address) : '');
    };
    await changed();
    await frame.getByRole('button', { name: 'Edit here' }).click();
    await typeIn(frame.getByRole('textbox', { name: 'Text of step 1' }));
    await expect(frame.getByRole('button', { name: 'As it was' })).toBeVisible();
    await changed();
    for (const each of page.frames()) {
      out.push(await each.evaluate(kept));
    }
    expect(readableIn(out.join('\n'), secrets)).toEqual([]);
    await host.close();
  },
);

/** The address and the storage of a frame; many frames may store nothing. */
function kept(): string {
  try {
    return JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]);
  } catch {
    return location.href;
  }
}

async function typeIn(box: Locator): Promise<void> {
  await box.focus();
  await box.press('ControlOrMeta+End');
  await box.press('Enter');
}

/** Texts that were once found in the address two seconds after they were pasted. */
const pasted: readonly string[] = [
  'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    env:\n    - name: DB_PASSWORD\n      # the value\n      value: paste-1-otter-17\n',
  'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    env:\n    - value: paste-2-otter-17\n      name: DB_PASSWORD\n',
  'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    args:\n    - --db-password\n    - paste-3-otter-17\n',
  'apiVersion: v1\nkind: !!str Secret\nmetadata: {name: a}\nstringData: {p: paste-4-otter-17}\n',
  'apiVersion: v1\nkind:          Secret\nmetadata: {name: a}\nstringData: {p: paste-5-otter-17}\n',
  'apiVersion: v1\nkind: "\\x53ecret"\nmetadata: {name: a}\nstringData: {p: paste-6-otter-17}\n',
];

test('what is pasted stays out of the address, the history and the title', async ({ page }) => {
  await page.clock.install();
  const playground = new Playground(page);
  await playground.open();
  const dialog = page.getByRole('dialog');
  for (const [place, text] of pasted.entries()) {
    await pasteOnPage(page, text);
    // The first one is taken at once.
    if (place > 0) {
      await dialog.getByRole('radio', { name: `Add after step ${place}` }).check();
      await dialog.getByRole('button', { name: 'Open as 1 step' }).click();
      await expect(dialog).toHaveCount(0);
    } else await expect(playground.step).toContainText('paste-1-otter-17');
  }
  await expect(playground.steps.getByRole('listitem')).toHaveCount(pasted.length);
  await expect(page).toHaveURL(/#d\/[a-z0-9]+$/);
  // Longer than the page ever waited before it wrote the address.
  await page.clock.fastForward(2500);
  expect(await leftBehind(page)).not.toContain('otter-17');
  // And nothing is lost.
  await page.reload();
  for (const place of pasted.keys()) {
    await playground.selectStep(place + 1);
    await expect(playground.step).toContainText(`paste-${place + 1}-otter-17`);
  }
});
