import { expect, type Page } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test } from './test.ts';

const secret = (password: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata:\n  name: login\nstringData:\n  password: ${password}\n`;
const pod =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n    image: nginx\n    env:\n    - name: DB_PASSWORD\n      value: hunter2!x\n';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share this scenario' });

async function openShare(page: Page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('textbox', { name: 'The link' })).toHaveValue(/#/);
  return dialog;
}

test('what looks secret goes out replaced, unless somebody unticks it; fields and owners stay', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(
    addressOf([
      { kind: 'apply', manager: 'pipeline', text: secret('hunter2!x'), note: 'The password is hunter2!x.' },
      { kind: 'apply', manager: 'pipeline', text: pod },
    ]),
  );
  const dialog = await openShare(page);
  const inside = dialog.getByRole('region', { name: 'What is inside' });
  await expect(inside).toContainText('2 documents');
  const box = dialog.getByRole('textbox', { name: 'The link' });
  const without = await box.inputValue();
  await inside.getByRole('checkbox', { name: 'Values of Secrets' }).uncheck();
  await expect(inside).toContainText('Replaced all the same');
  await expect(inside).not.toContainText('shared as');
  await inside.getByRole('checkbox', { name: 'Named like a password' }).uncheck();
  await expect(inside).toContainText('3 values that look secret');
  await expect(box).toHaveValue(/#/);
  const whole = await box.inputValue();
  expect(whole).not.toBe(without);
  await page.keyboard.press('Escape');

  const owned = await playground.line('password: ').first().getAttribute('aria-label');
  await page.goto('about:blank');
  await page.goto(without);
  await expect(playground.step).toContainText('password: redacted-1');
  expect(await page.content()).not.toContain('hunter2');
  const now = await playground.line('password: ').first().getAttribute('aria-label');
  expect(now?.replace(/password: \S+/, '')).toBe(owned?.replace(/password: \S+/, ''));
  await playground.selectStep(2);
  await expect(playground.step).toContainText('value: redacted-1');
  await page.goto('about:blank');
  await page.goto(whole);
  await expect(playground.step).toContainText('password: hunter2!x');
});

test('every way to share gives its text, and a step and a view to open at', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap@2');
  await page.getByRole('tab', { name: 'Changes' }).click();
  const dialog = await openShare(page);
  const folder = page.url().replace(/#.*/, '');
  const ways = [
    ['Link', `${folder}?view=changes#x/first-configmap@3`],
    ['Markdown', `[A first ConfigMap](${folder}?view=changes#x/first-configmap@3)\n`],
    [
      'iframe',
      `<iframe src="${folder}embed.html?step=3&amp;view=changes#x/first-configmap@3" title="A first ConfigMap"`,
    ],
    [
      'Element',
      '<managed-fields-playground example="first-configmap" title="A first ConfigMap" step="3" view="changes"',
    ],
    ['File', 'version: 1\ntitle: A first ConfigMap\n'],
  ] as const;
  await dialog.getByRole('combobox', { name: 'Opens at' }).selectOption({ index: 2 });
  await dialog.getByRole('checkbox', { name: 'With the open view: Changes' }).check();
  for (const [way, text] of ways) {
    await dialog.getByRole('tab', { name: way, exact: true }).click();
    const box = dialog.getByRole('tabpanel').getByRole('textbox');
    await expect.poll(async () => `${await box.inputValue()}\n`, way).toContain(text);
    const shown = await box.inputValue();
    await dialog.getByRole('button', { name: /^Copy/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), way).toBe(shown);
  }
  const download = page.waitForEvent('download');
  await dialog.getByRole('combobox', { name: 'Form of the file' }).selectOption('json');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('a-first-configmap.json');

  await page.goto('about:blank');
  await page.goto(ways[0][1]);
  await expect(playground.walk).toContainText('Step 3 of 4');
  await expect(page.getByRole('tab', { name: 'Changes' })).toHaveAttribute('aria-selected', 'true');
});

