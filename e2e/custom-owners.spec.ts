import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const certificate = `apiVersion: example.org/v1
kind: Certificate
metadata:
  name: web
  managedFields:
  - manager: issuer
    operation: Apply
    apiVersion: example.org/v1
    subresource: status
    fieldsType: FieldsV1
    fieldsV1:
      f:status:
        f:conditions:
          k:{"type":"Issued"}:
            .: {}
            f:type: {}
            f:status: {}
  - manager: checker
    operation: Update
    apiVersion: example.org/v1
    subresource: status
    fieldsType: FieldsV1
    fieldsV1:
      f:status:
        f:conditions:
          .: {}
          k:{"type":"Ready"}:
            .: {}
            f:type: {}
            f:status: {}
status:
  conditions:
  - type: Ready
    status: "True"
  - type: Issued
    status: "False"
`;

const configuration = `apiVersion: example.org/v1
kind: Certificate
metadata:
  name: web
status:
  conditions:
  - type: Issued
    status: "True"
`;

test('without a definition, the entries say who owns which condition', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(certificate);
  await expect(playground.result).toContainText('The definition of Certificate is missing');
  await expect(playground.result).toContainText('(eq .spec.group "example.org") (eq .spec.names.kind "Certificate")');
  await expect(playground.result).not.toContainText('not in the object');
  await expect(playground.line('- status: "True"')).toHaveAccessibleName(/owned by checker \(Update \/status\)/);
  await expect(playground.line('- status: "False"')).toHaveAccessibleName(/owned by issuer \(Apply \/status\)/);

  await playground.line('conditions:').click();
  await expect(playground.field).toContainText('List type read from the entries of managedFields');
  await expect(playground.field).toContainText('x-kubernetes-list-type: map');
  await expect(playground.field).toContainText('items are told apart by type');
});

test(
  'without a definition, two managers conflict about one condition and not about the list',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.paste(certificate);
    await playground.addStep('Server-side apply');
    await playground.paste(configuration);
    await playground.step.getByRole('combobox', { name: 'Subresource' }).selectOption('status');
    await expect(playground.conflict).toContainText('.status.conditions[type="Issued"].status');
    await expect(playground.conflict).toContainText('issuer');
    await expect(playground.conflict).not.toContainText('checker');
    await expect(playground.result).toContainText('The definition of Certificate is missing');
  },
);

test('a definition that is pasted later is put before all steps', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(certificate);
  await playground.result.getByRole('button', { name: 'Put the definition before step 1' }).click();
  await expect(playground.step.getByRole('heading', { name: /^Step 1 / })).toBeVisible();
  await playground.paste(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: certificates.example.org
spec:
  group: example.org
  names: {kind: Certificate, listKind: CertificateList, plural: certificates, singular: certificate}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-preserve-unknown-fields: true
`);
  await playground.selectStep(2);
  await expect(playground.result).not.toContainText('is missing');
});
