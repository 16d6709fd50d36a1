import { expect, type Page } from '@playwright/test';
import { dropFiles, expectCopied, Playground } from '../page.ts';
import { listOf } from '../survey-dump.ts';
import { further, furtherAfterFirst, test } from '../test.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

const start = (page: Page, name: string) => page.locator('.welcome').getByRole('button', { name });

/** A List of ConfigMaps, each with a text of some length. */
function configMaps(count: number, length: number): string {
  const item = (place: number) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `cm-${place}`, namespace: 'shop' },
    data: { text: 'x'.repeat(length) },
  });
  return listOf(Array.from({ length: count }, (_, place) => item(place)));
}

const drop = (page: Page, name: string, text: string) => dropFiles(page.locator('body'), { [name]: text });

/** What somebody may bring, as the first page lists it. */
const brought = [
  'An object',
  'An error',
  'Many objects',
  'A release',
  'An audit log',
  'A cluster',
  'A lesson',
  'An assistant',
] as const;

for (const [place, [width, height]] of (
  [
    [1440, 860],
    [1024, 768],
    [390, 844],
  ] as const
).entries()) {
  test(
    `all that one can bring stands on one screen, ${width} × ${height}`,
    furtherAfterFirst(place),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await new Playground(page).open();
      for (const name of brought) await expect(start(page, name)).toBeInViewport({ ratio: 1 });
      const example = width > 1100 ? start(page, 'A first ConfigMap') : page.locator('.header');
      await expect(example).toBeInViewport({ ratio: 1 });
    },
  );
}

test('the first page leads to everything that takes a text', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await start(page, 'An object').click();
  await expect(dialog(page, 'Paste or open').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await start(page, 'An error').click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await start(page, 'An audit log').click();
  await expect(page.getByRole('dialog').filter({ hasText: 'audit' })).toBeVisible();
  await page.keyboard.press('Escape');
  await start(page, 'A cluster').click();
  await expect(dialog(page, 'Help')).toContainText('cluster -- deploy/web -n prod');
  await page.keyboard.press('Escape');
  await start(page, 'A lesson').click();
  await expect(dialog(page, 'Lessons')).toBeVisible();
  await page.keyboard.press('Escape');
  const opened = page.waitForEvent('popup');
  await start(page, 'An assistant').click();
  await expect((await opened).getByRole('heading', { name: 'For assistants' })).toBeVisible();
  await start(page, 'A release').click();
  await expect(page.getByRole('region', { name: 'Survey' })).toContainText('first give the live objects');
});

test('what comes from a terminal says the command that prints it, to be copied', further, async ({ page }) => {
  await new Playground(page).open();
  for (const [name, command] of [
    ['An object', /^kubectl get deployment NAME -o yaml --show-managed-fields$/],
    ['Many objects', /^kubectl get deploy,\S+ -A -o json --show-managed-fields > dump.json$/],
    ['A release', /^helm template web .\/chart > release.yaml$/],
  ] as const) {
    const tile = page.locator('.welcome .start').filter({ has: page.getByRole('button', { name }) });
    await expect(tile.locator('code')).toHaveText(command);
    await tile.getByRole('button', { name: 'Copy' }).click();
    await expectCopied(page, command);
  }
});

test('many objects open as a survey', further, async ({ page }) => {
  await new Playground(page).open();
  await start(page, 'Many objects').click();
  await expect(page.getByRole('region', { name: 'Survey' })).toContainText('kubectl get deploy,sts');
});

