import { expect } from '@playwright/test';
import { definitionText } from '../conformance/growth/definition-text.ts';
import { Playground, replaceText } from './page.ts';
import { tasks as measured, TaskWatch } from './tasks.ts';
import { test, withMonaco } from './test.ts';

test.use(withMonaco);

test.describe.configure({ timeout: 300_000 });
// A recording of what a test does is made by the page itself, on its main thread.
test.use({ trace: 'off' });

/** The limit of a task, as a multiple of the reference work; on a quiet machine no task takes three times as long. */
const most = 12;

/** An object of a kind that nobody knows, whose owner has thousands of fields of items that are not in its list. */
function unknownObject(items: number): string {
  const name = (item: number) => `row-${String(item).padStart(5, '0')}`;
  const rows = Array.from({ length: items }, (_, item) => item);
  const owned = rows.map(
    (item) => `          k:{"name":"${name(item)}"}:
            .: {}
            f:image: {}
            f:limits:
              f:cpu: {}
            f:name: {}
            f:value: {}
`,
  );
  const written = rows.map(
    (item) => `  - image: example.com/team/image-${item}:1.0
    limits:
      cpu: 500m
    name: other-${name(item)}
    value: value ${item}
`,
  );
  return `apiVersion: example.com/v1
kind: Table
metadata:
  managedFields:
  - apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1:
      f:spec:
        f:rows:
${owned.join('')}    manager: alice
    operation: Apply
    time: "2026-01-01T00:00:00Z"
  name: large
  namespace: default
spec:
  rows:
${written.join('')}`;
}

test(
  'an object of an unknown kind: the page stays free, and draws what it lacks once it is asked',
  measured,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
    const tasks = await TaskWatch.start(page);
    await replaceText(playground.editor(), unknownObject(1600));
    await expect(playground.stepButton(1)).toContainText('read');
    await tasks.quiet(1000);
    await tasks.endPhase('pasted');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('#');
    await playground.answered();
    await tasks.quiet(1000);
    await tasks.endPhase('a key');
    await tasks.expectShort(() => most);
    expect(await page.locator('*').count(), 'elements').toBeLessThan(10_000);
    const list = playground.result.locator('.legend-absent');
    await expect(list).toContainText('Owned but not in the object');
    await expect(list.locator('li')).toHaveCount(0);
    await list.locator('summary').click();
    await expect(list.locator('li')).toHaveCount(101);
    await list.getByRole('button', { name: /more$/ }).click();
    await expect(list.locator('li')).toHaveCount(201);
  },
);

test('a large definition: the page stays free', measured, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.addStep('CRD');
  const tasks = await TaskWatch.start(page);
  await replaceText(playground.editor(), definitionText(772_000, 11));
  await expect(playground.steps).toContainText('installed');
  await tasks.quiet(1000);
  await tasks.endPhase('a definition, pasted');
  await tasks.expectShort(() => most);
});
