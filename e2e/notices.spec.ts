import { expect, test } from '@playwright/test';
import { Playground } from './page.ts';

test('a kind whose validation or defaults are not modelled says so', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: storage.k8s.io/v1\nkind: CSINode\nmetadata:\n  name: worker-1\nspec: {}\n');
  await expect(playground.result).toContainText('of CSINode is not modelled');
});

test('a custom resource without a definition says that its schema is deduced', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: one\nspec:\n  size: 3\n');
  await expect(playground.result).toContainText('No schema is known for Widget');
});

const older = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  managedFields:
  - manager: ancient
    operation: Update
    apiVersion: v1
    time: "2019-11-03T10:00:00+02:00"
    fields:
      f:data:
        f:colour: {}
data:
  colour: green
`;

test('managedFields in the form of Kubernetes 1.16 are read, drawn and marked as old', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(older);
  await expect(playground.result).toContainText('managedFields of ancient is in the form of Kubernetes 1.16');
  await expect(playground.line('colour: ')).toHaveAccessibleName(/owned by ancient \(Update\)$/);
  await expect(playground.step.locator('.own-letter.l-a')).toBeVisible();
  await playground.line('colour: ').getByText('colour').first().hover();
  await expect(page.getByRole('tooltip')).toContainText('2019-11-03 08:00:00 UTC');
});

test('several documents are told; only the first counts', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n---\napiVersion: v1\nkind: Secret\n');
  await expect(playground.result).toContainText('This text holds 2 documents; only the first counts.');
});
