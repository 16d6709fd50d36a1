import { expect } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test } from './test.ts';

test('a well-known name says what it stands for, pointed at and focused', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/anonymous-managers@5');
  const legend = playground.result.getByRole('group', { name: 'Managers' });
  await legend.getByRole('button', { name: /^\D*node-fetch/ }).hover();
  const card = page.getByRole('tooltip');
  await expect(card).toContainText('A JavaScript program with the node-fetch library');
  await expect(card).toContainText('From the User-Agent, up to the first slash');
  await legend.getByRole('button', { name: /^\D*manager Update/ }).focus();
  await expect(card).toContainText('Kubebuilder');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});

test('ten updaters are counted as a meter', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/eleven-updaters@6');
  const meter = playground.result.getByRole('meter', { name: 'Update entries' });
  await expect(meter).toHaveAttribute('max', '10');
  await expect(playground.result.getByRole('group', { name: 'Managers' })).toContainText('5 of 10 Update entries');
});

test('of two hundred managers those that own most are shown, the others on demand', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  const entries = Array.from({ length: 200 }, (_, index) => {
    const fields = Array.from({ length: index === 150 ? 3 : 1 }, (__, place) => `"f:k${index}-${place}": {}`);
    return `  - {manager: m${index}, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {${fields}}}}`;
  });
  await playground.paste(
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  managedFields:\n${entries.join('\n')}\ndata: {k150-0: v}\n`,
  );
  const legend = playground.result.getByRole('group', { name: 'Managers' });
  const managers = legend.getByRole('button', { name: /\bm\d+ Apply/ });
  await expect(managers).toHaveCount(9);
  await expect(legend.getByRole('button', { name: /m150 Apply/ })).toBeVisible();
  await legend.getByRole('button', { name: '191 more' }).click();
  await expect(managers).toHaveCount(200);
  await legend.getByRole('button', { name: /m199 Apply/ }).click();
  await legend.getByRole('button', { name: 'Fewer' }).click();
  await expect(managers).toHaveCount(10);
  await expect(legend.getByRole('button', { name: /m199 Apply/, pressed: true })).toBeVisible();
});

test('with two columns the managers that own most are shown whole, the others on demand', further, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const playground = new Playground(page);
  await playground.open('#x/eleven-updaters@12');
  const legend = playground.result.getByRole('group', { name: 'Managers' });
  await expect(legend.getByRole('button', { name: /(Apply|Update) ·/ })).toHaveCount(6);
  await expect(legend.getByRole('button', { name: '5 more' })).toBeVisible();
  expect(await legend.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
  await expect(legend.getByText('10 of 10 Update entries')).toBeInViewport();
});

test('a manager’s colour follows from the scenario, not from the order of typing', further, async ({ page }) => {
  const playground = new Playground(page);
  const configMap = (key: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  ${key}: v\n`;
  await playground.open(addressOf([{ kind: 'apply', manager: 'zoe', text: configMap('z') }]));
  // The step of `alice` is typed last and comes first.
  await playground.addStep('Server-side apply');
  await playground.step.getByRole('combobox', { name: 'Manager' }).fill('alice');
  await playground.paste(configMap('a'));
  await playground.stepButton(2).press('Alt+ArrowUp');
  await playground.selectStep(2);
  const marks = () =>
    playground.result
      .getByRole('group', { name: 'Managers' })
      .locator('.mf-mark')
      .evaluateAll((all) => all.map((mark) => mark.className + mark.textContent));
  const typed = await marks();
  expect(typed).toHaveLength(2);
  await page.reload();
  await playground.answered();
  await playground.selectStep(2);
  expect(await marks()).toEqual(typed);
});

test('a word of the page says what it means: pointed at, by keys, and above a dialog', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/eleven-updaters@12');
  const legend = playground.result.getByRole('group', { name: 'Managers' });
  const card = page.getByRole('tooltip');
  const nobody = legend.getByRole('button', { name: /^nobody · \d+$/ });
  await nobody.hover();
  await expect(card).toContainText('Owned by nobody. A value that no entry names');
  await page.mouse.move(0, 0);
  await expect(card).toHaveCount(0);
  await nobody.focus();
  await page.keyboard.press('Tab');
  const updaters = legend.getByRole('button', { name: '10 of 10 Update entries' });
  await expect(updaters).toBeFocused();
  await expect(card).toContainText('A server keeps at most ten Update entries.');
  await expect(updaters).toHaveAccessibleDescription(/^Update entries\. A server keeps/);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(updaters).toBeFocused();

  await playground.open('#');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('What changed between versions');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What changed between versions' });
  const gates = dialog.getByRole('button', { name: /feature gates? that this page knows/ }).first();
  await gates.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(card).toContainText('A switch of the server');
  // Outside of it, the dialog would cover the card.
  await expect(dialog.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a word of the page says what it means when it is tapped', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/eleven-updaters@12');
    await playground.answered();
    // A mouse that had opened the result would stand elsewhere, and take the card away.
    const legend = playground.result.getByRole('group', { name: 'Managers' });
    const card = page.getByRole('tooltip');
    await legend.getByRole('button', { name: '10 of 10 Update entries' }).tap();
    await expect(card).toContainText('A server keeps at most ten Update entries.');
    await expect(card).toBeInViewport({ ratio: 1 });
    await legend.getByRole('button', { name: /^nobody · \d+$/ }).tap();
    await expect(card).toContainText('Owned by nobody.');
  });
});
