import { expect, type Page, test } from '@playwright/test';
import { Playground, replaceText } from './page.ts';

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

/** Notes every task of the page's main thread that lasts longer than 50 ms, as the browser itself counts them. */
async function watchLongTasks(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const { longTasks } = globalThis as unknown as { longTasks: number[] };
      return longTasks.splice(0);
    });
}

test('with 500 KB and 200 managers the page draws what is in view, and typing goes on', async ({ page }, info) => {
  test.setTimeout(180_000);
  const longTasks = await watchLongTasks(page);
  const report: Record<string, readonly number[]> = {};
  const text = largeObject();
  expect(text.length).toBeGreaterThan(500_000);
  const playground = new Playground(page);
  await playground.open();
  await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
  report['opening the page'] = await longTasks();

  await replaceText(playground.editor(), text);
  await expect(playground.stepButton(1)).toContainText('read');
  await expect(playground.result.getByRole('option').first()).toBeVisible();
  report['pasting the object'] = await longTasks();

  // What is drawn does not grow with the object.
  const drawn = async () => ({
    rows: await playground.result.locator('.row').count(),
    tints: await playground.step.locator('.monaco-editor .tint').count(),
    bars: await playground.step.locator('.monaco-editor .own-bar').count(),
  });
  const top = await drawn();
  expect(top.rows).toBeLessThan(400);
  expect(top.tints).toBeLessThan(400);
  expect(top.bars).toBeLessThan(400);

  await playground.editor().focus();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(playground.step.locator('.monaco-editor .own-bar').first()).toBeVisible();
  const bottom = await drawn();
  expect(bottom.tints).toBeGreaterThan(0);
  expect(bottom.tints).toBeLessThan(400);
  report['going to its end'] = await longTasks();

  await page.keyboard.type('  added: by hand', { delay: 60 });
  await expect(playground.step.locator('.monaco-editor')).toContainText('added: by hand');
  report['typing at its end'] = await longTasks();
  await expect(playground.stepButton(1)).toContainText('read');
  await page.waitForTimeout(1500);
  report['settling after it'] = await longTasks();

  await playground.result.locator('.code').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(playground.line('setting-03599')).toBeVisible();
  expect((await drawn()).rows).toBeLessThan(400);
  report['scrolling the result'] = await longTasks();

  const lines = Object.entries(report).map(([what, tasks]) => {
    const long = tasks.filter((task) => task > 200);
    return `${what}: ${tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...tasks)} ms; over 200 ms: ${long.join(', ') || 'none'}`;
  });
  info.annotations.push({ type: 'long tasks', description: lines.join('; ') });
  await info.attach('long-tasks.txt', { body: lines.join('\n'), contentType: 'text/plain' });
  process.stdout.write(`${lines.join('\n')}\n`);
});
