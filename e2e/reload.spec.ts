import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { openFromFirstPage, survey } from './survey-page.ts';
import { further, test } from './test.ts';

// What was read into a tab outlives a reload of it, and nobody but the tab can read what is kept for that.

const objects = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: Array.from({ length: 30 }, (_, place) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `cm-${place}`,
      namespace: 'shop',
      uid: `u-${place}`,
      resourceVersion: '1',
      managedFields: [
        {
          manager: place < 3 ? 'argocd-controller' : 'helm',
          operation: 'Apply',
          apiVersion: 'v1',
          time: '2026-01-02T03:04:05Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { 'f:a': {} } },
        },
      ],
    },
    data: { a: '1' },
  })),
});

const openSurvey = (page: Page) => openFromFirstPage(page, objects);

/** How many records the browser's database has, and all its text. */
function database(page: Page): Promise<{ readonly records: number; readonly text: string }> {
  return page.evaluate(async () => {
    const open = indexedDB.open('keyval-store');
    const opened = await new Promise<IDBDatabase | undefined>((done) => {
      open.onsuccess = () => done(open.result);
      open.onerror = () => done(undefined);
    });
    if (opened === undefined || !opened.objectStoreNames.contains('keyval')) return { records: 0, text: '' };
    const all = opened.transaction('keyval').objectStore('keyval').getAll();
    const found = await new Promise<{ readonly sealed: ArrayBuffer }[]>((done) => {
      all.onsuccess = () => done(all.result);
    });
    opened.close();
    return { records: found.length, text: found.map(({ sealed }) => new TextDecoder().decode(sealed)).join('') };
  });
}

const records = (page: Page) => expect.poll(async () => (await database(page)).records);

test('a survey with its filter, and a forecast in it, are there after a reload', async ({ page }) => {
  await new Playground(page).open();
  await openSurvey(page);
  await survey(page).getByRole('tab', { name: 'Forecast' }).click();
  const manifests = survey(page).getByLabel('Manifests of the release');
  await manifests.fill('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm-5, namespace: shop}\ndata: {a: "2"}\n');
  await survey(page).getByLabel('Applied by').selectOption('none');
  await survey(page).getByLabel('Field manager').fill('somebody');
  await survey(page).getByRole('button', { name: 'Forecast', exact: true }).click();
  await expect(survey(page).getByText('1 manifest: 1 conflict with helm.')).toBeVisible();
  await survey(page).getByRole('tab', { name: 'Objects' }).click();
  await survey(page).getByRole('combobox').first().fill('manager:argocd-controller');
  await expect(survey(page).getByText('cm-20', { exact: true })).toHaveCount(0);
  await records(page).toBe(2);
  const { text } = await database(page);
  expect(text).not.toContain('argocd-controller');
  await page.reload();
  await expect(survey(page).getByText('cm-2', { exact: true })).toBeVisible();
  await expect(survey(page).getByText('cm-20', { exact: true })).toHaveCount(0);
  await survey(page).getByRole('tab', { name: 'Forecast' }).click();
  await expect(manifests).toHaveValue(/cm-5/);
  await expect(survey(page).getByText('1 manifest: 1 conflict with helm.')).toBeVisible();
});

test('another tab has none of it, and a survey that is let go of is deleted', further, async ({ page, context }) => {
  await new Playground(page).open();
  await openSurvey(page);
  await records(page).toBe(1);
  const other = await context.newPage();
  await new Playground(other).open();
  await expect(other.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
  await survey(page).getByText('cm-0', { exact: true }).dblclick();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await records(page).toBe(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Steps of the scenario' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Discard it' })).toHaveCount(0);
});

test('what a closed tab left is deleted by the next page', further, async ({ page, context }) => {
  const closed = await context.newPage();
  await new Playground(closed).open();
  await openSurvey(closed);
  await records(closed).toBe(1);
  await closed.close();
  await new Playground(page).open();
  await expect.poll(async () => (await database(page)).records, { timeout: 30_000 }).toBe(0);
});

test('what is older than a day is deleted, though its tab is still there', further, async ({ page, context }) => {
  const old = await context.newPage();
  await new Playground(old).open();
  await openSurvey(old);
  await records(old).toBe(1);
  await page.clock.install({ time: new Date('2099-01-01T00:00:00Z') });
  await new Playground(page).open();
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10_000);
        return (await database(old)).records;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
});

