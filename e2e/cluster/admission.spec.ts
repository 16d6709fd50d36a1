import { expect } from '@playwright/test';
import { test } from './test.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';
const named = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: 'shop-team' } };
const policy = {
  ...named,
  kind: 'MutatingAdmissionPolicy',
  spec: {
    matchConstraints: {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
    },
    reinvocationPolicy: 'Never',
    mutations: [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": "bread"}}}' },
      },
    ],
  },
};
const binding = { ...named, kind: 'MutatingAdmissionPolicyBinding', spec: { policyName: 'shop-team' } };
const places = [
  [`${registration}/mutatingadmissionpolicies/shop-team`, policy],
  [`${registration}/mutatingadmissionpolicybindings/shop-team`, binding],
] as const;

test('a policy of the cluster is named as the cause of a difference, and plays once it was read', async ({
  page,
  cluster,
}) => {
  for (const [path, object] of places) {
    await cluster.write(
      'PATCH',
      `${path}?fieldManager=platform`,
      'application/apply-patch+yaml',
      JSON.stringify(object),
    );
  }
  // A policy is in force some moments after it was written.
  if (process.env['E2E_CLUSTER'] !== undefined) await page.waitForTimeout(10_000);
  await cluster.open('&open=cm/flags&namespace=shop');
  await expect(cluster.playground.result).toContainText('v1 ConfigMap shop/flags');
  await cluster.playground.addStep('Server-side apply');
  await cluster.playground.paste(
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: flags\n  namespace: shop\ndata:\n  rolls: fresh\n',
  );
  await cluster.playground.answered();
  const dialog = page.getByRole('dialog', { name: 'Ask the cluster' });
  const ask = async () => {
    await page.getByRole('button', { name: 'Ask the cluster…' }).click();
    await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
  };

  await test.step('the policy is named where playing it gives the answer', async () => {
    await ask();
    await expect(dialog.getByRole('status')).toContainText('The cluster answers otherwise: 1 difference.');
    const row = dialog.getByRole('row', { name: /\.metadata\.labels\.team/ });
    await expect(row).toContainText('MutatingAdmissionPolicy shop-team gives the cluster’s answer');
    if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/ask.png` });
    await page.keyboard.press('Escape');
  });

  await test.step('a click reads it, and the prediction is the answer of the cluster', async () => {
    await page.getByRole('button', { name: 'Read admission' }).click();
    await expect(page.getByText('stand before the steps')).toBeVisible();
    await expect(cluster.playground.stepButton(1)).toContainText('Namespace shop');
    await expect(cluster.playground.stepButton(2)).toContainText('MutatingAdmissionPolicy shop-team');
    await cluster.playground.answered();
    await expect(cluster.playground.result).toContainText('team: bread');
    if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/read.png` });
    await ask();
    await expect(dialog.getByRole('status')).toHaveText('The cluster answers 200, the same as predicted.');
    await page.keyboard.press('Escape');
  });

  await test.step('read once more, nothing stands twice', async () => {
    const count = await page.getByRole('button', { name: /MutatingAdmissionPolicy shop-team/ }).count();
    await page.getByRole('button', { name: 'Read admission' }).click();
    await expect(page.getByRole('button', { name: 'Read admission' })).toBeEnabled();
    await expect(page.getByRole('button', { name: /MutatingAdmissionPolicy shop-team/ })).toHaveCount(count);
  });

  for (const { method, url } of cluster.server.sent.filter((each) => !each.url.includes('dryRun=All'))) {
    expect([method, url.includes('/secrets')]).toEqual(['GET', false]);
  }
  for (const [path] of places) await cluster.write('DELETE', path, 'application/json', '');
});
