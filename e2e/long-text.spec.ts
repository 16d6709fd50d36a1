import { deflateRawSync } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';
import { sealed } from './hostile/large.ts';
import { Playground, pasteOnPage } from './page.ts';
import { further, test } from './test.ts';

// A text area lays out all of its text, so a longer one is edited part by part where there is no Monaco.

const start = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n';
const keys = (count: number) => Array.from({ length: count }, (_, n) => `  k${n}: v\n`).join('');

/** Goes to the last part, writes a line at its end, and returns how many parts came before. */
async function writeAtTheEnd(within: Locator, area: Locator, line: string): Promise<number> {
  const later = within.getByRole('button', { name: 'Later part' });
  let parts = 0;
  await expect(later).toBeVisible();
  for (; await later.isEnabled(); parts++) {
    const { length } = await area.inputValue();
    expect(length, 'characters in the text area').toBeLessThanOrEqual(100_000);
    await later.click();
  }
  await area.fill(`${await area.inputValue()}${line}`);
  return parts;
}

/** What the browser keeps of the draft. */
function kept(page: Page): Promise<string> {
  return page.evaluate(() => Object.values(localStorage).join(''));
}

test('a step of 5,000 lines is edited part by part, and nothing of it is lost', further, async ({ page }) => {
  const playground = new Playground(page);
  const steps = [{ kind: 'live', text: start + keys(5000) }];
  await playground.open(`#${sealed('1z', deflateRawSync(JSON.stringify({ version: 1, steps })))}`);
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await playground.step.getByRole('listbox').first().click();
  const area = playground.editor();
  await expect(playground.step.getByText('Lines 1 to 500 of 5005')).toBeVisible();
  expect(await writeAtTheEnd(playground.step, area, '  colour: green\n')).toBe(10);
  await expect(playground.step.getByText('Lines 5001 to 5006 of 5006')).toBeVisible();
  await playground.answered();
  // What is written in one part is there when it is looked at again.
  await playground.step.getByRole('button', { name: 'Earlier part' }).click();
  await playground.step.getByRole('button', { name: 'Later part' }).click();
  await expect(area).toHaveValue(/colour: green/);
  await expect.poll(() => kept(page)).toContain('colour: green');
  expect((await kept(page)).match(/ k\d+: v/g)?.length).toBeGreaterThanOrEqual(5000);
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.step.getByText('of 5005')).toBeVisible();
  await expect(area).not.toHaveValue(/colour/);
});

test('a text of 5,000 lines that was pasted is edited part by part before it is taken', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  const dialog = page.getByRole('dialog', { name: 'Paste or open' });
  await pasteOnPage(page, `${start}${keys(3000)}---\n${start}${keys(3000)}`);
  await expect(dialog).toBeVisible();
  await writeAtTheEnd(
    dialog,
    dialog.getByRole('textbox').first(),
    '---\napiVersion: v1\nkind: Secret\nmetadata: {name: third}\n',
  );
  await expect(dialog.getByText('Secret third')).toBeVisible();
});

test('a command of 5,000 lines is edited part by part', further, async ({ page }) => {
  const playground = new Playground(page);
  const steps = [{ kind: 'kubectl', text: 'kubectl get pods\n'.repeat(5000) }];
  await playground.open(`#${sealed('1z', deflateRawSync(JSON.stringify({ version: 1, steps })))}`);
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await writeAtTheEnd(playground.step, playground.step.getByRole('textbox').first(), 'kubectl version\n');
  await expect(playground.step.getByText('of 5001')).toBeVisible();
});
