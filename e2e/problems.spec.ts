import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

test.use(withMonaco);

test('broken YAML is marked at its place, the last good result stays and is marked stale, and mending recovers', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.openExample('A first ConfigMap');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await playground.selectStep(1);
  await expect(playground.line('kind: ConfigMap')).toHaveCount(1);

  await playground.editor().focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n  - broken: [');
  await expect(playground.stepButton(1)).toContainText('error');
  await expect(playground.result.getByText('last good result')).toBeVisible();
  await expect(playground.step.locator('.squiggly-error').first()).toBeVisible();

  for (let i = 0; i < '\n  - broken: ['.length + 4; i++) await page.keyboard.press('ControlOrMeta+Z');
  await expect(playground.stepButton(1)).toContainText('created');
  await expect(playground.result.getByText('last good result')).toHaveCount(0);
});

test(
  'a field that the schema does not declare is refused in the server’s words and marked',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.openExample('A conflict and its three ways out');
    await page.getByRole('button', { name: 'Edit a copy' }).click();
    await playground.selectStep(1);
    await playground.paste('apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replica: 2\n');
    await expect(playground.stepButton(1)).toContainText('error');
    await expect(playground.step).toContainText('.spec.replica: field not declared in schema');
    await expect(playground.step.locator('.squiggly-error').first()).toBeVisible();
  },
);

const header = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n';
const marked: readonly (readonly [what: string, text: string, line: string, note: RegExp])[] = [
  ['broken YAML', `${header} bad: [1, 2\nspec: 2\n`, ' bad: [1, 2', /did\snot\sfind\sexpected/],
  ['an unknown field', `${header}spec:\n  replica: 2\n`, '  replica: 2', /field\snot\sdeclared\sin\sschema/],
  ['a wrong type', `${header}spec:\n  template: []\n`, '  template: []', /expected\smap/],
  ['a duplicate key', `${header}spec:\n  paused: true\n  paused: false\n`, '  paused: false', /already\sset\sin\smap/],
];

test(
  'broken YAML, unknown fields, wrong types and duplicate keys are marked at their places',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways@3');
    for (const [what, text, line, note] of marked) {
      await playground.paste(text);
      const spoilt = playground.step.locator('.view-line').filter({ hasText: line.trim() });
      await expect(spoilt, what).toContainText(note);
      const mark = playground.step.locator('.squiggly-error, .squiggly-warning');
      const place = async () => Math.round((await spoilt.boundingBox())?.y ?? 0);
      await expect
        .poll(async () => {
          const at = await place();
          const boxes = await Promise.all((await mark.all()).map((each) => each.boundingBox()));
          return boxes.some((box) => box !== null && Math.abs(Math.round(box.y) - at) < 20);
        })
        .toBe(true);
      await expect(playground.result.getByText('last good result'), what).toBeVisible();
      await expect(playground.line('kind: Deployment'), what).toBeVisible();
    }
  },
);

test('a name that YAML reads as no text is marked instead of missed', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: on\n');
  await expect(playground.stepButton(1)).toContainText('error');
  await expect(playground.step).toContainText('metadata.name: expected string, got true');
});

test('what is typed last is what is shown', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "0"');
  await page.keyboard.type('\nb: "1"\nc: "2"\nd: "3"\ne: "4"\nf: "5"\ng: "6"\nh: "7"\ni: "last"');
  await expect(playground.line('i: last')).toBeVisible();
  await expect(playground.stepButton(1)).toContainText('read');
});
