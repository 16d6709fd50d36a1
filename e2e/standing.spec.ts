import { expect, type Locator, type Page } from '@playwright/test';
import { recordedLog } from '../conformance/audit/levels.ts';
import { Playground } from './page.ts';
import { openFromFirstPage, survey } from './survey-page.ts';
import { further, test } from './test.ts';

// Back and Forward lead to where one stood, scrolled and focused; and whatever is done, something has the focus.

const objects = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: Array.from({ length: 60 }, (_, place) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `cm-${place}`, namespace: 'shop', uid: `u-${place}`, resourceVersion: '1' },
    data: { a: '1' },
  })),
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

const welcome = (page: Page, name: string) => page.locator('.welcome').getByRole('button', { name });

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, exact: true });

async function scrollTo(box: Locator, top: number): Promise<void> {
  await expect(box).toBeVisible();
  await expect
    .poll(() => box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
    .toBeGreaterThan(top);
  await box.evaluate((element, to) => {
    element.scrollTop = to;
  }, top);
}

const expectScrolled = (box: Locator, top: number) => expect(box).toHaveJSProperty('scrollTop', top);

/** Something of the page has the focus. */
async function expectFocus(page: Page, after: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'nothing'), { message: after })
    .not.toMatch(/^(BODY|HTML|nothing)$/);
}

/** Presses a control by the keyboard, once it can be used, as somebody does who has no mouse. */
async function press(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await control.focus();
  await control.press('Enter');
}

test('Back leads to the examples as they were searched, and Forward to the example', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await page
    .locator('.welcome')
    .getByRole('button', { name: /^All \d+ examples$/ })
    .click();
  const examples = dialog(page, 'Examples');
  await examples.getByRole('combobox', { name: 'Search the examples' }).fill('conflict');
  const list = examples.getByRole('listbox', { name: 'Search the examples' });
  const options = list.getByRole('option');
  await scrollTo(list, 180);
  const chosen = options.nth(6);
  const name = (await chosen.locator('.gallery-line > span').textContent()) ?? '';
  await chosen.click();
  const top = await list.evaluate(({ scrollTop }) => scrollTop);
  await examples.getByRole('button', { name: 'Step through it' }).click();
  await expect(playground.walk).toContainText('Step 1 of');
  await page.goBack();
  await expect(examples.getByRole('combobox', { name: 'Search the examples' })).toHaveValue('conflict');
  await expect(examples.getByRole('heading', { level: 3 })).toHaveText(name);
  await expectScrolled(list, top);
  await expectFocus(page, 'Back to the examples');
  await page.goBack();
  await expect(examples).toHaveCount(0);
  await expectFocus(page, 'Back to the first page');
  await page.goForward();
  await expect(examples).toBeVisible();
  await page.goForward();
  await expect(playground.walk).toContainText('Step 1 of');
  await expectFocus(page, 'Forward to the example');
});

test('Back leads to the lesson that was chosen in the list', further, async ({ page }) => {
  await new Playground(page).open();
  await welcome(page, 'A lesson').click();
  const lessons = dialog(page, 'Lessons');
  const box = lessons.locator('.lessons-body');
  await scrollTo(box, 700);
  const line = lessons.getByRole('button', { name: 'Hand replicas over' });
  await line.scrollIntoViewIfNeeded();
  const top = await box.evaluate(({ scrollTop }) => scrollTop);
  await press(line);
  await expect(page).toHaveURL(/#l\/hand-over-replicas$/);
  await expectFocus(page, 'a lesson');
  await page.goBack();
  await expect(line).toBeFocused();
  await expectScrolled(box, top);
});

test('Back leads into the help as it was', further, async ({ page }) => {
  await new Playground(page).open('#x/first-configmap');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Glossary');
  await page.keyboard.press('Enter');
  const help = dialog(page, 'Help');
  await help.getByRole('searchbox').fill('e');
  const box = help.locator('.help-panel');
  await scrollTo(box, 300);
  await page.goBack();
  await expect(help).toHaveCount(0);
  await page.goForward();
  await expect(help.getByRole('searchbox')).toHaveValue('e');
  await expectScrolled(box, 300);
});

test(
  'Back leads from the history of an object to the list of the audit log, and to where its rows were',
  further,
  async ({ page }) => {
    await new Playground(page).open();
    await welcome(page, 'An audit log').click();
    const audit = dialog(page, 'Audit log');
    const choosing = page.waitForEvent('filechooser');
    await audit.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles({ name: 'audit.log', mimeType: 'text/plain', buffer: Buffer.from(recordedLog) });
    await audit.getByRole('combobox').fill('web');
    await audit
      .getByRole('option', { name: /^web deployments/ })
      .first()
      .click();
    await expect(audit).toContainText('answered as recorded');
    const box = audit.locator('.audit-rows, .audit-history').first();
    await scrollTo(box, 200);
    await page.goBack();
    await expect(audit.getByRole('combobox')).toHaveValue('web');
    await expectFocus(page, 'Back to the list of a log');
    await page.goForward();
    await expect(audit).toContainText('answered as recorded');
    await expectScrolled(box, 200);
    await expectFocus(page, 'Forward to a history');
  },
);

test('Back leads to where a view of an object was scrolled', further, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  const playground = new Playground(page);
  await playground.open('#x/eleven-updaters@12');
  const scrolled = (top: number) =>
    playground.result.evaluate((region, to) => {
      const [tallest] = [region, ...region.querySelectorAll('*')]
        .filter((each) => getComputedStyle(each).overflowY === 'auto')
        .sort((a, b) => b.scrollHeight - b.clientHeight - (a.scrollHeight - a.clientHeight));
      if (tallest !== undefined) tallest.scrollTop = to;
      return tallest?.scrollTop;
    }, top);
  await expect.poll(() => scrolled(120)).toBe(120);
  await tab(page, 'managedFields').click();
  await expect.poll(() => scrolled(200)).toBe(200);
  await page.goBack();
  await expect(tab(page, 'Object')).toHaveAttribute('aria-selected', 'true');
  const tops = () =>
    playground.result.evaluate((region) =>
      [region, ...region.querySelectorAll('*')].map(({ scrollTop }) => scrollTop).filter((top) => top > 0),
    );
  await expect.poll(tops).toEqual([120]);
  await page.goForward();
  await expect.poll(tops).toEqual([200]);
});

