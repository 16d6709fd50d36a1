import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

const deployment = readFileSync(
  fileURLToPath(new URL('fixtures/deployment-four-managers.yaml', import.meta.url)),
  'utf8',
);

const owned: readonly (readonly [line: string, owners: string])[] = [
  ['replicas: 5', 'owned by kube-controller-manager (Update /scale)'],
  ['sidecar.example.com/injected', 'owned by mesh-operator (Apply)'],
  ['value: info', 'owned by helm (Apply)'],
  ['image: registry.example.com/shop/checkout:2.7.1', 'owned by helm (Apply) and mesh-operator (Apply)'],
  ['availableReplicas: 4', 'owned by deployment-controller (Update /status)'],
];

const hovered: readonly (readonly [text: string, path: string, details: readonly RegExp[]])[] = [
  ['replicas: 5', '.spec.replicas', [/kube-controller-manager/, /Update through \/scale/, /apps\/v1/]],
  ['value: info', '.spec.template.spec.containers[name="server"].env[name="LOG_LEVEL"].value', [/helm/, /Apply/]],
  ['sidecar.example.com/injected', '.metadata.annotations', [/mesh-operator/, /2026-03-02 09:13:20 UTC/]],
  ['revisionHistoryLimit: 10', '.spec.revisionHistoryLimit', [/nobody|no manager/i]],
  ['key: url', '.spec.template.spec.containers[name="server"].env[name="DATABASE_URL"].valueFrom', [/helm/, /atomic/]],
];

test('a pasted Deployment shows its managers, and who owns each line', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(deployment);
  await expect(playground.stepButton(1)).toContainText('read');
  const managers = playground.result.getByRole('group', { name: 'Managers' }).getByRole('button', { name: / · \d+$/ });

  await test.step('the legend names its four managers and how each came to own', async () => {
    await expect(managers).toContainText([
      'helm',
      'mesh-operator',
      'kube-controller-manager Update /scale',
      'deployment-controller Update /status',
      'nobody',
    ]);
  });

  await test.step('the legend tells them apart by colour, pattern and letter, and counts their fields', async () => {
    await expect(managers).toHaveCount(5);
    const marks = await managers.locator('.mf-mark').evaluateAll((each) =>
      each.map((mark) => {
        const [letter, pattern] = [mark.querySelector('b'), mark.querySelector('i')];
        return {
          letter: letter?.textContent,
          colour: letter && getComputedStyle(letter).backgroundColor,
          pattern: pattern && getComputedStyle(pattern).backgroundImage,
        };
      }),
    );
    expect(marks.map(({ letter }) => letter)).toEqual(['h', 'm', 'k', 'd']);
    for (const what of ['colour', 'pattern'] as const) expect(new Set(marks.map((mark) => mark[what])).size).toBe(4);
    await expect(managers).toContainText(['· 32', '· 10', '· 1', '· 21', /· \d+/]);
  });

  await test.step('the overlay says of each line who owns it', async () => {
    for (const [line, owners] of owned) {
      await expect.soft(playground.line(line).first(), line).toHaveAccessibleName(new RegExp(escaped(owners)));
    }
  });

  await test.step('an atomic whole is boxed and said to be one', async () => {
    const selector = playground.line('selector:').first();
    await expect(selector).toContainText('atomic: owned as a whole');
    await expect(selector.locator('.mf-box-first')).toHaveCount(1);
    await expect(playground.line('app.kubernetes.io/name: checkout').nth(1).locator('.mf-box-last')).toHaveCount(1);
  });

  await test.step('hovering shows owners with operation, subresource, version and time', async () => {
    for (const [text, path, details] of hovered) {
      const line = playground.line(text).first();
      await line.scrollIntoViewIfNeeded();
      await line
        .getByText(text.split(':')[0] ?? '')
        .first()
        .hover();
      const card = page.getByRole('tooltip');
      await expect(card, text).toContainText(path);
      for (const detail of details) await expect.soft(card, text).toContainText(detail);
    }
  });

  await test.step('a click keeps a field in the inspector', async () => {
    await playground.line('replicas: 5').first().getByText('replicas').first().click();
    await expect(playground.field).toContainText('.spec.replicas = 5');
    await expect(playground.field).toContainText('Update through /scale');
    const picked = page.locator('.mf-line.mf-picked').first();
    const background = () => picked.evaluate((line) => getComputedStyle(line).backgroundColor);
    await page.mouse.move(0, 0);
    const alone = await background();
    await picked.hover();
    expect(await background()).toBe(alone);
    expect(alone).not.toBe('rgba(0, 0, 0, 0)');
  });

  await test.step('a click in the legend shows only what that manager owns', async () => {
    await playground.result.getByRole('button', { name: /kube-controller-manager/ }).click();
    await expect(playground.line('replicas: 5').first().locator('.mf-tint')).not.toHaveClass(/mf-faded/);
    await expect(playground.line('sidecar.example.com/injected').locator('.mf-tint')).toHaveClass(/mf-faded/);
  });

  await test.step('an object without managedFields is answered with how to bring them', async () => {
    await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "1"\n');
    await expect(playground.result).toContainText('nobody owns anything here');
    await expect(playground.result).toContainText('--show-managed-fields');
  });
});

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('the pasted text keeps its own order and comments, and is drawn on as well', further, async ({ page }) => {
    const playground = new Playground(page);
    const text = `# from the cluster\n${deployment.replace('\nspec:\n', '\n# mine\nspec:\n')}`;
    await playground.open();
    await playground.paste(text);
    await expect(playground.stepButton(1)).toContainText('read');
    await expect(playground.step.getByText('kube-controller-manager /scale').first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