test('what does not fit into a link says so and goes as a file', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  // Lines that nothing can be left out of, and that are known to be plain: numbers.
  const lines = await page.evaluate(() =>
    Array.from({ length: 1500 }, (_, at) => {
      const numbers = crypto.getRandomValues(new Uint32Array(12));
      return `  k${at}: v ${numbers.join(' ')}\n`;
    }).join(''),
  );
  await playground.paste(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${lines}`);
  await expect(playground.stepButton(1)).toContainText('read');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('alert')).toContainText('Too large for a link: it would take');
  await dialog.getByRole('alert').getByRole('button', { name: 'File' }).click();
  await expect(dialog.getByRole('textbox', { name: 'The file' })).toHaveValue(/k1499: v/);
});

test('the address names the draft alone, and a reload loses nothing', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(secret('plain'));
  await expect(page).toHaveURL(/#d\/[a-z0-9]+$/);
  await page.reload();
  await expect(playground.step).toContainText('password: plain');

  // What was changed in a shared scenario is a draft of its own.
  await page.goto('about:blank');
  await playground.open(addressOf([{ kind: 'live', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n' }]));
  await playground.paste(secret('changed'));
  await expect(page.getByText('kept in this browser as a draft of its own')).toBeVisible();
  await expect(page).toHaveURL(/#d\/[a-z0-9]+$/);
  await page.reload();
  await expect(playground.step).toContainText('password: changed');
  await playground.open();
  await expect(playground.step).toContainText('password: plain');
});

test('another browser that is led to a draft says what to ask for', further, async ({ page, browser }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(secret('plain'));
  await expect(page).toHaveURL(/#d\//);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(page.url());
  await expect(elsewhere.getByText('This address names a draft of another browser')).toBeVisible();
  await elsewhere.context().close();
});

test('one key copies a link where there is nothing to ask, and asks where there is', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  colour: green\n');
  await playground.answered();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page).toHaveURL(/#s\//);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await expect(dialogOf(page)).toHaveCount(0);
  // The link stays in the address until something changes, and this browser has the draft all the same.
  await page.reload();
  await expect(playground.line('colour: green').first()).toBeVisible();
  await playground.addStep('Scale');
  await expect(page).toHaveURL(/#d\//);

  await playground.paste(secret('plain'));
  await playground.answered();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dialogOf(page)).toBeVisible();
  await expect(page).toHaveURL(/#d\//);
  await expect(dialogOf(page).getByRole('textbox', { name: 'The link' })).toHaveValue(/#/);
  await dialogOf(page).getByRole('button', { name: 'Copy the link' }).click();
  await expect(page).toHaveURL(/#s\//);
});

test('what cannot be checked is said, and left out as a whole', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(
    addressOf([{ kind: 'apply', manager: 'a', text: '{"kind":"Secret","data":{"p":"aHVudGVyMg=="}' }]),
  );
  const dialog = await openShare(page);
  await expect(dialog).toContainText('Could not be checked');
  await expect(dialog).not.toContainText('Nothing found');
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(playground.step).toContainText('# redacted-1');
  expect(await page.content()).not.toContain('aHVudGVyMg');
});

test('with the storage blocked, what is not in the address is kept by the tab', further, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(secret('blocked'));
  await expect(page.getByText('kept in this tab only; close it and the draft is gone')).toBeVisible();
  expect(page.url()).not.toContain('#');
  await page.reload();
  await expect(playground.step).toContainText('password: blocked');
  // What is changed later is kept as well, however soon the next reload comes.
  await playground.steps.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: /^Scale/ }).evaluate((item: HTMLElement) => {
    item.click();
    location.reload();
  });
  await expect(playground.step.getByRole('heading', { name: /^Step 2 / })).toBeVisible();
  await expect(playground.step).toContainText('Scale');
  await expect(playground.steps.getByRole('button', { name: 'Undo' })).toBeEnabled();
});