test(
  'the menu switches off that it is kept, which deletes what was, and says so in the survey',
  further,
  async ({ page }) => {
    await new Playground(page).open();
    await page.locator('.welcome').getByRole('button', { name: 'Many objects' }).click();
    await expect(survey(page)).toContainText('For a reload this browser keeps them');
    await page.goBack();
    await openSurvey(page);
    await records(page).toBe(1);
    await page.getByRole('button', { name: 'Appearance and help' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Keep surveys for a reload' }).click();
    await records(page).toBe(0);
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
  },
);

/** Opens a survey once more after what was kept cannot be used, and sees that this one outlives a reload. */
async function expectKeptNow(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
  await openSurvey(page);
  await records(page).toBe(1);
  await page.reload();
  await expect(survey(page).getByText('cm-0', { exact: true })).toBeVisible();
}

test('a record that was damaged is let go of, and does not harm what is kept next', further, async ({ page }) => {
  await new Playground(page).open();
  await openSurvey(page);
  await records(page).toBe(1);
  await page.evaluate(async () => {
    const open = indexedDB.open('keyval-store');
    await new Promise((done) => {
      open.onsuccess = done;
    });
    const store = open.result.transaction('keyval', 'readwrite').objectStore('keyval');
    const keys = store.getAllKeys();
    await new Promise((done) => {
      keys.onsuccess = done;
    });
    const put = store.put({ nonce: new Uint8Array(12), sealed: new ArrayBuffer(64) }, keys.result[0]);
    await new Promise((done) => {
      put.onsuccess = done;
    });
    open.result.close();
  });
  await expectKeptNow(page);
});

for (const [name, key] of [
  ['is no key', 'x %%%'],
  ['is the key of another', `x ${Buffer.alloc(32).toString('base64')}`],
  ['has no name', ''],
] as const) {
  test(`a key in the tab’s storage that ${name} harms nothing`, further, async ({ page }) => {
    await new Playground(page).open();
    await openSurvey(page);
    await records(page).toBe(1);
    await page.evaluate((text) => sessionStorage.setItem('managed-fields.kept-key', text), key);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
    await openSurvey(page);
    const text = async () => (await page.evaluate(() => sessionStorage.getItem('managed-fields.kept-key'))) ?? '';
    await expect.poll(text).toMatch(/^\S+ \S{44}$/);
    await expect.poll(async () => (await database(page)).records).toBeGreaterThan(0);
    await page.reload();
    await expect(survey(page).getByText('cm-0', { exact: true })).toBeVisible();
  });
}

for (const [name, script] of [
  [
    'IndexedDB',
    "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } })",
  ],
  [
    'room in the tab’s storage',
    "const set = Storage.prototype.setItem; Storage.prototype.setItem = function (...all) { if (this === sessionStorage) throw new DOMException('full', 'QuotaExceededError'); set.apply(this, all); }",
  ],
] as const) {
  test(`without ${name} a survey opens, and the browser asks before it is left`, further, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.addInitScript(script);
    await new Playground(page).open();
    await openSurvey(page);
    const asked = page.waitForEvent('dialog');
    const left = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await left;
    await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test('where it may not be kept, the browser asks before the tab is left', further, async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('managed-fields.preferences', JSON.stringify({ keepsWork: false })),
  );
  await new Playground(page).open();
  await openSurvey(page);
  expect((await database(page)).records).toBe(0);
  const asked = page.waitForEvent('dialog');
  const left = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await left;
});

test('an audit log and the history that was looked at are there after a reload', further, async ({ page }) => {
  const recorded = readFileSync(
    fileURLToPath(new URL('../conformance/audit/recorded/request-response.jsonl', import.meta.url)),
  );
  await new Playground(page).open();
  await page.locator('.welcome').getByRole('button', { name: 'An audit log' }).click();
  const dialog = page.getByRole('dialog');
  const choose = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files' }).click();
  await (await choose).setFiles({ name: 'audit.log', mimeType: 'text/plain', buffer: recorded });
  await dialog.getByRole('combobox').fill('deployments web');
  await dialog.getByRole('option', { name: /web/ }).first().click();
  await expect(dialog).toContainText('26 answered as recorded');
  await records(page).toBe(1);
  await page.reload();
  await expect(dialog).toContainText('26 answered as recorded, 0 differently, 0 not compared.');
});
