import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { listOf } from './survey-dump.ts';
import { choose, expectRead, file, filter, openEmpty, shown, survey } from './survey-page.ts';
import { test } from './test.ts';

test('findings are listed with why and what to do, tried, and switched off by their rule', async ({ page }) => {
  await openEmpty(page);
  const entry = (manager: string, operation: string) => ({
    manager,
    operation,
    apiVersion: 'v1',
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { 'f:a': {} } },
  });
  const object = (name: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop', managedFields: [entry('me', 'Apply'), entry('me', 'Update')] },
    data: { a: '1' },
  });
  await choose(page, file('dump.json', listOf([object('one'), object('two')])));
  await expectRead(page, '2 objects');
  await page.getByRole('tab', { name: 'Findings 2' }).click();
  const head = page.getByRole('button', { name: /One manager by Apply and by Update/ });
  await expect(head).toContainText('2 objects');
  await head.click();
  await expect(survey(page)).toContainText('What to do');
  await expect(survey(page).getByRole('listitem').filter({ hasText: 'ConfigMap shop/two' })).toContainText('.data.a');
  await page.getByRole('button', { name: 'Show these objects' }).click();
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('finding:apply-and-update');
  await expect(shown(page)).toHaveText('2 objects');
  await filter(page, '');
  await page.getByRole('tab', { name: 'Findings' }).click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Commands ConfigMap shop/two' }).click();
  await expect(survey(page)).toContainText('kubectl get configmap/two -n shop --show-managed-fields -o yaml');
  await test.step('all of them are repaired by a script, and nothing is sent', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'Repair all…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Repair: One manager by Apply and by Update' });
    await expect(dialog.getByRole('status')).toHaveText('2 repairs.');
    const item = dialog.getByRole('listitem').filter({ hasText: 'ConfigMap shop/one' });
    await expect(item).toContainText('kubectl patch configmap/one -n shop --type=json');
    await expect(item.locator('dd')).toHaveText([/me Apply.*me Update/, /^m me Apply · 1$/]);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the script' }).click();
    const script = readFileSync(await (await download).path(), 'utf8');
    expect(script).toMatch(/^#!\/bin\/sh\n# One manager by Apply/);
    expect(script.match(/^kubectl patch /gm)).toHaveLength(2);
    expect(requests.filter((url) => !/\/assets\/|^blob:/.test(url))).toEqual([]);
    await page.keyboard.press('Escape');
  });
  await page.getByRole('button', { name: 'Try it ConfigMap shop/two' }).click();
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue('ConfigMap shop/two');
  await expect(page.getByRole('button', { name: 'Step 2:' })).toBeVisible();
  await page.getByRole('button', { name: /^Back to the survey/ }).click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Switch this rule off' }).click();
  await expect(head).toHaveCount(0);
  await expect(survey(page)).toContainText('The rules found nothing in these objects.');
  await page.getByText('1 of 18 rules are off').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this choice as a file' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(JSON.parse(saved)).toMatchObject({ off: ['apply-and-update'] });
  await page.getByRole('checkbox', { name: /One manager by Apply/ }).check();
  await expect(head).toBeVisible();
  await survey(page).locator('.rule-choice input[type=file]').setInputFiles(file('rules.json', saved));
  await expect(head).toHaveCount(0);
});
