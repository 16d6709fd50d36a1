import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const configMap = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  colour: ${value}\n`;

async function openMenu(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Open a draft' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function expectStored({ page }: Playground, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(text);
}

async function titled(playground: Playground, title: string, value: string): Promise<void> {
  await playground.paste(configMap(value));
  await playground.page.getByRole('textbox', { name: 'Title of the scenario' }).fill(title);
  await expect(playground.line(`colour: ${value}`)).toBeVisible();
}

test('drafts are several by name: opened, renamed, duplicated, deleted and brought back', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await titled(playground, 'first', 'green');
  await openMenu(page, 'New scenario');
  await titled(playground, 'second', 'red');
  await openMenu(page, 'All drafts');
  const dialog = page.getByRole('dialog', { name: 'Drafts in this browser' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Rename first' }).click();
  await page.keyboard.type('renamed');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Duplicate renamed' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete Copy of renamed' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete renamed', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'renamed', exact: true }).click();
  await expect(playground.line('colour: green')).toBeVisible();
  await page.reload();
  await expect(playground.line('colour: green')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue('renamed');
});

test('opening an example, a new scenario and starting over are undone step by step', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await titled(playground, 'mine', 'green');
  await openMenu(page, 'Start over with a blank page');
  await expect(playground.stepButton(1)).toContainText('Nothing here yet');
  const undo = playground.steps.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(playground.line('colour: green')).toBeVisible();
  await openMenu(page, 'New scenario');
  await expect(playground.stepButton(1)).toContainText('Nothing here yet');
  await undo.click();
  await expect(playground.line('colour: green')).toBeVisible();
  await playground.openExample('Hand replicas over to the autoscaler');
  await undo.click();
  await expect(playground.line('colour: green')).toBeVisible();
  await playground.steps.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByText('You are looking at an example')).toBeVisible();
});

test('what was typed is undone and redone with the scenario', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('green'));
  await playground.addStep('Scale');
  await playground.selectStep(1);
  await playground.paste(configMap('red'));
  await expect(playground.line('colour: red')).toBeVisible();
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.line('colour: green')).toBeVisible();
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(1);
  await expect(playground.line('colour: green')).toBeVisible();
});

test('two tabs never overwrite each other', async ({ page, context }) => {
  const playground = new Playground(page);
  await playground.open();
  await titled(playground, 'both', 'green');
  await page.reload();
  const other = new Playground(await context.newPage());
  await other.open();
  await expect(other.line('colour: green')).toBeVisible();
  await other.paste(configMap('blue'));
  // What both write at the very same time is kept twice.
  await expectStored(other, 'colour: blue');
  await playground.paste(configMap('red'));
  await expect(playground.line('colour: red')).toBeVisible();
  await page.reload();
  await expect(playground.line('colour: red')).toBeVisible();
  await other.page.reload();
  await expect(other.line('colour: blue')).toBeVisible();
  await openMenu(other.page, 'All drafts');
  await expect(other.page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
});

test('a full storage is said, and nothing on screen is lost by a reload', further, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('green'));
  await expect(page.getByText('This browser’s storage is full')).toBeVisible();
  await playground.addStep('Scale');
  await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => history.state?.scenario?.steps?.length)).toBe(2);
  expect(page.url()).not.toContain('#');
  await page.reload();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('This browser’s storage is full')).toBeVisible();
});

test('a blocked storage is said, and the page works', further, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('green'));
  await expect(playground.line('colour: green')).toBeVisible();
  await expect(page.getByText('This browser blocks storage')).toBeVisible();
  await page.reload();
  await expect(playground.line('colour: green')).toBeVisible();
});

test('a link that is opened leaves the draft in the list, and undo leads back to it', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await titled(playground, 'mine', 'green');
  await page.evaluate(() => {
    location.hash = '#x/first-configmap';
  });
  await expect(page.getByText('You are looking at an example')).toBeVisible();
  await page.getByRole('button', { name: 'Open a draft' }).click();
  await expect(page.getByRole('menuitemradio', { name: /^mine/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.line('colour: green')).toBeVisible();
});

test(
  'a draft that hung the page is not opened again by itself, and can be read, saved and deleted',
  further,
  async ({ page, context }) => {
    const playground = new Playground(page);
    await playground.open();
    await titled(playground, 'heavy', 'green');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('managed-fields.current'))).not.toBeNull();

    // A page that never comes to its first view.
    const hanging = await context.newPage();
    await hanging.addInitScript(() => {
      const keep = Storage.prototype.setItem;
      Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
        keep.call(this, key, value);
        if (key !== 'managed-fields.opening' || this === sessionStorage) return;
        setTimeout(() => {
          for (;;);
        });
      };
    });
    await hanging.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('managed-fields.opening'))).not.toBeNull();
    await hanging.close();

    // A moment later it could still be a tab that loads, so the note is made older than that.
    await page.evaluate((key) => {
      const note = JSON.parse(localStorage.getItem(key) ?? '');
      localStorage.setItem(key, JSON.stringify({ ...note, at: note.at - 10_500 }));
    }, 'managed-fields.opening');
    const next = new Playground(await context.newPage());
    await next.open();
    await expect(next.page.getByText('was not drawn last time')).toBeVisible();
    const dialog = next.page.getByRole('dialog', { name: 'Drafts in this browser' });
    await expect(dialog).toBeVisible();
    await expect(next.line('colour: green')).toHaveCount(0);

    const text = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Open heavy as text' }).click();
    await expect((await text).locator('body')).toContainText('colour: green');
    const saving = next.page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download heavy' }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.yaml$/);

    // Whoever wants it all the same opens it, and it opens by itself again once it has.
    await dialog.getByRole('button', { name: /^heavy$/ }).click();
    await expect(next.line('colour: green')).toBeVisible();
    await next.answered();
    await expect.poll(() => next.page.evaluate(() => localStorage.getItem('managed-fields.opening'))).toBeNull();
    await next.page.reload();
    await expect(next.line('colour: green')).toBeVisible();
  },
);

test('whoever leaves before the first view finds the draft again', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await titled(playground, 'mine', 'green');
  for (let time = 0; time < 3; time++) await page.goto('/', { waitUntil: 'commit' });
  await playground.answered();
  await expect(playground.line('colour: green')).toBeVisible();
});
