import { expect } from '@playwright/test';
import { Playground, pasteOnPage } from './page.ts';
import { further, furtherAfterFirst, test } from './test.ts';

const conflict =
  'Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "scale" using apps/v1: .spec.replicas';

for (const [place, { tool, text, says, never, writes }] of [
  {
    tool: 'Helm 4',
    text: `Error: UPGRADE FAILED: conflict occurred while applying object shop/web apps/v1, Kind=Deployment: ${conflict}`,
    says: ['--force-conflicts', 'Not together with server-side apply.'],
    never: 'kubectl apply',
    writes: ['helm upgrade RELEASE CHART --server-side=true --force-conflicts', '- replicas:'],
  },
  {
    tool: 'Argo CD',
    text: `one or more objects failed to apply, reason: error when patching "/dev/shm/1234567": ${conflict}`,
    says: ['ServerSideApply=true', 'Server-side it always applies with force'],
    never: '--force-conflicts',
    writes: ['kind: Application', '- "/spec/replicas"', '- "RespectIgnoreDifferences=true"'],
  },
  {
    tool: 'Terraform (kubernetes_manifest)',
    text: `╷\n│ Error: There was a field manager conflict when trying to apply the manifest for "shop/web"\n│ \n│ The API returned the following conflict: ${JSON.stringify(conflict)}\n│ \n╵`,
    says: ['field_manager.force_conflicts', 'computed_fields'],
    never: '--force-conflicts',
    writes: ['resource "kubernetes_manifest" "web" {', 'name            = "Terraform"', '"spec.replicas",'],
  },
].entries()) {
  test(
    `a conflict that ${tool} printed is answered in its words, on its own fields`,
    furtherAfterFirst(place),
    async ({ page }) => {
      const playground = new Playground(page);
      await playground.open();
      await pasteOnPage(page, text);
      const dialog = page.getByRole('dialog');

      await test.step('in the report, where there is nothing to write yet', async () => {
        await dialog.getByText(`In the words of ${tool}`).click();
        for (const words of says) await expect(dialog).toContainText(words);
        await expect(dialog).not.toContainText(never);
        await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toHaveCount(0);
      });

      await test.step('at the step, with what to write and what it comes to', async () => {
        await dialog.getByRole('button', { name: /^Open as \d+ step/ }).click();
        await playground.answered();
        const strip = playground.step.locator('details').filter({ hasText: 'In the words of' });
        await strip.getByText(`In the words of ${tool}`).click();
        for (const words of writes) await expect(strip).toContainText(words);
        await expect(strip).not.toContainText(never);
        await expect(strip.getByText('Comes to “Overwrite”:').first()).toBeVisible();
        await expect(strip).toContainText('kube-controller-manager loses 1 field');
      });
    },
  );
}

test('another tool can be chosen, and what it does otherwise is said', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@3');
  const strip = playground.step.locator('details').filter({ hasText: 'In the words of' });
  await strip.getByText('In the words of kubectl').click();
  await expect(strip).toContainText('--field-manager=pipeline --force-conflicts');
  await strip.getByRole('combobox', { name: 'Tool' }).selectOption('Helm 3');
  await expect(strip.getByText('In the words of Helm 3')).toBeVisible();
  await expect(strip).toContainText('Something else: It never applies server-side.');
  await expect(strip).toContainText('takes it out of the object, whoever owns it');
  await expect(strip).not.toContainText('--force-conflicts');
  await expect(strip).not.toContainText('Comes to');
  await expect(strip.getByRole('link', { name: 'Read in helm/helm v3.21.4' }).first()).toHaveAttribute(
    'href',
    'https://github.com/helm/helm/blob/v3.21.4/pkg/kube/client.go',
  );
});
