import { expect } from '@playwright/test';
import { test } from './test.ts';

test('a survey reads kinds of a namespace page by page, with managedFields, and a row opens', async ({
  page,
  cluster,
}) => {
  await cluster.open('&namespace=shop');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Survey many objects');
  await page.keyboard.press('Enter');
  const survey = page.getByRole('region', { name: 'Survey', exact: true });
  await survey.getByRole('button', { name: 'From the cluster…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Read objects from the cluster' });
  await expect(dialog.getByLabel('Namespaces')).toHaveValue('shop');
  await expect(dialog.getByRole('checkbox', { name: /^Secret/ })).toHaveCount(0);
  const others = ['StatefulSet', 'DaemonSet', 'Service', 'Ingress', 'HorizontalPodAutoscaler'];
  for (const kind of others) await dialog.getByRole('checkbox', { name: new RegExp(`^${kind} `) }).uncheck();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
  const before = cluster.server.sent.length;
  await dialog.getByRole('button', { name: 'Read 2 kinds' }).click();
  await expect(survey.getByRole('treegrid')).toContainText('Deployment');
  await expect(survey.getByRole('progressbar')).toHaveCount(0);
  expect(cluster.server.sent.slice(before).map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/namespaces/shop/configmaps?limit=200',
    'GET /apis/apps/v1/namespaces/shop/deployments?limit=200',
  ]);
  const row = survey.getByRole('row').filter({ hasText: 'Deployment' }).first();
  await expect(row).toContainText('argocd-controller');
  await row.click();
  await expect(cluster.playground.result).toContainText('apps/v1 Deployment shop/web');
  await page.getByRole('button', { name: /^Back to the survey/ }).click();
  await expect(survey.getByRole('treegrid')).toBeVisible();
  const refusal = {
    kind: 'Status',
    message: 'deployments.apps is forbidden: User "guest" cannot list resource "deployments"',
    reason: 'Forbidden',
    code: 403,
  };
  cluster.server.fail(/deployments/, { kind: 'answer', status: 403, body: JSON.stringify(refusal) });
  await survey.getByRole('button', { name: 'From the cluster…' }).click();
  for (const kind of ['ConfigMap', ...others]) {
    await dialog.getByRole('checkbox', { name: new RegExp(`^${kind} `) }).uncheck();
  }
  await dialog.getByRole('button', { name: 'Read 1 kind' }).click();
  await survey.getByText('1 list could not be read').click();
  await expect(survey).toContainText('Missing in RBAC: list on deployments.apps in the namespace shop.');
  await expect(survey.getByRole('treegrid')).toContainText('Deployment');
});