test('a list of few objects that is too large for a scenario opens as a survey', further, async ({ page }) => {
  await new Playground(page).open();
  const text = configMaps(300, 8000);
  expect(text.length).toBeGreaterThan(2_400_000);
  await drop(page, 'dump.json', text);
  await expect(page.getByRole('region', { name: 'Survey' })).toContainText('300 objects');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a list that is too long for a scenario opens as a survey', async ({ page }) => {
  await new Playground(page).open();
  await drop(page, 'dump.json', configMaps(801, 3000));
  await expect(page.getByRole('region', { name: 'Survey' }).getByRole('row')).not.toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Survey' })).toContainText('801');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('from a dozen objects on the survey is what is offered first', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await drop(page, 'dozen.json', configMaps(12, 10));
  const first = page.getByRole('button', { name: 'Open as a survey' });
  await expect(first).toBeFocused();
  await expect(page.getByRole('button', { name: 'Open as 12 steps' })).not.toHaveClass(/btn-primary/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Survey' })).toContainText('cm-11');
});

test('help has the ways to begin, a glossary and what the page keeps', async ({ page, request }) => {
  await new Playground(page).open('#x/conflict-three-ways');
  await page.getByRole('button', { name: 'Appearance and help' }).click();
  await page.getByRole('menuitem', { name: 'Help…' }).click();
  for (const name of [...brought, 'An example'])
    await expect(dialog(page, 'Help').getByRole('button', { name })).toBeVisible();
  await expect(dialog(page, 'Help').getByRole('link', { name: 'Documentation' })).toBeVisible();
  await page.getByRole('tab', { name: 'Glossary' }).click();
  await page.getByRole('searchbox', { name: 'Search the glossary' }).fill('nobody');
  await expect(dialog(page, 'Help').getByRole('term').first()).toHaveText('Owned by nobody');
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(dialog(page, 'Help')).toContainText('v1.36.3');
  await expect(dialog(page, 'Help')).toContainText('Apache-2.0');
  await expect(dialog(page, 'Help')).toContainText('No public address of it was named');
  await expect(dialog(page, 'Help')).toContainText('What is kept, and where');
  const links = dialog(page, 'Help').getByRole('link');
  await expect(links.filter({ hasText: 'What is not modelled' })).toBeVisible();
  for (const link of await links.all())
    expect((await request.get(`/${await link.getAttribute('href')}`)).status(), (await link.textContent()) ?? '').toBe(
      200,
    );
});

for (const [place, [said, found]] of (
  [
    ['audit', 'Open an audit log'],
    ['yaml', 'Paste or open'],
    ['message', 'Error text'],
    ['dump', 'Survey many objects'],
    ['tutorial', 'Lessons'],
    ['examples', 'Examples'],
    ['connect', 'Beside a cluster'],
    ['assistant', 'Connect an assistant'],
    ['handbook', 'Documentation'],
    ['what would change', 'Forecast a release'],
    ['kubeconfig', 'Beside a cluster'],
    ['definition', 'Glossary'],
    ['licence', 'About this page'],
  ] as const
).entries()) {
  test(`the palette finds “${found}” by “${said}”`, furtherAfterFirst(place), async ({ page }) => {
    await new Playground(page).open('#x/first-configmap');
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Commands' }).fill(said);
    await expect(dialog(page, 'Commands').getByRole('option').filter({ hasText: found })).toBeVisible();
  });
}

for (const [place, width] of [360, 1024].entries()) {
  test(`the version can be seen and chosen at ${width} pixels`, furtherAfterFirst(place), async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await new Playground(page).open('#x/first-configmap');
    const chip = page.getByRole('button', { name: 'Kubernetes version' });
    await expect(chip).toHaveText('v1.36');
    await chip.click();
    await page.getByRole('menuitemradio', { name: 'Kubernetes v1.34' }).click();
    await expect(chip).toHaveText('v1.34');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect(chip).toBeInViewport({ ratio: 1 });
  });
}

test('six steps are visible at 1024 pixels', further, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways');
  await expect(playground.stepButton(6)).toBeInViewport({ ratio: 1 });
});

test(
  'a phone opens an example on its result, and folds the settings of a step to a line',
  further,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways');
    await expect(page.getByRole('tab', { name: 'Result', exact: true })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Step', exact: true }).click();
    const manager = playground.step.getByRole('combobox', { name: 'Manager' });
    await expect(manager).toBeHidden();
    await playground.step.locator('.settings-folded summary').click();
    await expect(manager).toHaveValue('pipeline');
  },
);

for (const [place, [width, height]] of (
  [
    [390, 844],
    [1024, 768],
    [1440, 860],
  ] as const
).entries()) {
  test(
    `an example at a conflict has all ways out on screen when it opens, ${width} × ${height}`,
    furtherAfterFirst(place),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const playground = new Playground(page);
      await playground.open('#x/conflict-three-ways@3');
      const ways = playground.conflict.getByRole('group', { name: 'Ways out' });
      // What each comes to makes them as high as they will be.
      await expect(ways).toContainText('loses');
      for (const way of ['Overwrite', 'Give it up', 'Share it'])
        await expect(ways.getByRole('button', { name: new RegExp(`^${way}`) })).toBeInViewport({ ratio: 1 });
    },
  );
}
