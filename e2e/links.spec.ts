import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const configMap = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  colour: ${value}\n`;

test('a link opens the same scenario in a fresh browser', async ({ page, browser }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.openExample('Hand replicas over to the autoscaler');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await playground.selectStep(2);
  const link = await playground.link();
  expect(link).toMatch(/#s\/[A-Za-z0-9\-_./]*[A-Za-z0-9]$/);

  const elsewhere = new Playground(await (await browser.newContext()).newPage());
  await elsewhere.page.goto(link);
  const count = await playground.steps.getByRole('listitem').count();
  await expect(elsewhere.steps.getByRole('listitem')).toHaveCount(count);
  for (let number = 1; number <= count; number++) {
    const text = await playground.stepButton(number).textContent();
    await expect(elsewhere.stepButton(number)).toHaveText(text ?? '');
  }
  await expect(elsewhere.page.getByText('You are looking at a shared scenario')).toBeVisible();
});

test('a link that does not open says why and what to do, and keeps the draft and its own text', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('blue'));
  await expect(playground.line('colour: blue')).toBeVisible();
  const link = await playground.link();
  const fragment = link.slice(link.indexOf('#') + 1);
  const middle = Math.floor(fragment.length / 2);
  const other = fragment.charAt(middle) === 'a' ? 'b' : 'a';
  const broken = [
    [fragment.slice(0, -20), 'This link was cut off'],
    [fragment.slice(0, middle) + other + fragment.slice(middle + 1), 'This link was changed on its way'],
    ['s/99d.abc.0000000', 'made by a newer version'],
    ['s/1q.abc.0000000', 'packed in a way that this version does not know (q)'],
    [`s/1j.${Buffer.from('{"version":1,"steps":7}').toString('base64url')}`, 'what it holds is not a scenario'],
    [`s/1j.${Buffer.from('{"version":7,"steps":[]}').toString('base64url')}`, 'made by a newer version'],
    ['somewhere', 'This address holds no scenario'],
    [`s/1z.${'a'.repeat(70_000)}`, 'This link is too long'],
  ] as const;
  const alert = page.locator('.banner[role=alert]');
  for (const [text, sentence] of broken) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, text);
    await expect(alert).toContainText(sentence);
    await expect(playground.line('colour: blue')).toBeVisible();
    await alert.getByRole('button', { name: 'Copy the link’s text' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`#${text}`);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
  }
});

test('a shared scenario never replaces the draft', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('red'));
  await expect(playground.line('colour: red')).toBeVisible();
  await page.reload();
  await expect(playground.line('colour: red')).toBeVisible();
  await playground.open('#x/first-configmap');
  await page.getByRole('button', { name: 'Back to my draft' }).click();
  await expect(playground.line('colour: red')).toBeVisible();
});

test('a link opens with what a sentence or a chat program made of it', further, async ({ page, baseURL }) => {
  const playground = new Playground(page);
  const example = 'x/hpa-conflict';
  for (const [address, shown] of [
    [`/#${example}@2).`, `/#${example}@2`],
    [`/%23${example}`, `/#${example}`],
    [`/%23x%2Fhpa-conflict@2`, `/#${example}@2`],
    [`/?theme=dark%23${example}@2`, `/?theme=dark#${example}@2`],
    [`//127.0.0.2/%23${example}`, undefined],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`${baseURL}${address}`);
    await page.waitForURL((url) => url.hash !== '');
    expect(new URL(page.url()).origin).toBe(baseURL);
    if (shown === undefined) continue;
    await expect(playground.stepButton(2)).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}${shown}`);
  }
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading')).toHaveText('There is nothing at this address');
});
