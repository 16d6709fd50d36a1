import { expect } from '@playwright/test';
import { expectCopied, Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

test('single keys work outside of editors, and can be switched off', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  await playground.stepButton(1).focus();
  await page.keyboard.press('n');
  await expect(playground.walk).toContainText('Step 2 of 4');
  await page.keyboard.press('4');
  await expect(playground.walk).toContainText('Step 4 of 4');
  await page.keyboard.press('p');
  await expect(playground.walk).toContainText('Step 3 of 4');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Next step');
  await list.getByRole('checkbox', { name: 'Shortcuts of a single key' }).uncheck();
  await page.keyboard.press('Escape');
  await playground.stepButton(3).focus();
  await page.keyboard.press('n');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(playground.walk).toContainText('Step 3 of 4');
});

test('Alt and arrows move the selected step, and moving is said', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap@2');
  const text = await playground.stepButton(2).textContent();
  await playground.result.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(playground.stepButton(3)).toContainText(text?.replace(/^Step 2: /, '').slice(0, 10) ?? '');
  await expect(page.getByRole('status').filter({ hasText: 'Moved: step 3 of 4' })).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(playground.stepButton(2)).toContainText(text?.replace(/^Step 2: /, '').slice(0, 10) ?? '');
});

test('panes are resized by keys, and a double click puts them back', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  const handle = page.getByRole('separator', { name: 'Width of the steps' });
  const value = async () => Number(await handle.getAttribute('aria-valuenow'));
  const width = async () => Math.round((await playground.steps.boundingBox())?.width ?? 0);
  const [before, wide] = [await value(), await width()];
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(wide);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(value).toBeGreaterThan(before + 5);
  await page.keyboard.press('Home');
  await expect.poll(width).toBe(180);
  await page.keyboard.press('End');
  await expect.poll(width).toBeGreaterThan(600);
  // The share that is announced is the share that is drawn.
  await expect.poll(async () => Math.abs((await value()) - (100 * (await width())) / 1440)).toBeLessThan(1);
  await handle.dblclick();
  await expect.poll(value).toBe(before);
});

test(
  'a menu that keys open has the focus, and gives it back; a tab that was opened elsewhere has the place of Tab',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/first-configmap@2');
    const button = page.getByRole('button', { name: 'Appearance and help' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await button.click();
    const title = page.getByRole('textbox', { name: 'Title of the scenario' });
    await title.click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(title).toBeFocused();

    await playground.result.getByRole('tab', { name: 'Object' }).click();
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Commands' }).fill('Show Changes');
    await page.keyboard.press('Enter');
    await playground.result.getByRole('listbox', { name: /^What differs/ }).focus();
    const changes = playground.result.getByRole('tab', { name: 'Changes' });
    const isThere = () => changes.evaluate((tab) => tab === document.activeElement);
    for (let index = 0; index < 8 && !(await isThere()); index++) await page.keyboard.press('Shift+Tab');
    await expect(changes).toBeFocused();
    await expect(changes).toHaveAttribute('aria-selected', 'true');
  },
);

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('keys work from within the editor as elsewhere', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/first-configmap');
    await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();

    await test.step('F6 goes round the panes', async () => {
      const within = async (pane: 'steps' | 'step' | 'result') =>
        expect.poll(() => playground[pane].evaluate((element) => element.contains(document.activeElement))).toBe(true);
      for (const pane of ['steps', 'step', 'result', 'steps'] as const) {
        await page.keyboard.press('F6');
        await within(pane);
      }
      await page.keyboard.press('Shift+F6');
      await within('result');
    });

    await test.step('Ctrl+Enter goes on to the next step and types nothing', async () => {
      await playground.editor().focus();
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(playground.walk).toContainText('Step 2 of 4');
      await page.keyboard.press('ControlOrMeta+Shift+Enter');
      await expect(playground.walk).toContainText('Step 1 of 4');
      await expect(page).toHaveURL(/#x\/first-configmap$/);
    });

    await test.step('Ctrl+S copies a link, and says so', async () => {
      await playground.selectStep(2);
      await playground.editor().focus();
      await page.keyboard.press('ControlOrMeta+S');
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
      await expectCopied(page, /#x\/first-configmap@2$/);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('letters are letters where somebody types', async () => {
      const title = page.getByRole('textbox', { name: 'Title of the scenario' });
      await playground.walk.getByRole('button', { name: 'Edit a copy' }).click();
      await title.fill('');
      await page.keyboard.type('no help? 12');
      await expect(title).toHaveValue('no help? 12');
      await playground.editor().focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('pen? 12');
      await expect(playground.step.locator('.view-line').first()).toContainText(/pen\?\s12/);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });

  test('the outcome of a step is said in words after it was chosen, and not at each key', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways');
    const said = page.getByTestId('announcement');
    await expect(said).toHaveText(/^Step 1, Server-side apply by pipeline: created/);
    await playground.stepButton(3).click();
    await expect(said).toHaveText(/^Step 3, Server-side apply by pipeline: conflict\. Apply failed with 2 conflicts/);
    await page.evaluate(() => {
      const region = document.querySelector('[data-testid="announcement"]');
      const heard: string[] = [];
      Object.assign(window, { heard });
      if (region !== null) {
        new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }
    });
    await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
    await playground.editor().focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('# some words that change nothing at all', { delay: 20 });
    await expect(playground.stepButton(3)).toContainText('conflict');
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
  });

  test('focus is seen wherever Tab leads, and goes through header, steps, step and result in this order', async ({
    page,
  }) => {
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways@3');
    const places: string[] = [];
    const withoutOutline: string[] = [];
    for (let index = 0; index < 70; index++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(focused);
      if (at === undefined) break;
      if (!at.seen) withoutOutline.push(at.what);
      if (places.at(-1) !== at.place) places.push(at.place);
      // The editor keeps Tab; the test before this one shows the way out.
      if (at.inEditor) await page.keyboard.press('Control+M');
    }
    expect(withoutOutline).toEqual([]);
    const order = ['header', 'walk', 'steps', 'step', 'result'];
    expect(places.filter((place) => order.includes(place)).slice(0, order.length)).toEqual(order);
  });
});

/** The element with the focus: its part of the page, its name, and whether the focus is seen. */
function focused() {
  const element = document.activeElement;
  if (element === null || element === document.body) return undefined;
  const parts: readonly (readonly [string, string])[] = [
    ['header', '.header'],
    ['walk', '.walk'],
    ['steps', '.steps-pane'],
    ['step', '.step-pane'],
    ['result', '.result-pane'],
  ];
  const inEditor = element.closest('.monaco-editor') !== null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return {
    place: parts.find(([, selector]) => element.closest(selector) !== null)?.[0] ?? 'elsewhere',
    what: `${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(
      0,
      90,
    ),
    inEditor,
    seen: inEditor || (box.width > 0 && ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none')),
  };
}