test('Back leads to where a forecast was scrolled', further, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 560 });
  await new Playground(page).open();
  await openFromFirstPage(page, objects);
  const view = (name: string) => survey(page).getByRole('tab', { name });
  await view('Forecast').click();
  const manifest = (place: number) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm-${place}, namespace: shop}\ndata: {a: "2"}\n`;
  await survey(page)
    .getByLabel('Manifests of the release')
    .fill(Array.from({ length: 20 }, (_, place) => manifest(place)).join('---\n'));
  await survey(page).getByLabel('Applied by').selectOption('none');
  await survey(page).getByRole('button', { name: 'Forecast', exact: true }).click();
  await expect(survey(page).locator('.forecast-object')).toHaveCount(20);
  const box = survey(page).locator('.forecast');
  await scrollTo(box, 250);
  await view('Objects').click();
  await page.goBack();
  await expectScrolled(box, 250);
});

test('something has the focus after each thing that is done', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();

  await test.step('taking steps', async () => {
    await page.evaluate((text) => {
      const given = new DataTransfer();
      given.items.add(new File([text], 'two.yaml'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }));
    }, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n');
    await press(page.getByRole('button', { name: 'Open as 2 steps' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFocus(page, 'Open as 2 steps');
  });

  await test.step('adding and removing a step', async () => {
    await press(playground.steps.getByRole('button', { name: 'Add step' }));
    await press(page.getByRole('menuitem', { name: /^Server-side apply/ }));
    await expect(playground.stepButton(3)).toBeVisible();
    await expectFocus(page, 'Add step');
  });

  for (const way of [/^Overwrite/, /^Give it up/, /^Share it/]) {
    await test.step(`a way out: ${way}`, async () => {
      await playground.open('#x/conflict-three-ways@3');
      await press(playground.conflict.getByRole('button', { name: way }).first());
      await expect(playground.conflict).toHaveCount(0);
      await expectFocus(page, `a way out: ${way}`);
      await press(page.getByRole('button', { name: 'Undo' }));
      await expect(playground.conflict).toBeVisible();
      await expectFocus(page, 'Undo');
    });
  }

  await test.step('a goal that is removed', async () => {
    await playground.open('#x/first-configmap');
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Commands' }).fill('Make it a task');
    await page.keyboard.press('Enter');
    const goals = page.getByRole('dialog', { name: 'A task of your own' });
    await goals.getByRole('textbox', { name: 'Field' }).fill('.data.key');
    await goals.getByRole('textbox', { name: 'Value' }).fill('x');
    await press(goals.getByRole('button', { name: 'Add the goal' }));
    const remove = goals.getByRole('button', { name: /^Remove/ });
    await press(remove);
    await expect(remove).toHaveCount(0);
    await expectFocus(page, 'a goal that is removed');
    await page.keyboard.press('Escape');
  });

  await test.step('a lesson: all hints, the solution, a right answer, playing the step', async () => {
    await playground.open('#l/give-up-a-field');
    const lesson = page.getByRole('region', { name: 'Lesson' });
    await press(lesson.getByRole('button', { name: 'Hint' }));
    while (await lesson.getByRole('button', { name: 'Another hint' }).isVisible())
      await press(lesson.getByRole('button', { name: 'Another hint' }));
    await expectFocus(page, 'the last hint');
    await press(lesson.getByRole('button', { name: 'Show the solution' }));
    await expectFocus(page, 'the solution');
    await playground.open('#l/another-value');
    await press(lesson.getByRole('button', { name: '409' }));
    await expectFocus(page, 'a right answer');
    await press(lesson.getByRole('button', { name: '"green"' }));
    await press(lesson.getByRole('button', { name: 'It will be absent' }));
    await press(lesson.getByRole('button', { name: 'Play the step' }));
    await expectFocus(page, 'Play the step');
  });
});

test('something has the focus in each place that Back and Forward lead to', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await openFromFirstPage(page, objects);
  for (const name of ['Heat map', 'Managers', 'Findings', 'Forecast', 'Objects']) {
    await press(survey(page).getByRole('tab', { name }));
    await expectFocus(page, name);
  }
  await survey(page).getByText('cm-0', { exact: true }).dblclick();
  await expect(playground.step.getByRole('heading')).toContainText('Live object');
  await expectFocus(page, 'an object of the survey');
  for (let entry = 0; entry < 7; entry++) {
    await page.goBack();
    await expectFocus(page, `Back, ${entry + 1}`);
  }
  await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
  for (let entry = 0; entry < 7; entry++) {
    await page.goForward();
    await expectFocus(page, `Forward, ${entry + 1}`);
  }
  await expect(playground.step.getByRole('heading')).toContainText('Live object');
});

test('a survey that is let go of leaves the focus in the page', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await openFromFirstPage(page, objects);
  await survey(page).getByText('cm-0', { exact: true }).dblclick();
  await press(page.getByRole('button', { name: 'Discard it' }));
  await expect(page.getByRole('button', { name: 'Discard it' })).toHaveCount(0);
  await expectFocus(page, 'Discard it');
});
