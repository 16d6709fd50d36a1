import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator } from '@playwright/test';
import { further } from '../test.ts';
import { type InCluster, test } from './test.ts';

/** Opens the ConfigMap of the tests, adds a step that applies over it, and opens the dialog. */
async function asking({ playground, open }: InCluster, data: string): Promise<Locator> {
  const { page } = playground;
  await open('&open=cm/flags&namespace=shop');
  await expect(playground.result).toContainText('v1 ConfigMap shop/flags');
  await playground.addStep('Server-side apply');
  await playground.write(
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: flags\n  namespace: shop\ndata:\n  ${data}\n`,
  );
  await playground.answered();
  await page.getByRole('button', { name: 'Ask the cluster…' }).click();
  return page.getByRole('dialog', { name: 'Ask the cluster' });
}

const writes = ({ server }: InCluster) => server.sent.filter(({ method }) => method === 'PATCH').map(({ url }) => url);

test(
  'the whole request is shown, with its address and headers, and what does not count is named',
  further,
  async ({ page, cluster }) => {
    const dialog = await asking(cluster, 'rolls: fresh');
    const address = /\/api\/v1\/namespaces\/shop\/configmaps\/flags\?fieldManager=[\w-]+&dryRun=All$/;
    await expect(dialog).toContainText(/PATCH http:\/\/127\.0\.0\.1:\d+\/api\/v1\/namespaces\/shop\/configmaps\/flags/);
    await expect(dialog).toContainText('content-type: application/apply-patch+yaml');
    expect(writes(cluster)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
    await expect(dialog.getByRole('status')).toHaveText('The cluster answers 200, the same as predicted.');
    expect(writes(cluster)).toEqual([expect.stringMatching(address)]);
    await dialog.getByText('Not compared').click();
    await expect(dialog.getByRole('listitem').first()).toContainText('metadata.resourceVersion');
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
  },
);

test('what the cluster answers otherwise is listed with what may explain it', further, async ({ cluster }) => {
  const dialog = await asking(cluster, 'rolls: fresh');
  const refusal = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'admission webhook "bread.example" denied the request: no rolls',
    code: 403,
  };
  cluster.server.fail(/dryRun=All/, { kind: 'answer', status: 403, body: JSON.stringify(refusal) });
  await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
  await expect(dialog.getByRole('status')).toContainText('The cluster answers otherwise: 2 differences.');
  const row = dialog.getByRole('row', { name: /^Code/ });
  await expect(row).toContainText('200');
  await expect(row).toContainText('403');
  await expect(row).toContainText('The webhook bread.example refused it.');
});

test(
  'all steps are asked one after the other, by keys alone, and those that cannot be asked say why',
  further,
  async ({ page, cluster }) => {
    const dialog = await asking(cluster, 'rolls: fresh');
    await dialog.getByRole('tab', { name: 'This step' }).focus();
    await page.keyboard.press('ArrowRight');
    const send = dialog.getByRole('button', { name: 'Send all as dry runs' });
    await expect(send).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(send).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('1 the same, 0 different, 1 not comparable or nothing to ask.');
    await expect(dialog.getByRole('listitem').first()).toContainText('A live object: nothing is sent.');
    await expect(dialog.getByRole('listitem').last()).toContainText('The cluster answers 200, the same as predicted.');
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
  },
);
