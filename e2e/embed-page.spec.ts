import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { firstViews } from './size/budgets.ts';
import { further, test } from './test.ts';

// The page that stands inside a frame, by itself; embed.spec.ts and embed-refused.spec.ts are about the pages around it.

/** The parts of the page by the names that they have for everybody. */
class Embed {
  readonly page: Page;
  readonly lines;
  readonly field;
  readonly conflict;

  constructor(page: Page) {
    this.page = page;
    this.lines = page.getByRole('listbox');
    this.field = page.getByRole('region', { name: 'Field', exact: true });
    this.conflict = page.getByRole('group', { name: 'Conflict.' });
  }

  /** Opens a query and a fragment, and waits until what they name is drawn. */
  async open(query: string, fragment: string): Promise<void> {
    await this.page.goto(`/embed.html?${query}${fragment}`);
    await this.drawn();
  }

  async drawn(): Promise<void> {
    await expect(this.page.locator('.embed')).toHaveAttribute('aria-busy', 'false');
  }

  line(text: string) {
    return this.lines.getByRole('option').filter({ hasText: text });
  }

  step(place: number) {
    return this.page.getByRole('button', { name: new RegExp(`^Step ${place}:`) });
  }
}

/** A ConfigMap that two managers apply; the second meets a conflict. Made by another program, without a checksum. */
const link = linkTo({
  version: 1,
  title: 'Two managers of one value',
  steps: [
    { kind: 'apply', manager: 'helm', note: 'helm sets the value.', text: configMap('1') },
    { kind: 'apply', manager: 'ui', note: 'ui wants another.', text: configMap('2') },
  ],
});

function configMap(value: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "${value}"\n`;
}

function linkTo(scenario: unknown): string {
  return `#s/1j.${Buffer.from(JSON.stringify(scenario)).toString('base64url')}`;
}

/** A script that was fetched, its gzipped size, and when it was asked for, in milliseconds since 1970. */
interface Script {
  readonly name: string;
  readonly size: number;
  readonly asked: number;
}

/** The scripts that a page and its worker fetch. */
function scriptsOf(page: Page): () => Promise<readonly Script[]> {
  const found: Promise<Script>[] = [];
  page.context().on('response', (response) => {
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? '';
    const asked = response.request().timing().startTime;
    if (!name.endsWith('.js')) return;
    found.push(response.body().then((body) => ({ name, asked, size: gzipSync(body, { level: 9 }).length })));
  });
  return () => Promise.all(found);
}

/** Notes when the first owned field is on screen. */
async function noteOverlay(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.mf-tint') === null) return;
      Object.assign(window, { overlay: Date.now() });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'overlay')));
}

test('an example is drawn by what was stored with it, and its steps show who owns what', async ({ page }) => {
  const scripts = scriptsOf(page);
  const embed = new Embed(page);
  await embed.open('height=auto', '#x/hpa-conflict');
  const before = await scripts();
  expect(before.filter(({ name }) => /^(answer|worker|questions|react|monaco)/.test(name))).toEqual([]);

  await expect(embed.line('replicas: 2')).toContainText('owned by pulumi-kubernetes (Apply)');
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect(embed.line('replicas: 5')).toContainText('owned by kube-controller-manager (Update /scale)');
  await expect(page.getByText('Under load the HorizontalPodAutoscaler')).toBeVisible();
  await expect(embed.step(2)).toHaveAttribute('aria-current', 'step');

  await embed.step(3).click();
  await expect(embed.conflict).toContainText(
    'Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "scale" using apps/v1: .spec.replicas',
  );
  const row = embed.conflict.getByRole('row').filter({ hasText: '.spec.replicas' });
  await expect(row.getByRole('cell')).toHaveText([/^5kkube-controller-managerUpdate \/scale · no time$/, '2']);
  await expect(page.getByRole('link', { name: /Open in playground/ })).toHaveAttribute(
    'href',
    './index.html#x/hpa-conflict@3',
  );

  // The engine comes only with a question.
  await row.getByRole('button', { name: '.spec.replicas' }).click();
  await expect(embed.field).toContainText('One manager owns it.');
  await expect(embed.field).toContainText('changed it from 2 to 5 and took it from pulumi-kubernetes');
  await embed.field.getByRole('button', { name: 'Step 1' }).click();
  await expect(embed.step(1)).toHaveAttribute('aria-current', 'step');
  await expect(embed.line('replicas: 2')).toBeVisible();
});

