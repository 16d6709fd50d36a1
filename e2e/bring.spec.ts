import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { dropFiles, Playground, pasteOnPage } from './page.ts';
import { further, monacoOnNeed, test } from './test.ts';

const configMap = (name: string, value = 'green') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  colour: ${value} # as agreed\n`;
const list = `apiVersion: v1\nkind: List\nitems:\n- ${configMap('a').trimEnd().replaceAll('\n', '\n  ')}\n- ${configMap('b').trimEnd().replaceAll('\n', '\n  ')}\n`;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Paste or open' });

test('one object pasted on the blank page is taken at once, and undo takes it back', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(page, configMap('a'));
  await expect(playground.stepButton(1)).toContainText('created');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('ConfigMap a is step 1. Undo takes it back.')).toBeAttached();
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.stepButton(1)).toContainText('Nothing here yet');
});

test('of a list and several documents one chooses objects and what they become', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(page, `${list}---\nname: package\nversion: 1.0.0\n---\napiVersion: v1\nkind: Config\nusers: []\n`);
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('row', { name: /ConfigMap a/ })).toBeVisible();
  await expect(dialog).toContainText('Not from Kubernetes');
  await expect(dialog).toContainText('A kubeconfig. It may hold credentials and is not taken in.');
  await dialog
    .getByRole('row', { name: /ConfigMap a/ })
    .getByRole('combobox')
    .selectOption('left out');
  await dialog
    .getByRole('row', { name: /ConfigMap b/ })
    .getByRole('combobox')
    .selectOption('Create');
  await dialog.getByRole('button', { name: 'Open as 1 step' }).click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(1);
  await expect(playground.stepButton(1)).toContainText('Create');
  await expect(playground.step).toContainText(/#\sas\sagreed/);
});

test('a list typed into a step can be split into steps in its place', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(list);
  await playground.step.getByRole('button', { name: 'Choose objects or make steps' }).click();
  await dialogOf(page).getByRole('button', { name: 'Open as 2 steps' }).click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
  await expect(playground.stepButton(2)).toContainText('created');
});

test('files dropped on the editor are opened, several at once', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('kept'));
  await dropFiles(playground.step, { 'a.yaml': configMap('a'), 'b.yaml': configMap('b'), 'x.bin': 'a\0b' });
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('a.yaml, b.yaml');
  await expect(dialog).toContainText('x.bin is no text.');
  await dialog.getByRole('button', { name: 'Open as 2 steps' }).click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(3);
  await playground.selectStep(1);
  await expect(playground.step).toContainText('name: kept');
});

test('files dropped before the code of the page is there wait for it', async ({ page }) => {
  let serve = () => {};
  const served = new Promise<void>((resolve) => {
    serve = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await served;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => 'managedFieldsDropped' in window);
  // What nobody keeps from it, the browser opens instead of the page.
  const kept = page.evaluate(
    () =>
      new Promise((resolve) => {
        // All listeners have had it by then, the page's own among them.
        addEventListener('drop', (event) => setTimeout(() => resolve(event.defaultPrevented)));
      }),
  );
  await expect(page.locator('#root')).toBeAttached();
  await dropFiles(page.locator('body'), { 'a.yaml': configMap('a'), 'b.yaml': configMap('b') });
  expect(await kept).toBe(true);
  serve();
  await expect(dialogOf(page)).toContainText('a.yaml, b.yaml');
  await dialogOf(page).getByRole('button', { name: 'Open as 2 steps' }).click();
  await expect(new Playground(page).steps.getByRole('listitem')).toHaveCount(2);
});

test.describe('where everything is fetched ahead', () => {
  test.use(monacoOnNeed);

  test(
    'what could not be fetched for a drop before is asked for again by the drop',
    further,
    async ({ page, browserName }) => {
      test.skip(browserName !== 'chromium', 'other browsers remember that an import failed');
      let missing = true;
      let failed = 0;
      // The file of all that comes later, which takes in what is dropped too.
      await page.route('**/assets/later-*.js', (route) => (missing ? route.abort() : route.continue()));
      page.on('requestfailed', () => {
        failed++;
      });
      await new Playground(page).open();
      // While the page is idle it asks, and asks once more.
      await expect.poll(() => failed).toBeGreaterThan(1);
      missing = false;
      await dropFiles(page.locator('body'), { 'a.yaml': configMap('a'), 'b.yaml': configMap('b') });
      await expect(dialogOf(page)).toContainText('a.yaml, b.yaml');
    },
  );
});

test('a file that is uploaded replaces the text of the selected step', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('a', 'green'));
  await page.getByRole('button', { name: 'Open a draft' }).click();
  await page.getByRole('menuitem', { name: 'Paste or open' }).click();
  const choosing = page.waitForEvent('filechooser');
  await dialogOf(page).getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles({
    name: 'a.yaml',
    mimeType: 'text/plain',
    buffer: Buffer.from(configMap('a', 'red')),
  });
  await expect(dialogOf(page).getByRole('radio', { name: 'Replace the text of step 1' })).toBeChecked();
  await dialogOf(page).getByRole('button', { name: 'Open as 1 step' }).click();
  await expect(playground.line('colour: red')).toBeVisible();
});

test('the scenario is downloaded as a file, and the file opens it again', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  await page.getByRole('button', { name: 'Open a draft' }).click();
  await page.getByRole('menuitem', { name: 'Download the scenario' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
  const file = await saving;
  await page.keyboard.press('Escape');
  expect(file.suggestedFilename()).toMatch(/^[a-z0-9-]+\.yaml$/);
  const text = readFileSync(await file.path(), 'utf8');
  await page.getByRole('button', { name: 'Back to my draft' }).click();
  await dropFiles(playground.steps, { 'mine.yaml': text });
  await expect(dialogOf(page)).toContainText('A scenario of the playground');
  await dialogOf(page).getByRole('button', { name: 'Open it' }).click();
  await expect(playground.stepButton(3)).toContainText('conflict');
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(1);
});

test('the object is downloaded as YAML and as JSON', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  await expect(playground.stepButton(1)).toContainText('created');
  for (const [item, name, start] of [
    ['Download as YAML', 'yaml', 'apiVersion: v1'],
    ['Download as JSON', 'json', '{\n    "apiVersion": "v1"'],
  ] as const) {
    const saving = page.waitForEvent('download');
    await playground.result.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${name}$`));
    expect(readFileSync(await file.path(), 'utf8').startsWith(start)).toBe(true);
  }
});

test('a step is formatted with its comments, named, and given a sentence', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion:   v1\nkind: ConfigMap\nmetadata:\n    name: a\ndata:\n    k:   v   # why\n');
  const act = async (item: string) => {
    await playground.step.getByRole('button', { name: 'More for this step' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Format');
  await expect(playground.step).toContainText(/k:\sv\s#\swhy/);
  await act('Rename');
  await expect(playground.step.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('what the cluster has');
  await playground.step.getByRole('textbox', { name: 'Sentence' }).fill('This is how it began.');
  await playground.step.getByRole('button', { name: 'Done' }).click();
  await expect(playground.stepButton(1)).toContainText('what the cluster has');
  await expect(playground.step).toContainText('This is how it began.');
});

test('on a phone what is brought fits the screen', further, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new Playground(page).open();
  await pasteOnPage(page, list);
  await expect(dialogOf(page).getByRole('button', { name: 'Open as 2 steps' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
