import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { dropFiles, Playground, pasteOnPage } from '../page.ts';
import { dumpOf, listOf } from '../survey-dump.ts';
import { survey } from '../survey-page.ts';
import { test } from '../test.ts';

// Four people who have never seen the page, each from its first view to what they came for. Their actions are counted: a
// press, a text that is pasted, dropped or typed, and a key. What they press they find by the words on the screen.

class Reader {
  readonly page: Page;
  actions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(what: Locator): Promise<void> {
    this.actions++;
    await what.click();
  }

  async type(where: Locator, text: string): Promise<void> {
    this.actions++;
    await where.fill(text);
  }

  async paste(text: string): Promise<void> {
    this.actions++;
    await pasteOnPage(this.page, text);
  }

  async drop(name: string, text: string): Promise<void> {
    this.actions++;
    await dropFiles(this.page.locator('body'), { [name]: text });
  }

  async back(): Promise<void> {
    this.actions++;
    await this.page.goBack();
  }
}

const live = readFileSync(fileURLToPath(new URL('../fixtures/deployment-of-hpa.yaml', import.meta.url)), 'utf8');

const refused = `error: Apply failed with 1 conflict: conflict with "hpa": .spec.replicas
Please review the fields above--they currently have other managers.
`;

test('whose apply was refused has the conflict after three actions, the fix after four, and a command to copy after six', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open();
  const reader = new Reader(page);
  await reader.paste(live);
  await expect(playground.result).toContainText('After step 1');
  await reader.paste(refused);
  await reader.press(page.getByRole('dialog').getByRole('button', { name: /^Open as \d+ step/ }));
  await expect(playground.conflict).toContainText('conflict with "hpa": .spec.replicas');
  await expect(playground.conflict.getByRole('button', { name: /^Give it up/ })).toBeInViewport();
  expect(reader.actions).toBe(3);

  await reader.press(playground.conflict.getByRole('button', { name: 'Preview: Give it up' }));
  const preview = playground.conflict.getByRole('region', { name: 'Preview: Give it up' });
  await expect(preview).toContainText('Leave out the lines with a minus.');
  await expect(preview).toContainText('replicas: 1');
  await reader.press(playground.conflict.getByRole('button', { name: 'Preview: Overwrite' }));
  await reader.press(playground.conflict.getByRole('button', { name: 'Copy' }).first());
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('--force-conflicts');
  expect(reader.actions).toBe(6);
});

test('who writes a controller sees one apply after three actions, and changes it after five', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  const reader = new Reader(page);
  await reader.press(page.getByRole('button', { name: 'Examples', exact: true }));
  await reader.type(page.getByRole('combobox', { name: 'Search the examples' }), 'controller-runtime');
  await expect(page.getByRole('dialog', { name: 'Examples' })).toContainText('controller');
  await reader.press(page.getByRole('button', { name: 'Step through it' }));
  await expect(playground.walk).toContainText('Step 1 of');
  expect(reader.actions).toBe(3);
  await reader.press(playground.walk.getByRole('button', { name: 'Edit a copy' }));
  await reader.press(playground.step.getByRole('checkbox', { name: 'Force' }));
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  expect(reader.actions).toBe(5);
});

test('who has never read about it has done a lesson after seven actions, a wrong guess among them', async ({
  page,
}) => {
  await new Playground(page).open();
  const reader = new Reader(page);
  await reader.press(page.locator('.welcome').getByRole('button', { name: 'A lesson' }));
  await reader.press(
    page
      .getByRole('dialog', { name: 'Lessons' })
      .getByRole('button', { name: /Say what will happen/ })
      .first(),
  );
  const lesson = page.getByRole('region', { name: 'Lesson' });
  await reader.press(lesson.getByRole('button', { name: '200, the object is changed' }));
  await reader.press(lesson.getByRole('button', { name: '201, the object is created' }));
  await reader.press(lesson.getByRole('button', { name: 'kubectl', exact: true }).first());
  await reader.press(lesson.getByRole('button', { name: 'Nobody', exact: true }).last());
  await reader.press(lesson.getByRole('button', { name: 'Play the step' }));
  await expect(lesson).toContainText('Done');
  expect(reader.actions).toBe(7);
});

test('with 1,500 objects one is at an object of a finding after four actions, and back after five', async ({
  page,
}) => {
  await new Playground(page).open();
  const reader = new Reader(page);
  await reader.drop('dump.json', listOf(dumpOf(1500)));
  await expect(survey(page)).toContainText('1,500 objects');
  await reader.press(survey(page).getByRole('tab', { name: /^Findings/ }));
  const error = survey(page).getByRole('button', { name: /Managers that rewrite one field/ });
  await reader.press(error);
  await reader.press(
    survey(page)
      .getByRole('button', { name: /^Try it/ })
      .first(),
  );
  await expect(page.getByRole('region', { name: 'Steps of the scenario' }).getByRole('listitem')).not.toHaveCount(0);
  expect(reader.actions).toBe(4);
  await reader.back();
  await expect(error).toHaveAttribute('aria-expanded', 'true');
});
