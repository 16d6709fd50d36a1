import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { Playground, withoutMonaco } from './page.ts';
import { test, withMonaco } from './test.ts';
import { showView, views } from './views.ts';

test.use(withMonaco);

/** Rules that are switched off for the whole page, and why. */
const off: Readonly<Record<string, string>> = {};

/** What is looked at apart because it is not ours: the DOM that Monaco makes inside its own element. */
const monaco = '.monaco-editor';

/** Rules that Monaco breaks in its own DOM, and why that harms nobody here. */
const monacoOff: Readonly<Record<string, string>> = {
  'color-contrast':
    'Monaco paints text and ground as layers that axe cannot put together; theme.test.ts holds the colours.',
};

/**
 * How else the page can look. Only its colours change then, and they are the same on every screen. High contrast on a
 * dark ground has the same rules with other colours, which theme.test.ts holds.
 */
const looks = [
  { name: 'dark', colorScheme: 'dark', contrast: 'no-preference', rules: ['color-contrast'] },
  { name: 'high contrast', colorScheme: 'light', contrast: 'more', rules: ['color-contrast-enhanced'] },
] as const;

// Looking at a whole page takes its time on a busy machine.
test.describe.configure({ timeout: 180_000 });
// A colour that is on its way from one look to another is neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What depends on the size of the screen alone; the other rules read the same page on a phone as on a wide screen. */
const ofTheScreen = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'meta-viewport', 'region'];

test.describe('on a wide screen', () => {
  // What is read is the same around either editor, so only what is written is looked at with Monaco.
  for (const [index, view] of views.entries()) {
    // Every part stands in several views, so each view is looked at in one of the other looks.
    const look = looks[index % looks.length] ?? looks[0];
    test(`axe finds nothing, and all is in reach at 200 % zoom: ${view.name}`, async ({ page }) => {
      if (view.writes !== true) await withoutMonaco(page);
      await showView(page, new Playground(page), view);
      expect.soft(await complaints(page), 'light').toEqual([]);
      await page.emulateMedia({ colorScheme: look.colorScheme, contrast: look.contrast });
      await expect(page.locator('html[data-contrast="more"]')).toHaveCount(look.contrast === 'more' ? 1 : 0);
      expect.soft(await complaints(page, look.rules), look.name).toEqual([]);
      await expectInReach(page, { width: 720, height: 430 });
    });
  }

  test('axe finds nothing in and around Monaco, but for the rules that are listed', async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways@3');
    await expect(page.locator(monaco).first()).toBeVisible();
    expect.soft(await complaints(page), 'around').toEqual([]);
    const inside = axe(page).include(monaco).disableRules(Object.keys(monacoOff));
    expect((await inside.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const view of views) {
    test(`axe finds nothing, and nothing scrolls sideways: ${view.name}`, async ({ page }) => {
      await showView(page, new Playground(page), view);
      expect.soft(await complaints(page, ofTheScreen)).toEqual([]);
      await expectNothingWide(page);
    });
  }
});

/** The page has no frames of other origins, so axe may look at it in one go, without a page of its own for each look. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
}

/** What axe finds, a line each: the rule, the place, and what is wrong there. */
async function complaints(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const all = axe(page).exclude(monaco);
  const builder = rules === undefined ? all.disableRules(Object.keys(off)) : all.withRules([...rules]);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}

/** Makes the window as small as zoom makes it; nothing may stand beside it then. */
async function expectInReach(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  const across = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(across).toBeLessThanOrEqual(0);
  for (const dialog of await page.getByRole('dialog').all()) {
    const bottom = async () => {
      const box = await dialog.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThanOrEqual(size.height);
  }
}

/** Looks at what is on screen, and at each pane where none is covered, from 320 to 639 pixels. */
async function expectNothingWide(page: Page): Promise<void> {
  const covered = (await page.getByRole('dialog').or(page.getByRole('menu')).count()) > 0;
  for (const width of [390, 320, 639]) {
    await page.setViewportSize({ width, height: 740 });
    for (const tab of covered ? [] : ['Steps', 'Step', 'Result']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}( \\d+)?$`) }).click();
      expect.soft(await wide(page), `${tab}, ${width} px`).toEqual([]);
    }
    expect.soft(await wide(page), `${width} px`).toEqual([]);
  }
}

/** What is wider than the screen and may not be: all but what scrolls by itself for a reason, such as code. */
async function wide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= window.innerWidth) {
      const boxes = [...document.querySelectorAll<HTMLElement>('main *, .header *, .walk *, .dialog *')];
      return boxes
        .filter(
          (box) =>
            box.scrollWidth > box.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX),
        )
        .map((box) => `${box.tagName}.${box.className} scrolls by ${box.scrollWidth - box.clientWidth}`);
    }
    return [`the page scrolls by ${root.scrollWidth - window.innerWidth}`];
  });
}
