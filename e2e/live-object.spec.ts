import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { test } from './test.ts';

const deployment = readFileSync(
  fileURLToPath(new URL('fixtures/deployment-four-managers.yaml', import.meta.url)),
  'utf8',
);

test.beforeEach(async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(deployment);
  await expect(playground.stepButton(1)).toContainText('read');
});

test('a pasted Deployment shows its four managers and how each came to own', async ({ page }) => {
  const managers = new Playground(page).result.getByRole('group', { name: 'Managers' }).getByRole('button');
  await expect(managers).toContainText([
    'helm',
    'mesh-operator',
    'kube-controller-manager Update /scale',
    'deployment-controller Update /status',
    'nobody',
  ]);
});

const owned: readonly (readonly [line: string, owners: string])[] = [
  ['replicas: 5', 'owned by kube-controller-manager (Update /scale)'],
  ['sidecar.example.com/injected', 'owned by mesh-operator (Apply)'],
  ['value: info', 'owned by helm (Apply)'],
  ['image: registry.example.com/shop/checkout:2.7.1', 'owned by helm (Apply) and mesh-operator (Apply)'],
  ['availableReplicas: 4', 'owned by deployment-controller (Update /status)'],
];

test('the overlay says of each line who owns it', async ({ page }) => {
  const playground = new Playground(page);
  for (const [line, owners] of owned) {
    await expect.soft(playground.line(line).first(), line).toHaveAccessibleName(new RegExp(escaped(owners)));
  }
});

const hovered: readonly (readonly [text: string, path: string, details: readonly RegExp[]])[] = [
  ['replicas: 5', '.spec.replicas', [/kube-controller-manager/, /Update through \/scale/, /apps\/v1/]],
  ['value: info', '.spec.template.spec.containers[name="server"].env[name="LOG_LEVEL"].value', [/helm/, /Apply/]],
  ['sidecar.example.com/injected', '.metadata.annotations', [/mesh-operator/, /2026-03-02 09:13:20 UTC/]],
  ['revisionHistoryLimit: 10', '.spec.revisionHistoryLimit', [/nobody|no manager/i]],
  ['key: url', '.spec.template.spec.containers[name="server"].env[name="DATABASE_URL"].valueFrom', [/helm/, /atomic/]],
];

test('hovering tells owners with operation, subresource, version and time', async ({ page }) => {
  const playground = new Playground(page);
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

test('the pasted text keeps its own order and comments, and is drawn on as well', async ({ page }) => {
  const playground = new Playground(page);
  const text = `# from the cluster\n${deployment.replace('\nspec:\n', '\n# mine\nspec:\n')}`;
  await playground.paste(text);
  await expect(playground.stepButton(1)).toContainText('read');
  await expect(playground.step.getByText('kube-controller-manager /scale').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
});

test('a click keeps a field in the inspector', async ({ page }) => {
  const playground = new Playground(page);
  await playground.line('replicas: 5').first().getByText('replicas').first().click();
  await expect(playground.field).toContainText('.spec.replicas = 5');
  await expect(playground.field).toContainText('Update through /scale');
});

test('an object without managedFields is told how to bring them', async ({ page }) => {
  const playground = new Playground(page);
  await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "1"\n');
  await expect(playground.result).toContainText('nobody owns anything here');
  await expect(playground.result).toContainText('--show-managed-fields');
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