test('a link is played within the budget of scripts', async ({ page }) => {
  const scripts = scriptsOf(page);
  const overlay = await noteOverlay(page);
  const embed = new Embed(page);
  await page.goto(`/embed.html?step=2${link}`);
  await expect(embed.line('a: "1"')).toContainText('owned by helm (Apply)');
  const shown = await overlay();
  // Facts about kinds have a limit of their own.
  const fetched = (await scripts()).filter(({ name, asked }) => asked < shown && !/^(bundled|whole)-data/.test(name));
  const total = fetched.reduce((sum, { size }) => sum + size, 0);
  const limit = firstViews.find(({ name }) => name === 'embed, a link')?.limit ?? 0;
  expect(total, JSON.stringify(fetched)).toBeLessThan(limit * 1024);
  await embed.drawn();
  await expect(embed.conflict).toContainText('conflict with "helm"');
  await expect(page.locator('h1')).toHaveText('Two managers of one value');
  await expect(page.getByRole('link', { name: /Open in playground/ })).toHaveAttribute('href', `./index.html${link}`);
  expect((await scripts()).filter(({ name }) => /react|monaco|editor/i.test(name))).toEqual([]);
});

test('what cannot be shown says why', async ({ page }) => {
  const said = page.getByRole('alert').or(page.locator('.embed-message'));
  for (const [address, sentence] of [
    [`?${link.slice(0, 60)}`, 'This link was cut off'],
    [`?a${link.replace('#s/1j', '#s/9j')}`, 'made by a newer version'],
    ['?b#s/1q.AAAA.0000000', 'packed in a way that this version does not know'],
    ['?c#hello', 'holds no scenario'],
    [`?d${linkTo({ version: 1, steps: [{ kind: 'wish' }] })}`, 'not a scenario'],
    ['?e#x/no-such-example', 'no example called no-such-example'],
    ['?f', 'Nothing to show'],
    ['?lang=uk#x/no-such-example', 'Прикладу no-such-example немає'],
  ] as const) {
    await page.goto(`/embed.html${address}`);
    await expect(said, address).toContainText(sentence);
  }
});

