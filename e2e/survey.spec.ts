import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { printYaml, readDocuments } from '@managed-fields/source';
import { expect } from '@playwright/test';
import { spread } from '../conformance/whole.ts';
import { strings, texts } from './hostile/corpus.ts';
import { guard } from './hostile/guard.ts';
import { dropFiles, Playground, pasteOnPage } from './page.ts';
import { dumpOf, listOf } from './survey-dump.ts';
import { choose, chooseLarge, expectRead, file, filter, grid, openEmpty, shown, survey } from './survey-page.ts';
import { tasks as measured, TaskWatch } from './tasks.ts';
import { further, test } from './test.ts';

test.describe.configure({ timeout: 300_000 });

/** How many times longer than the reference work a task of the page may take while much is read. */
const most = 6;

test(
  '5,000 objects of 50 MB are read while the page stays free; nothing is asked, stored or in the address',
  measured,
  async ({ page, baseURL, browserName }) => {
    const watch = await guard(page, [baseURL ?? '']);
    await openEmpty(page);
    const address = page.url();
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    const dump = listOf(dumpOf(5000, 50_000_000));
    expect(dump.length).toBeGreaterThan(45_000_000);
    const tasks = browserName === 'chromium' ? await TaskWatch.start(page) : undefined;
    await page.evaluate(() => {
      Object.assign(window, { bars: [] });
      new MutationObserver(() => {
        const value = document.querySelector<HTMLProgressElement>('.survey progress')?.value;
        if (value !== undefined) Reflect.get(window, 'bars').push(value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await chooseLarge(page, dump);
    await expectRead(page, '5,000 objects');
    await tasks?.endPhase('5,000 objects are read');
    // The bar moved, and never back.
    const bars = await page.evaluate((): readonly number[] => Reflect.get(window, 'bars'));
    expect(new Set(bars).size).toBeGreaterThan(2);
    expect(bars).toEqual([...bars].sort((a, b) => a - b));
    // Few of them are drawn, and all are counted.
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '5001');
    expect(await grid(page).getByRole('row').count()).toBeLessThan(200);
    await filter(page, 'kind:Deployment');
    await expect(shown(page)).toContainText(/^[\d,]+ of 5,000 objects$/);
    await filter(page, '');
    for (const view of ['Findings', 'Heat map', 'Managers', 'Objects'])
      await page.getByRole('tab', { name: view }).click();
    await tasks?.endPhase('and looked at');
    await tasks?.expectShort(() => most);
    const own = requests.filter((url) => !url.startsWith(`${baseURL}/assets/`) && !url.startsWith('blob:'));
    expect(own).toEqual([]);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe(stored);
    await watch.expectClean('5,000 objects');
  },
);

test('JSON, YAML, documents, gzip and several files come to the same objects', further, async ({ page }) => {
  await openEmpty(page);
  const objects = dumpOf(60);
  const yaml = objects
    .map((object) => {
      const value = readDocuments(JSON.stringify(object))[0]?.value;
      return value === undefined ? '' : printYaml(value).text;
    })
    .join('---\n');
  const rows = async () => (await grid(page).getByRole('row').allInnerTexts()).slice(1).map((row) => row.trim());
  const read: (readonly string[])[] = [];
  const halves = [objects.slice(0, 30), objects.slice(30)];
  const forms: readonly (readonly [string, readonly ReturnType<typeof file>[]])[] = [
    ['JSON', [file('dump.json', listOf(objects))]],
    ['YAML', [file('dump.yaml', yaml)]],
    ['gzip', [file('dump.json.gz', gzipSync(listOf(objects)))]],
    ['several files', halves.map((half, at) => file(`${at}.json`, listOf(half)))],
  ];
  for (const [form, files] of forms) {
    await test.step(form, async () => {
      await choose(page, ...files);
      await expectRead(page, '60 objects');
      // The rows that are not seen are drawn later, when the browser has time.
      await expect(grid(page).getByRole('row')).toHaveCount(1 + objects.length);
      read.push(await rows());
      expect(read.at(-1)).toEqual(read[0]);
      await survey(page).getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Discard it' }).click();
      await expect(survey(page)).toHaveCount(0);
      await openEmpty(page);
    });
  }
});

test(
  'what is dropped, pasted or opened goes to the survey where it is too much for a scenario',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    const some = listOf(dumpOf(25));
    await test.step('25 objects are offered as a survey beside the steps', async () => {
      await dropFiles(playground.steps, { 'some.json': some });
      await page.getByRole('button', { name: 'Open as a survey' }).click();
      await expectRead(page, '25 objects');
    });
    await test.step('on the survey, files are added to it', async () => {
      await dropFiles(survey(page), { 'more.json': listOf(dumpOf(5)) });
      await expectRead(page, '30 objects');
      await pasteOnPage(page, listOf(dumpOf(2)));
      await expectRead(page, '32 objects');
    });
    await test.step('a large text is not looked through', async () => {
      await survey(page).getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Discard it' }).click();
      const large = listOf(dumpOf(40, 4_000_000));
      await page.evaluate((text) => Object.assign(window, { pasted: text }), large);
      await pasteOnPage(page);
      await expectRead(page, '40 objects');
    });
  },
);

test('reading can be cancelled; what was read stays, and opens', further, async ({ page }) => {
  await openEmpty(page);
  await chooseLarge(page, listOf(dumpOf(20_000, 120_000_000)));
  await expect(grid(page)).toBeVisible();
  await survey(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(survey(page)).toContainText('Reading was cancelled after');
  const count = async () =>
    Number(/([\d,]+) objects/.exec((await survey(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  let before = -1;
  const stays = async () => {
    const now = await count();
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(stays).toBe(true);
  expect(await count()).toBeLessThan(20_000);
  await grid(page).getByRole('row').nth(1).click();
  await expect(page.getByRole('button', { name: /^Back to the survey/ })).toBeVisible();
});

test('a row opens as a scenario, and back leads to the same place', further, async ({ page }) => {
  const playground = await openEmpty(page);
  await choose(page, file('dump.json', listOf(dumpOf(500))));
  await expectRead(page, '500 objects');
  await filter(page, 'fields>2');
  await page.getByLabel('Group by').selectOption('namespace');
  await grid(page).getByRole('row').nth(1).focus();
  for (let times = 0; times < 8; times++) await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowUp');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const scrolled = () =>
    grid(page)
      .getByRole('rowgroup')
      .nth(1)
      .evaluate((element) => element.scrollTop);
  const [row, top, count] = [await focused(), await scrolled(), (await shown(page).textContent()) ?? ''];
  expect(top).toBeGreaterThan(1000);
  const name = (await page.locator('.survey [data-line]:focus .survey-name').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(survey(page)).toHaveCount(0);
  await playground.answered();
  await expect(playground.line(`  name: ${name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the survey (500 objects)' }).click();
  await expect(shown(page)).toHaveText(count);
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('fields>2');
  await expect.poll(scrolled).toBe(top);
  await expect.poll(focused).toBe(row);
});

test('keys move through the table, open groups and lead to the filter', further, async ({ page }) => {
  await openEmpty(page);
  await choose(page, file('dump.json', listOf(dumpOf(300))));
  await expectRead(page, '300 objects');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Filter' })).toBeFocused();
  await page.keyboard.type('kin');
  await expect(page.getByRole('listbox', { name: 'Names that fit' }).getByRole('option')).toHaveText(['kind:']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const offered = page.getByRole('listbox', { name: 'Names that fit' }).getByRole('option');
  await page.keyboard.press('ArrowDown');
  const [first = ''] = ((await offered.first().textContent()) ?? '').split('in ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(`kind:${first} `);
  await expect(survey(page)).toContainText(`Understood as: kind is ${first.toLowerCase()}`);
  await filter(page, 'mangler:helm');
  await expect(survey(page)).toContainText('There is no “mangler:”, so nothing fits.');
  await expect(survey(page)).toContainText('No object fits the filter.');
  await filter(page, '');
  await page.getByLabel('Group by').selectOption('kind');
  await page.getByRole('combobox', { name: 'Filter' }).press('Enter');
  const row = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'));
  const heading = page.locator('.survey [data-line="0"]');
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await row()).toBe('3');
  await page.keyboard.press('ArrowLeft');
  await expect(heading).toBeFocused();
  await page.keyboard.press('End');
  const rowCount = Number(await grid(page).getAttribute('aria-rowcount'));
  await expect.poll(row).toBe(String(rowCount));
  await page.keyboard.press('Home');
  await expect(heading).toBeFocused();
  await page.getByLabel('Group by').selectOption('nothing');
  await page.getByRole('columnheader', { name: 'Fields', exact: true }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Fields', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const fields = await grid(page).locator('.survey-fields').allInnerTexts();
  expect(fields.map(Number)).toEqual(fields.map(Number).sort((a, b) => b - a));
});

test('what the filter shows is exported; the report opens without scripts', further, async ({ page, browser }) => {
  await openEmpty(page);
  await choose(page, file('dump.json', listOf(dumpOf(120))));
  await expectRead(page, '120 objects');
  await filter(page, 'fields>4');
  await expect(shown(page)).toHaveText(/^\d+ of 120 objects$/);
  const count = Number.parseInt((await shown(page).textContent()) ?? '', 10);
  const exported = async (form: string) => {
    await survey(page).getByRole('button', { name: 'Export what is shown' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: form }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  const json: { readonly objects: readonly { readonly fields: number }[] } = JSON.parse(await exported('JSON'));
  expect(json.objects).toHaveLength(count);
  expect(json.objects.every(({ fields }) => fields > 4)).toBe(true);
  expect(await exported('CSV')).toMatch(/^apiVersion,kind,namespace,name,/);
  expect(await exported('Markdown')).toContain('# Managers of these objects');
  const report = await exported('HTML');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const sheet = await context.newPage();
  const requests: string[] = [];
  sheet.on('request', ({ url }) => requests.push(url()));
  await sheet.setContent(report);
  await expect(sheet.getByRole('heading', { name: 'Managers of these objects' })).toBeVisible();
  await expect(sheet.getByRole('table').last().getByRole('row')).toHaveCount(count + 1);
  expect(requests).toEqual([]);
  await context.close();
});

test(
  'hostile names, cut texts and binary files are only text, and what is not read says where it stands',
  further,
  async ({ page, baseURL }) => {
    const watch = await guard(page, [baseURL ?? '']);
    await openEmpty(page);
    const objects = strings.map(({ text }, at) => ({
      apiVersion: text,
      kind: text,
      metadata: {
        name: text,
        namespace: text,
        uid: String(at),
        ownerReferences: [{ kind: text, name: text }],
        managedFields: [
          { manager: text, operation: text, apiVersion: text, time: text, fieldsV1: { [`f:${text}`]: {} } },
          { manager: text.repeat(2000).slice(0, 10_000), operation: 'Update', fieldsV1: { 'f:a': {} } },
        ],
      },
    }));
    const whole = listOf(dumpOf(3));
    await choose(
      page,
      file('strings.json', listOf(objects)),
      file('binary.bin', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1])),
      file('cut.json', whole.slice(0, whole.length - 200)),
      file('<img src=x onerror=trap(1)>.json', '{"a": 1}'),
      file('damaged.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4])),
      ...spread(texts, 4).map(({ text }, at) => file(`text-${at}.yaml`, text)),
    );
    await expect(survey(page).getByRole('tab', { name: /^Not read/ })).toBeVisible();
    await expect(survey(page).getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
    for (const view of ['Objects', 'Findings', 'Heat map', 'Managers', 'Not read']) {
      await page.getByRole('tab', { name: new RegExp(`^${view}`) }).click();
      await watch.expectClean(view);
      const across = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(across, view).toBeLessThanOrEqual(0);
    }
    for (const name of ['cut.json', 'binary.bin', 'damaged.gz', '<img src=x']) {
      await expect(survey(page).getByRole('row').filter({ hasText: name }).first()).toBeVisible();
    }
    await page.getByRole('tab', { name: 'Objects' }).click();
    for (const by of ['kind', 'namespace', 'manager', 'owner']) {
      await page.getByLabel('Group by').selectOption(by);
      await watch.expectClean(by);
    }
    await filter(page, `manager:"${strings[0]?.text ?? ''}"`);
    await watch.expectClean('a filter');
  },
);

const log = readFileSync(new URL('../conformance/audit/recorded/request-response.jsonl', import.meta.url));

test('where nothing could be read, it says so, with what stands there and why', further, async ({ page }) => {
  await openEmpty(page);
  await choose(page, file('notes.txt', 'a: [\n---\njust words\n'), file('binary.bin', Buffer.from([0x7f, 0x45, 0, 1])));
  await expect(survey(page)).toContainText('Nothing that was opened could be read as an object.');
  await expect(survey(page).getByRole('row').filter({ hasText: 'binary.bin' })).toBeVisible();
  await expect(survey(page)).not.toContainText('No object fits the filter.');
  await choose(page, file('dump.json', listOf(dumpOf(2))));
  await expect(shown(page)).toHaveText('2 objects');
  await expect(survey(page)).not.toContainText('Nothing that was opened');
  await expect(page.getByRole('tab', { name: /^Not read/ })).toBeVisible();
});

test(
  'an audit log that is chosen for a survey opens as one; among other files it is offered',
  further,
  async ({ page }) => {
    await openEmpty(page);
    const dialog = page.getByRole('dialog', { name: 'Audit log' });
    const events = '234 events in 234 lines; 9 objects were written.';
    await choose(page, file('audit.log', log));
    await expect(dialog).toContainText(events);
    await page.keyboard.press('Escape');
    await expect(survey(page)).toContainText('Who owns the fields of many objects');
    await choose(page, file('dump.json', listOf(dumpOf(2))), file('audit.log', log));
    await expect(survey(page)).toContainText('234 of what was read are events of an audit log.');
    await survey(page).getByRole('button', { name: 'Open as an audit log' }).click();
    await expect(dialog).toContainText('audit.log');
    await expect(dialog).toContainText(events);
  },
);

test('Share gives the report, the filter without names and one object, never the scenario beneath', async ({
  page,
}) => {
  await openEmpty(page);
  await choose(page, file('dump.json', listOf(dumpOf(12))));
  await survey(page).getByRole('combobox').first().fill('fields>0 -namespace:nowhere');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share the survey' });
  await expect(dialog.locator('code')).toHaveText('fields>0');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Report as HTML, without scripts' }).click();
  expect((await download).suggestedFilename()).toBe('survey.html');
  await page.keyboard.press('Escape');
  await survey(page).getByRole('combobox').first().fill('');
  await grid(page).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: /^Back to the survey/ }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByRole('button', { name: /^Open .* and share it/ }).click();
  await expect(page.getByRole('dialog', { name: /^Share(?! the survey)/ })).toBeVisible();
});

test(
  'each column of the heat map is named, and the cell with the focus is beneath no name',
  further,
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await openEmpty(page);
    await choose(page, file('dump.json', listOf(dumpOf(200))));
    await page.getByRole('tab', { name: 'Heat map' }).click();
    const map = page.getByRole('grid', { name: 'Fields by object and manager' });
    const names = map.locator('.heat-manager');
    expect(await names.count()).toBeGreaterThan(4);
    for (const name of await names.all()) {
      const { width, height } = (await name.boundingBox()) ?? { width: 0, height: 0 };
      // Turned: as high as it is long, and no broader than its column.
      expect(height).toBeGreaterThan(width);
      expect(width).toBeGreaterThan(8);
      expect(width).toBeLessThanOrEqual(24);
    }
    const told = page.locator('.heat-told');
    await names.first().hover();
    await expect(told).toHaveText((await names.first().textContent()) ?? '-');

    const rows = map.getByRole('rowheader');
    await rows.first().focus();
    const isSeen = () =>
      page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        const hit = box && document.elementFromPoint(box.left + 4, box.top + box.height / 2);
        return hit !== null && hit !== undefined && document.activeElement?.contains(hit) === true;
      });
    for (const key of ['End', 'PageUp', 'Home', 'PageDown', 'PageDown', 'ArrowUp']) {
      await page.keyboard.press(key);
      await expect.poll(isSeen, key).toBe(true);
    }
  },
);
