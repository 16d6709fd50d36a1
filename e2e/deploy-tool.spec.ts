import { expect } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { test } from './test.ts';

const settings = (a: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\ndata:\n  a: "${a}"\n`;
const service =
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  ports:\n  - port: 80\n';
const helm = (text: string, options: object = {}) => ({
  kind: 'tool',
  tool: { name: 'helm', namespace: 'shop', options: { release: 'web', ...options } },
  text,
});

test('a release is a step: its requests, what the next one deletes, and how a conflict is ended', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(
    addressOf([
      helm(`${settings('1')}---\n${service}`),
      { kind: 'apply', manager: 'ops', force: true, text: settings('2') },
      helm(settings('3')),
    ]),
  );
  await playground.selectStep(1);
  await expect(playground.stepButton(1)).toContainText('Helm');
  await expect(playground.stepButton(1)).toContainText('created');
  await playground.step.getByText('Helm sends 4 requests').click();
  const sent = playground.step.getByRole('listitem');
  await expect(sent.first()).toContainText(
    'Helm reads the object. GET /api/v1/namespaces/shop/configmaps/settings 404',
  );

  await playground.selectStep(3);
  await expect(playground.stepButton(3)).toContainText('conflict');
  const conflict = playground.step.getByRole('region', { name: 'Conflict' });
  await expect(conflict).toContainText(
    'UPGRADE FAILED: conflict occurred while applying object shop/settings /v1, Kind=ConfigMap',
  );
  await conflict.getByRole('button', { name: /^Overwrite/ }).click();
  await expect(playground.stepButton(3)).toContainText('changed');
  await expect(playground.step.getByRole('checkbox', { name: 'force-conflicts' })).toBeChecked();
  await expect(playground.step.getByRole('list', { name: 'How it ends for each object' })).toContainText(
    'Service web deleted',
  );
});
