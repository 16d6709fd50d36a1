import { expect, type Page } from '@playwright/test';

/** A screen of 1440 by 860 pixels at 200 % zoom. */
export const zoomed = { width: 720, height: 430 };

/** How something is measured on screen, with the texts that are there or with others. */
type Measure = <T>(measure: () => Promise<T>) => Promise<T>;

const asItIs: Measure = (measure) => measure();

/** Makes the window as small as zoom makes it; nothing may stand beside it then. */
export async function expectInReach(
  page: Page,
  size: { readonly width: number; readonly height: number },
  look: Measure = asItIs,
): Promise<void> {
  await page.setViewportSize(size);
  const across = () => look(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth));
  await expect.poll(across).toBeLessThanOrEqual(0);
  for (const dialog of await page.getByRole('dialog').all()) {
    const bottom = () =>
      look(async () => {
        const box = await dialog.boundingBox();
        // The page is laid out anew between two widths; then there is no box for a moment.
        return box === null || box.x < 0 ? Number.POSITIVE_INFINITY : box.y + box.height;
      });
    await expect.poll(bottom).toBeLessThanOrEqual(size.height);
  }
}

/** Looks at what is on screen, and at each pane where it is a tab and none is covered, in windows of some widths. */
export async function expectNothingWide(
  page: Page,
  view: string,
  widths: readonly number[] = [390, 320, 639],
  look: Measure = asItIs,
): Promise<void> {
  const survey = page.getByRole('region', { name: 'Survey', exact: true });
  const covered = (await page.getByRole('dialog').or(page.getByRole('menu')).or(survey).count()) > 0;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    for (const tab of covered || width > 639 ? [] : ['Steps', 'Step', 'Result']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}( \\d+)?$`) }).click();
      expect.soft(await look(() => wide(page)), `${view}, ${tab}, ${width} px`).toEqual([]);
    }
    expect.soft(await look(() => wide(page)), `${view}, ${width} px`).toEqual([]);
  }
}

/**
 * Finds what is wider than the screen and may not be: all but what scrolls by itself for a reason. On a wide screen that is
 * code, whose lines a phone breaks, and the table of managers, whose columns a phone leaves out.
 */
async function wide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scrolling = window.innerWidth > 639 ? '.mf-code, .survey-scroll' : ':not(*)';
    const root = document.documentElement;
    if (root.scrollWidth <= window.innerWidth) {
      const boxes = [...document.querySelectorAll<HTMLElement>('main *, .header *, .walk *, .dialog *')];
      return boxes
        .filter(
          (box) =>
            box.scrollWidth > box.clientWidth + 1 &&
            ['auto', 'scroll'].includes(getComputedStyle(box).overflowX) &&
            !box.matches(scrolling),
        )
        .map((box) => `${box.tagName}.${box.className} scrolls by ${box.scrollWidth - box.clientWidth}`);
    }
    return [`the page scrolls by ${root.scrollWidth - window.innerWidth}`];
  });
}
