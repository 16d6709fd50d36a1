import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as plain } from '@playwright/test';
import { Playground } from './page.ts';
import { further, furtherAfterFirst, test } from './test.ts';

// The documentation beside the page. `conformance/site` follows its links.

test('the help leads to it, in the language of the page', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('manual');
  const opened = page.waitForEvent('popup');
  await page.getByRole('option', { name: 'Documentation…' }).click();
  const docs = await opened;
  await expect(docs.getByRole('heading', { name: 'managedFields documentation' })).toBeVisible();
  await docs.getByRole('link', { name: 'Українська' }).click();
  await expect(docs.locator('html')).toHaveAttribute('lang', 'uk');
});

for (const [place, [locale, label, help]] of (
  [
    ['en', 'In other pages: Argo CD, Headlamp, React…', 'Help…'],
    ['uk', 'На інших сторінках: Argo CD, Headlamp, React…', 'Довідка…'],
    ['zh-CN', '在其他页面中：Argo CD、Headlamp、React…', '帮助…'],
  ] as const
).entries()) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test(
      'plugins of other pages are found by the names of their hosts, and in the help',
      furtherAfterFirst(place),
      async ({ page }) => {
        const playground = new Playground(page);
        await playground.open();
        await page.keyboard.press('ControlOrMeta+K');
        await page.getByRole('dialog').getByRole('combobox').fill('headlamp');
        const opened = page.waitForEvent('popup');
        await page.getByRole('option', { name: label }).click();
        await expect((await opened).getByRole('heading', { name: 'In other pages', level: 1 })).toBeVisible();
        await page.keyboard.press('ControlOrMeta+K');
        await page.getByRole('dialog').getByRole('combobox').fill(help);
        await page.getByRole('option', { name: help, exact: true }).click();
        await expect(page.locator('.help a[href="docs/plugins.html"]')).toBeVisible();
      },
    );
  });
}

test('an object stands with its owners on the page of the element that draws it', async ({ page }) => {
  await page.goto('/docs/library/view.html');
  const view = page.locator('managed-fields-view');
  await expect(view.getByRole('figure')).toHaveAccessibleName('Deployment web');
  await expect(view.getByText('kube-controller-manager').filter({ visible: true }).first()).toBeVisible();
});

test('a search for an error finds the example, which opens in the page', async ({ page }) => {
  await page.goto('/docs/index.html');
  await page.getByRole('searchbox').fill('conflict with kube-controller-manager subresource scale');
  await page.getByRole('link', { name: 'The autoscaler owns replicas, and the release fails' }).click();
  await expect(page.locator('pre.says')).toContainText(
    'conflict with "kube-controller-manager" with subresource "scale"',
  );
  await page.getByRole('link', { name: 'Open this example in the playground' }).click();
  await expect(new Playground(page).stepButton(3)).toContainText('conflict');
});

test('a lesson has a page in each language, which is found and opens with one click', further, async ({ page }) => {
  await page.goto('/docs/guide/uk/index.html');
  await page.getByRole('link', { name: 'Усі уроки' }).click();
  await expect(page.locator('.examples-list li')).toHaveCount(46);
  await page.getByRole('link', { name: '简体中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.goto('/docs/index.html');
  await page.getByRole('searchbox').fill('give a field up get size');
  await page.getByRole('link', { name: 'Give a field up', exact: true }).click();
  await expect(page.getByRole('figure')).toBeVisible();
  await page.getByRole('link', { name: 'Take this lesson in the playground' }).click();
  await expect(page.getByRole('region', { name: 'Lesson' })).toContainText('3 of 4 goals met');
});

test('a live example opens in its place', further, async ({ page }) => {
  await page.goto('/docs/guide/conflicts.html');
  const embed = page.locator('managed-fields-playground').first();
  await embed.getByRole('button').last().click();
  await expect(embed.locator('iframe').contentFrame().getByRole('listbox').first()).toBeVisible();
});

test('a search for anything is answered, and runs nothing', further, async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto('/docs/index.html#%E0%A4%A');
  const found = page.locator('.found');
  for (const text of [
    '<img src=x onerror=alert(1)>',
    '__proto__ constructor',
    '\u202e\u0000\ud800',
    '(((((a+)+)+)+)+)$',
    'conflict with "kubectl" '.repeat(10_000),
  ]) {
    await page.getByRole('searchbox').fill(text);
    await expect(found).toBeVisible();
    await expect(found.locator('a, p').first()).toBeVisible();
    await expect(found.locator('img')).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

test('a word that is nowhere says so', further, async ({ page }) => {
  await page.goto('/docs/guide/uk/index.html');
  await page.getByRole('searchbox').fill('xyzzyqwv');
  await expect(page.getByText('Про це тут нічого немає.')).toBeVisible();
});

for (const address of [
  'guide/index.html',
  'guide/uk/conflicts.html',
  'examples/hpa-conflict.html',
  'lessons/give-up-a-field.html',
  'lessons/uk/index.html',
  'index.html',
]) {
  test(`axe finds nothing in ${address}`, further, async ({ page }) => {
    await page.goto(`/docs/${address}`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page })
        .exclude('managed-fields-playground:not(:first-of-type) .mf-code')
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

plain('without scripts the steps of an example are there, and on paper', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/docs/guide/conflicts.html');
  const figure = page.getByRole('figure', { name: 'A conflict and its three ways out' }).first();
  await expect(figure).toContainText('Apply failed with 2 conflicts');
  await page.emulateMedia({ media: 'print' });
  await expect(figure).toBeVisible();
  await context.close();
});
