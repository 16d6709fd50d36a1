import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { whole } from '../conformance/whole.ts';
import { expectInReach, expectNothingWide, zoomed } from './overflow.ts';
import { Playground } from './page.ts';
import { further, furtherAfterFirst, test, withMonaco } from './test.ts';
import { showView, type View, views } from './views.ts';

/** Rules that are switched off for the whole page, and why. */
const off: Readonly<Record<string, string>> = {};

/** The DOM that Monaco makes inside its own element, which is looked at apart because it is not ours. */
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

// Many views in one page, each of which takes its time on a busy machine.
test.describe.configure({ timeout: 400_000 });
// A colour that is on its way from one look to another is neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Rules that depend on the size of the screen. The others read the same page on a phone as on a wide screen. */
const ofTheScreen = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'meta-viewport', 'region'];

type Screen = 'wide' | 'phone';

/** The views that are looked at on a screen: each on one of the two, or on both where everything is looked at. */
const viewsOn = (screen: Screen) => views.filter((_, index) => whole || index % 2 === (screen === 'wide' ? 0 : 1));

/**
 * The views of a test, which opens one after the other in its page; those that leave a draft behind are a part of their
 * own.
 */
const partsOn = (screen: Screen) =>
  [
    ...inParts(
      viewsOn(screen).filter(({ writes }) => writes !== true),
      5,
    ),
    viewsOn(screen).filter(({ writes }) => writes === true),
  ].filter((part) => part.length > 0);

test.describe('on a wide screen', () => {
  for (const [part, some] of partsOn('wide').entries()) {
    test(
      `axe finds nothing, and all is in reach at 200 % zoom: ${namesOf(some)}`,
      furtherAfterFirst(part),
      async ({ page }) => {
        for (const [index, view] of some.entries()) {
          await test.step(view.name, async () => {
            await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' });
            await page.setViewportSize({ width: 1440, height: 860 });
            await showAnew(page, view);
            expect.soft(await complaints(page), `${view.name}, light`).toEqual([]);
            expect.soft(await hintsAlone(page), `${view.name}, hints`).toEqual([]);
            // Every part stands in several views, so each view is looked at in one of the other looks.
            const look = looks[(index + part) % looks.length] ?? looks[0];
            await page.emulateMedia({ colorScheme: look.colorScheme, contrast: look.contrast });
            await expect(page.locator('html[data-contrast="more"]')).toHaveCount(look.contrast === 'more' ? 1 : 0);
            expect.soft(await complaints(page, look.rules), `${view.name}, ${look.name}`).toEqual([]);
            await expectInReach(page, zoomed);
          });
        }
      },
    );
  }
});

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('axe finds nothing in and around it, but for the rules that are listed', further, async ({ page }) => {
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

  for (const some of partsOn('phone')) {
    test(`axe finds nothing, and nothing scrolls sideways: ${namesOf(some)}`, further, async ({ page }) => {
      for (const view of some) {
        await test.step(view.name, async () => {
          await page.setViewportSize({ width: 390, height: 844 });
          await showAnew(page, view);
          expect.soft(await complaints(page, ofTheScreen), view.name).toEqual([]);
          expect.soft(await hintsAlone(page), `${view.name}, hints`).toEqual([]);
          await expectNothingWide(page, view.name);
        });
      }
    });
  }
});

/** Brings a view on screen in a page that shows something else, which is loaded anew. */
async function showAnew(page: Page, view: View): Promise<void> {
  await page.goto('about:blank');
  await showView(page, new Playground(page), view);
}

/**
 * The page has no frames of other origins, so axe may look at it in one go, without a page of its own for each look. Sizes of
 * what is pressed axe looks at only where it is asked to.
 */
function axe(page: Page): AxeBuilder {
  const rules = { 'target-size': { enabled: true } };
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'], rules }).setLegacyMode();
}

/**
 * What is explained by a hint of the browser alone, which neither touch nor keys show. A hint may say a name that is read out, or the
 * whole of what is drawn in part, as in the cells of a table.
 */
async function hintsAlone(page: Page): Promise<readonly string[]> {
  return page.locator('[title]').evaluateAll((all, ours) => {
    const plain = (text: string | null) => (text ?? '').replaceAll(/[…\s:]+/g, ' ').trim();
    return all.flatMap((element) => {
      const [title, text] = [plain(element.getAttribute('title')), plain(element.textContent)];
      const isName = plain(element.getAttribute('aria-label')) === title;
      const isWhole = text !== '' && (title.includes(text) || text.includes(title));
      return element.closest(ours) !== null || element.matches('[role=gridcell], td') || isName || isWhole
        ? []
        : [`${element.className}: ${title}`];
    });
  }, monaco);
}

/** The findings of axe, a line each: the rule, the place, and what is wrong there. */
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

function inParts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

/** The first and the last of some views. */
function namesOf(some: readonly View[]): string {
  return `${some[0]?.name} to ${some.at(-1)?.name}`;
}
