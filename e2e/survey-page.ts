import { writeFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { test } from './test.ts';

/** A file as a browser chooses it. */
export const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** The survey. */
export const survey = (page: Page): Locator => page.getByRole('region', { name: 'Survey', exact: true });
/** Its table of objects. */
export const grid = (page: Page): Locator => page.getByRole('treegrid', { name: 'Objects of the survey' });
/** How many objects the filter shows. */
export const shown = (page: Page): Locator => survey(page).getByRole('search').getByRole('status');

/** Opens the page and a survey without objects. */
export async function openEmpty(page: Page): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Survey many objects');
  await page.keyboard.press('Enter');
  await expect(survey(page).getByRole('heading', { name: 'Who owns the fields of many objects' })).toBeVisible();
  return playground;
}

/** Opens the survey from the first page with a list that has a ConfigMap `cm-0`. */
export async function openFromFirstPage(page: Page, list: string): Promise<void> {
  await page.locator('.welcome').getByRole('button', { name: 'Many objects' }).click();
  const chooser = page.waitForEvent('filechooser');
  await survey(page).getByRole('button', { name: 'Choose files' }).first().click();
  await (await chooser).setFiles(file('dump.json', list));
  await expect(survey(page).getByText('cm-0', { exact: true })).toBeVisible();
}

/** Chooses files for the survey. */
export async function choose(page: Page, ...files: readonly ReturnType<typeof file>[]): Promise<void> {
  await survey(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
}

/** Chooses a file that is too large to be handed to the browser in a message. */
export async function chooseLarge(page: Page, text: string): Promise<void> {
  const path = test.info().outputPath('dump.json');
  writeFileSync(path, text);
  await survey(page).locator('input[type=file]').first().setInputFiles(path);
}

/** Waits until all was read. */
export async function expectRead(page: Page, summary: string): Promise<void> {
  await expect(survey(page)).toContainText(summary, { timeout: 120_000 });
  await expect(survey(page).getByRole('progressbar')).toHaveCount(0);
}

/** Types a filter, and closes what is offered. */
export async function filter(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Filter' }).fill(text);
  await page.keyboard.press('Escape');
}