test('keys move from line to line, and the inspector follows', further, async ({ page }) => {
  const embed = new Embed(page);
  await embed.open('step=2&height=480', link);
  await embed.lines.focus();
  await page.keyboard.press('End');
  await expect(embed.field).toContainText('.metadata.uid');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(embed.field).toContainText('.data.a = 1');
  await expect(embed.field).toContainText('Apply · v1 · 2026-01-01');
  await expect(embed.field).toContainText('helm set it to 1.');
  await expect(embed.line('a: "1"')).toHaveAttribute('aria-selected', 'true');
  // managedFields are folded until somebody asks.
  await expect(embed.line('fieldsType')).toHaveCount(0);
  await embed.line('managedFields:').click();
  await expect(embed.line('fieldsV1:')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(embed.field).toHaveCount(0);
});

test('the address says how it is shown', further, async ({ page }) => {
  const embed = new Embed(page);
  await embed.open('step=3&focus=.spec.replicas&manager=kube-controller-manager&theme=dark', '#x/hpa-conflict');
  await expect(embed.field).toContainText('.spec.replicas = 5');
  await expect(embed.line('replicas: 5')).toBeInViewport();
  await expect(page.getByRole('button', { name: /^kube-controller-manager Update/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(embed.line('selector:').locator('.mf-faded')).toHaveCount(1);
  expect(await page.locator('.embed').evaluate((root) => getComputedStyle(root).backgroundColor)).toBe(
    'rgb(24, 29, 37)',
  );

  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('row').filter({ hasText: '.spec.replicas' }).last()).toContainText(
    'kube-controller-manager',
  );
  await page.getByRole('button', { name: 'managedFields', exact: true }).click();
  await expect(embed.line('f:replicas')).toBeVisible();
  await embed.step(2).click();
  await page.getByRole('button', { name: 'Changes' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('new value: +');
  const moves = page.getByRole('list', { name: 'Changed owners' });
  await expect(moves).toContainText(/\.spec\.replicas.*pulumi-kubernetes.*→.*kube-controller-manager/);

  await embed.open('controls=none&theme=light', '#x/hpa-conflict');
  await expect(embed.line('replicas: 2')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await embed.open('controls=min&step=3&title=Mine', '#x/hpa-conflict');
  await expect(page.locator('h1')).toHaveText('Mine');
  await expect(embed.step(1)).toHaveCount(0);
  await expect(embed.conflict).toBeVisible();

  await embed.open('lang=uk&step=3', '#x/hpa-conflict');
  await expect(page.getByRole('button', { name: /^Крок 3: .*конфлікт/ })).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await embed.open('lang=zh-CN&step=3', '#x/hpa-conflict');
  await expect(page.getByRole('group', { name: '冲突。' })).toContainText('服务器返回 409');
});

test('a reader changes a step, and takes it back', async ({ page }) => {
  const embed = new Embed(page);
  await embed.open('step=2&editable=true', link);
  await page.getByRole('button', { name: 'Edit here' }).click();
  const text = page.getByRole('textbox', { name: 'Text of step 2' });
  await text.fill(configMap('1'));
  await expect(embed.line('a: "1"')).toContainText('owned by ui (Apply) and helm (Apply)');
  await expect(embed.conflict).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Open in playground/ })).not.toHaveAttribute(
    'href',
    `./index.html${link}`,
  );
  await text.fill('a: [');
  await expect(page.getByText(/^Line \d+: /)).toBeVisible();
  await page.getByRole('button', { name: 'As it was' }).click();
  await expect(embed.conflict).toBeVisible();
  await expect(text).toHaveValue(configMap('2'));
  // A way out of the conflict changes the step, too.
  await page.getByRole('group', { name: 'Ways out' }).getByRole('button', { name: 'Share it' }).click();
  await expect(embed.line('a: "1"')).toContainText('owned by ui (Apply) and helm (Apply)');
  await expect(text).toHaveValue(configMap('1'));
});

test(
  'axe finds nothing, light and dark, and nothing scrolls sideways where it is narrow',
  further,
  async ({ page }) => {
    const embed = new Embed(page);
    for (const { address, width, looked } of [
      { address: 'step=3&focus=.spec.replicas&height=auto&editable=true', width: 760, looked: 'light and dark' },
      { address: 'step=2&view=changes&height=auto', width: 320, looked: 'light and dark' },
      { address: 'step=2&view=table&height=auto', width: 320, looked: 'light' },
      // What is in it was looked at where it is wide.
      { address: 'step=3&height=auto', width: 320, looked: 'no' },
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await embed.open(address, '#x/hpa-conflict');
      if (width === 760) await page.getByRole('button', { name: 'Edit here' }).click();
      if (looked !== 'no') expect.soft(await complaints(page), address).toEqual([]);
      if (looked === 'light and dark') {
        await page.emulateMedia({ colorScheme: 'dark' });
        // Only colours differ in the dark.
        expect.soft(await complaints(page, ['color-contrast']), `${address} dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'light' });
      }
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(wider, address).toBeLessThanOrEqual(0);
    }
  },
);

/** The rules that axe finds broken, each with its first element. */
async function complaints(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // The page has no frames of other origins, so axe may look at it in one go, without a page of its own for each look.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
