import { expect } from '@playwright/test';
import { Playground, replaceText } from './page.ts';
import { tasks as measured, TaskWatch } from './tasks.ts';
import { test, withMonaco } from './test.ts';

test.use(withMonaco);

const managers = 200;
const keys = 3600;

/** An object of 500 KB that 200 managers own: each some keys of its own, and a key that it shares with the next. */
function largeObject(): string {
  const name = (key: number) => `setting-${String(key).padStart(5, '0')}`;
  const perManager = keys / managers;
  const entries = Array.from({ length: managers }, (_, index) => {
    const owned = Array.from({ length: perManager + 1 }, (__, place) => (index * perManager + place) % keys);
    return [
      `  - apiVersion: v1`,
      `    fieldsType: FieldsV1`,
      `    fieldsV1:`,
      `      f:data:`,
      ...[...new Set(owned)].sort((a, b) => a - b).map((key) => `        f:${name(key)}: {}`),
      `    manager: controller-${String(index).padStart(3, '0')}`,
      `    operation: ${index % 3 === 0 ? 'Apply' : 'Update'}`,
      `    time: "2026-01-01T00:00:00Z"`,
    ].join('\n');
  });
  const data = Array.from({ length: keys }, (_, key) => `  ${name(key)}: ${'value '.repeat(14)}${key}`);
  return [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: large',
    '  namespace: default',
    '  managedFields:',
    ...entries,
    'data:',
    ...data,
    '',
  ].join('\n');
}

test('with 500 KB and 200 managers the page draws what is in view, and typing goes on', measured, async ({ page }) => {
  const text = largeObject();
  expect(text.length).toBeGreaterThan(500_000);
  const playground = new Playground(page);
  await playground.open();
  await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
  const tasks = await TaskWatch.start(page);
  const during = async (what: string, run: () => Promise<void>) => {
    await run();
    await tasks.endPhase(what);
  };

  await during('pasting the object', async () => {
    await replaceText(playground.editor(), text);
    await expect(playground.stepButton(1)).toContainText('read');
    await expect(playground.result.getByRole('option').first()).toBeVisible();
  });

  // What is drawn does not grow with the object.
  const drawn = async () => ({
    rows: await playground.result.locator('.mf-line').count(),
    tints: await playground.step.locator('.monaco-editor .mf-tint').count(),
    bars: await playground.step.locator('.monaco-editor .mf-bar').count(),
  });
  const top = await drawn();
  expect(top.rows).toBeLessThan(400);
  expect(top.tints).toBeLessThan(400);
  expect(top.bars).toBeLessThan(400);

  await playground.editor().focus();
  await during('going to its end', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await expect(playground.step.locator('.monaco-editor .mf-bar').first()).toBeVisible();
  });
  const bottom = await drawn();
  expect(bottom.tints).toBeGreaterThan(0);
  expect(bottom.tints).toBeLessThan(400);

  await during('typing at its end', async () => {
    await page.keyboard.type('  added: by hand', { delay: 60 });
    await expect(playground.step.locator('.monaco-editor')).toContainText('added: by hand');
  });
  await during('what follows it', async () => {
    await expect(playground.stepButton(1)).toContainText('read');
    await expect(playground.line('added: by hand').or(playground.result.getByRole('option')).first()).toBeVisible();
    await tasks.quiet(3000);
  });

  await during('scrolling the result', async () => {
    await playground.result.locator('.code').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(playground.line('setting-03599:')).toBeVisible();
  });
  expect((await drawn()).rows).toBeLessThan(400);

  await tasks.expectShort(() => 12);
});
