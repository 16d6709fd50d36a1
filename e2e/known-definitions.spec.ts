import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

const certificate = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: web
  namespace: shop
  managedFields:
  - manager: helm
    operation: Apply
    apiVersion: cert-manager.io/v1
    time: '2026-01-01T00:00:00Z'
    fieldsType: FieldsV1
    fieldsV1: {f:spec: {f:secretName: {}}}
  - manager: cert-manager-certificates-readiness
    operation: Update
    subresource: status
    apiVersion: cert-manager.io/v1
    time: '2026-01-01T00:00:05Z'
    fieldsType: FieldsV1
    fieldsV1: {f:status: {f:conditions: {'k:{"type":"Ready"}': {.: {}, f:status: {}, f:type: {}}}}}
spec:
  secretName: web-tls
  issuerRef: {name: ca}
status:
  conditions:
  - type: Ready
    status: 'True'
  - type: Issuing
    status: 'False'
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: certificates.cert-manager.io}
spec:
  group: cert-manager.io
  scope: Namespaced
  names: {kind: Certificate, plural: certificates, singular: certificate, listKind: CertificateList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;

const known = /is read by the definition of cert-manager v\d[\d.]*\. A definition in the scenario always wins/;

/** The files of known definitions that a page asks for, without what the build adds to their names. */
function filesAsked(page: Page): readonly string[] {
  const asked: string[] = [];
  page.context().on('request', (request) => {
    const file = /\/assets\/known-(.*)-[^-]{8}\.js/.exec(request.url())?.[1];
    if (file !== undefined) asked.push(file);
  });
  return asked;
}

test('a kind that nobody defined is read by the definition of its project, which is fetched then', async ({ page }) => {
  const asked = filesAsked(page);
  const playground = new Playground(page);
  await playground.open();
  expect(asked).toEqual([]);
  await playground.paste(certificate);
  await expect(playground.result).toContainText(known);
  // An item of a list that merges by key has an owner of its own; the other one has none.
  await expect(playground.line('type: Ready')).toHaveAccessibleName(/owned by cert-manager-certificates-readiness/);
  await expect(playground.line('type: Issuing')).not.toHaveAccessibleName(/owned by/);
  expect(asked).toEqual(['cert-manager.io_v1']);

  await playground.addStep('Server-side apply');
  await playground.paste(
    'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: web, namespace: shop}\nspec: {secretNam: x}\n',
  );
  await expect(playground.stepButton(2)).toContainText('error');
  await expect(playground.step).toContainText('.spec.secretNam: field not declared in schema');
});

test('a resource that kubectl is given by its short name is that of a known definition', further, async ({ page }) => {
  const asked = filesAsked(page);
  const playground = new Playground(page);
  await playground.open('#x/restarted-at@3');
  await playground.step.getByRole('textbox', { name: 'Command line' }).fill('kubectl get cert web');
  const terminal = playground.step.getByRole('region', { name: 'Terminal' });
  await expect(terminal).toContainText('Error from server (NotFound): certificates.cert-manager.io "web" not found');
  await expect(playground.result).toContainText(known);
  expect(asked).toEqual(['cert-manager.io_v1']);
});

test('a definition in the scenario wins', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(definition.replaceAll('Certificate', 'Other').replaceAll('certificate', 'other'));
  await playground.paste(certificate);
  await expect(playground.result).toContainText(known);
  await playground.addStep('CRD');
  await playground.paste(definition);
  await expect(playground.result).not.toContainText(known);
  await playground.selectStep(1);
  await expect(playground.result).not.toContainText(known);
  await expect(playground.result).toContainText('The definition of Certificate is missing');
});

test('where its definition cannot be fetched, a kind is read as one that nobody knows', further, async ({ page }) => {
  await page.context().route(/\/assets\/known-/, (route) => route.abort());
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(certificate);
  await expect(playground.result).toContainText('The definition of Certificate is missing');
  await expect(playground.line('secretName: web-tls')).toHaveAccessibleName(/helm/);
});

test('the schema of a known kind is looked into, and whose it is is said', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.step.getByRole('button', { name: 'Schema', exact: true }).click();
  const lens = page.getByRole('dialog', { name: 'Schema' });
  await lens.getByRole('combobox', { name: 'Kind' }).selectOption('keda.sh/v1alpha1 ScaledObject');
  await expect(lens).toContainText(/By the definition of KEDA v\d/);
  await expect(lens.getByRole('tree', { name: 'Fields of ScaledObject' })).toContainText('spec');
});

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('a known kind is completed', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.paste('apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata:\n  name: web\nspec:\n  \n');
    await playground.editor().focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Space');
    await expect(page.locator('.suggest-widget')).toContainText('secretName');
  });
});
