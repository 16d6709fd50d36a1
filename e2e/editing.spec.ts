import { crd } from '@managed-fields/player/sample-texts';
import { expect, type Locator, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

test.use(withMonaco);

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
`;

/** The list of completions. */
function suggestions(page: Page): Locator {
  return page.locator('.suggest-widget.visible .monaco-list-row');
}

async function open(page: Page, text: string): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open();
  await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
  await playground.paste(text);
  return playground;
}

test(
  'fields that must be there come first, and a list begins with what tells its items apart',
  further,
  async ({ page }) => {
    const playground = await open(page, `${deployment}  `);
    await page.keyboard.press('Control+Space');
    await expect(suggestions(page).nth(0)).toContainText('selector');
    await expect(suggestions(page).nth(0)).toContainText('replaced whole');
    await expect(suggestions(page).nth(1)).toContainText('template');
    await page.keyboard.type('temp');
    await expect(suggestions(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    // What is in it is offered at once, indented.
    await expect(suggestions(page).filter({ hasText: 'spec' }).first()).toBeVisible();
    await page.keyboard.type('spec');
    await page.keyboard.press('Enter');
    await expect(suggestions(page).nth(0)).toContainText('containers');
    await page.keyboard.press('Enter');
    await page.keyboard.type('web');
    await page.keyboard.press('Escape');
    await expect(playground.stepButton(1)).toContainText('read');
    await expect(playground.line('- imagePullPolicy').or(playground.line('- name: web')).first()).toBeVisible();
    await expect(playground.step.locator('.view-lines')).toContainText('- name: web');
  },
);

test(
  'values are offered after a colon, and Enter stays a line break where nothing is left to choose',
  further,
  async ({ page }) => {
    const playground = await open(page, `${deployment}  strategy:\n    type:`);
    await page.keyboard.type(' ');
    await expect(suggestions(page).nth(0)).toContainText('RollingUpdate');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(playground.step.locator('.view-lines')).toContainText('type: Recreate');
    await page.keyboard.press('Enter');
    await page.keyboard.type('x: 1');
    await expect(playground.step.locator('.view-line')).toHaveCount(8);
  },
);

test(
  'the list of completions is away once what it offers is typed, and never lies over what the server answers',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways@3');
    await playground.paste(`${deployment}  `);
    const list = page.locator('.suggest-widget.visible');
    await page.keyboard.type('replicas: ', { delay: 40 });
    await expect(suggestions(page).filter({ hasText: 'what the object has now' })).toBeVisible();
    await page.keyboard.type('7');
    await expect(playground.conflict).toContainText('.spec.replicas');
    await expect(list).toHaveCount(0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('pa', { delay: 40 });
    await expect(suggestions(page)).toHaveCount(2);
    const [over, answer] = await Promise.all([list.boundingBox(), playground.conflict.boundingBox()]);
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(answer?.y ?? 0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    // Asked for by the choice before it: it closes as well once it is typed.
    await expect(suggestions(page)).toHaveCount(2);
    await page.keyboard.type('tru', { delay: 40 });
    await expect(suggestions(page)).toHaveCount(1);
    await page.keyboard.type('e');
    await expect(list).toHaveCount(0);
    await expect(playground.step.locator('.view-lines')).toContainText('paused: true');
    await page.keyboard.press('ControlOrMeta+Space');
    await expect(suggestions(page)).toHaveCount(1);
  },
);

test('what is installed by a CRD step is completed too', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.addStep('CRD');
  await playground.paste(crd('            {type: object, properties: {mode: {type: string, enum: [fast, safe]}}}'));
  await expect(playground.stepButton(2)).toContainText('installed');
  await playground.addStep('Server-side apply');
  await playground.paste('apiVersion: example.com/v1\nkind: Foo\nmetadata:\n  name: a\nspec:\n  mode:');
  await page.keyboard.type(' ');
  await expect(suggestions(page).nth(0)).toContainText('fast');
  await expect(suggestions(page).nth(1)).toContainText('safe');
});

test('the hover says what the schema merges, and the markers stand at what is wrong', async ({ page }) => {
  const playground = await open(
    page,
    `${deployment}  replicas: two\n  replica: 3\n  selector:\n    matchLabels:\n      app: web\n`,
  );
  await expect(playground.stepButton(1)).toContainText('error');
  // Both complaints, though the server stops at the first.
  await expect(playground.step.locator('.squiggly-error')).not.toHaveCount(0);
  await expect(playground.step.locator('.view-lines')).toContainText('cannot unmarshal string');
  await expect(playground.step.locator('.view-lines')).toContainText('unknown field "spec.replica"');
  await playground.step.locator('.view-line', { hasText: 'matchLabels' }).getByText('matchLabels').hover();
  await expect(page.locator('.monaco-hover').filter({ hasText: 'nothing inside is owned by itself' })).toBeVisible();
});

test('a note is cut where the pane ends, and pointing at it says all of it', further, async ({ page }) => {
  await page.setViewportSize({ width: 1120, height: 860 });
  const playground = await open(page, `${deployment}  aFieldThatNobodyKnows: 1\n`);
  const note = playground.step.locator('.note-text').first();
  await expect(note).toContainText('…');
  const [shown, pane] = await Promise.all([note.boundingBox(), playground.step.boundingBox()]);
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0) - 12);
  await note.hover();
  await expect(
    page.locator('.monaco-hover').filter({ hasText: 'unknown field "spec.aFieldThatNobodyKnows"' }),
  ).toBeVisible();
});

test('a whole text that is pasted is read from its top', further, async ({ page }) => {
  const lines = Array.from({ length: 200 }, (_, index) => `  key-${index}: value`).join('\n');
  const playground = await open(page, `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${lines}\n`);
  await expect(playground.stepButton(1)).toContainText('read');
  await expect(playground.step.locator('.view-line', { hasText: 'kind: ConfigMap' })).toBeVisible();
  await expect(playground.step.getByText('key-199: value')).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a text is edited in a plain sheet, which keeps its place', further, async ({ page }) => {
    await new Playground(page).open('#x/first-configmap');
    await page.getByRole('tab', { name: 'Step', exact: true }).click();
    await page.getByRole('button', { name: 'Edit text' }).click();
    const sheet = page.getByRole('textbox', { name: /^YAML of step/ });
    await expect(sheet).toBeFocused();
    await sheet.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(11, 11));
    await page.keyboard.type('#');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit text' }).click();
    await expect(sheet).toBeFocused();
    expect(await sheet.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(12);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wide).toBe(false);
  });
});

test('after the first field of an item Enter leads below the field, not below the dash', further, async ({ page }) => {
  await open(page, 'kind: Foo\nspec:\n  items:\n  - name: web');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('image: nginx');
  const kept = () => page.evaluate(() => Object.values(localStorage).join('\n'));
  await expect.poll(kept).toContain(JSON.stringify('- name: web\n    image: nginx').slice(1, -1));
});
