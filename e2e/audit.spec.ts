import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';
import { logWith } from '../conformance/audit/levels.ts';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const recorded = readFileSync(
  fileURLToPath(new URL('../conformance/audit/recorded/request-response.jsonl', import.meta.url)),
  'utf8',
);

test('a dropped log lists what it writes, and the history of an object becomes a scenario', async ({ page }) => {
  await new Playground(page).open('#x/first-configmap@1');
  const kept = () => page.evaluate(() => `${location.href} ${JSON.stringify(localStorage)}`);
  const before = await kept();
  const dialog = await dropped(page, [{ name: 'audit.log', bytes: Buffer.from(recorded) }]);
  await expect(dialog).toContainText('audit.log');
  await expect(dialog).toContainText('234 events in 234 lines; 9 objects were written.');
  await dialog.getByRole('combobox').fill('deployments web');
  await dialog.getByRole('option', { name: /web/ }).first().click();
  await expect(dialog).toContainText('26 answered as recorded, 0 differently, 0 not compared.');
  const conflict = dialog.getByRole('listitem').filter({ hasText: 'argocd-controller' }).first();
  await expect(conflict).toContainText('409');
  await conflict.locator('summary').click();
  await expect(conflict).toContainText('The whole answer was compared.');
  expect(await kept(), 'nothing is stored before it is opened').toBe(before);
  await dialog.getByRole('button', { name: 'Open as a scenario' }).click();
  await expect(dialog).toHaveCount(0);
  const steps = page.getByRole('region', { name: 'Steps of the scenario' });
  await expect(steps).toContainText('argocd-controller');
  await expect(steps.getByText('conflict', { exact: true })).toHaveCount(1);
});

test('a difference stands beside its request, and a part of the history is played', further, async ({ page }) => {
  await new Playground(page).open('');
  const dialog = await dropped(page, [{ name: 'audit.log.gz', bytes: gzipSync(recorded) }]);
  await dialog.getByRole('combobox').fill('api');
  await dialog.getByRole('option', { name: /^api/ }).first().click();
  await expect(dialog).toContainText('8 answered as recorded, 1 differently, 1 not compared.');
  const differs = dialog.getByRole('listitem').filter({ hasText: /\d+ differences/ });
  await differs.locator('summary').click();
  await expect(differs).toContainText('Something changed the object before this request that the log does not have.');
  await expect(differs.getByRole('table')).toContainText('.spec.replicas');
  await dialog.getByLabel('From request').fill('9');
  await dialog.getByRole('button', { name: 'Play these' }).click();
  await expect(dialog).toContainText('2 answered as recorded, 0 differently, 0 not compared.');
  await dialog.getByRole('button', { name: 'All objects' }).click();
  await expect(dialog.getByRole('combobox')).toBeVisible();
});

test(
  'the history of an object is shared as a scenario, whose secrets are asked about first',
  further,
  async ({ page }) => {
    await new Playground(page).open('');
    const dialog = await dropped(page, [{ name: 'audit.log', bytes: Buffer.from(recorded) }]);
    await dialog.getByRole('option', { name: /^web/ }).first().click();
    await dialog.getByRole('button', { name: 'Share it…' }).click();
    const share = page.getByRole('dialog', { name: 'Share this scenario' });
    await expect(share.getByRole('textbox', { name: 'The link' }).or(share.getByRole('group').first())).toBeVisible();
    await expect(dialog).toHaveCount(0);
  },
);

test('a log of many megabytes is read, and its last requests are played', further, async ({ page }) => {
  await new Playground(page).open('');
  const copies = Array.from({ length: 16 }, (_, index) => recorded.replaceAll('"auditID":"', `$&${index}-`)).join('');
  expect(copies.length).toBeGreaterThan(6_000_000);
  const dialog = await dropped(page, [{ name: 'large.log', bytes: Buffer.from(copies) }]);
  await expect(dialog).toContainText(`${16 * 234} events`);
  await dialog.getByRole('option', { name: /^web/ }).first().click();
  await expect(dialog).toContainText(/Requests \d+ to 416 are played\./);
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
});

test('a pasted log without bodies says what is missing', further, async ({ page }) => {
  await new Playground(page).open('');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, logWith('Metadata'));
  const dialog = page.getByRole('dialog', { name: 'Audit log' });
  await expect(dialog).toContainText('This log has no bodies');
  await expect(dialog).toContainText('level: RequestResponse');
  await dialog.getByRole('option', { name: /web/ }).first().click();
  await expect(dialog.getByRole('listitem').first()).toContainText('not played');
  await expect(dialog.getByRole('button', { name: 'Open as a scenario' })).toBeDisabled();
});

test('lines that cannot be read are counted with their places', further, async ({ page }) => {
  await new Playground(page).open('');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('audit log');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Audit log' });
  const lines = recorded.split('\n').slice(0, 40);
  const text = [
    ...lines,
    'no JSON',
    '{"kind":"Pod","apiVersion":"v1"}',
    '{"__proto__":{"kind":"Event"}}',
    `{"@message":${JSON.stringify(lines[0])}}`,
    `{"log":"${'x'.repeat(10_000_000)}"}`,
    lines[1]?.slice(0, 300),
  ].join('\n');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files…' }).click();
  await (await choosing).setFiles({ name: 'odd.log', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await dialog.getByText('6 lines could not be read').click();
  await expect(dialog).toContainText('1 × no JSON (line 41)');
  await expect(dialog).toContainText('2 × no audit event (lines 42, 43)');
  await expect(dialog).toContainText('take it out of there first (line 44) CloudWatch');
  await expect(dialog).toContainText('longer than 8 MB (line 45)');
  await expect(dialog).toContainText('cut off at the end (line 46)');
  await dialog.getByRole('button', { name: 'Other log…' }).click();
  await expect(dialog.getByRole('button', { name: 'Choose files…' })).toBeVisible();
});

async function dropped(
  page: Page,
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
): Promise<Locator> {
  const given = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const data = await page.evaluateHandle(async (all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, given);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  const dialog = page.getByRole('dialog', { name: 'Audit log' });
  await expect(dialog).toBeVisible();
  return dialog;
}
