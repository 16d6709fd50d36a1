import { expect, type Page } from '@playwright/test';
import { Playground, pasteOnPage } from './page.ts';
import { further, test } from './test.ts';

// Custom resources of groups that belong to the Kubernetes project too.

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gateways.gateway.networking.k8s.io
  annotations: {api-approved.kubernetes.io: https://github.com/kubernetes-sigs/gateway-api/pull/3328}
spec:
  group: gateway.networking.k8s.io
  scope: Namespaced
  names: {kind: Gateway, plural: gateways}
  versions:
  - name: v1
    served: true
    storage: true
    schema: &schema
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              gatewayClassName: {type: string}
              listeners:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties: {name: {type: string}, port: {type: integer}}
  - name: v1beta1
    served: true
    storage: false
    schema: *schema
`;
const gateway = `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata:
  name: front
  namespace: shop
  uid: 2f0a4c1e-0000-4000-8000-000000000001
  managedFields:
  - apiVersion: gateway.networking.k8s.io/v1
    fieldsType: FieldsV1
    fieldsV1:
      f:spec:
        f:gatewayClassName: {}
        f:listeners:
          k:{"name":"web"}:
            .: {}
            f:name: {}
            f:port: {}
    manager: helm
    operation: Apply
    time: "2026-01-01T00:00:00Z"
spec:
  gatewayClassName: istio
  listeners:
  - name: web
    port: 80
`;
const patch = `curl -X PATCH -H 'Content-Type: application/merge-patch+json' 'https://10.0.0.1:6443/apis/gateway.networking.k8s.io/v1beta1/namespaces/shop/gateways/front?fieldManager=me' -d '{"spec":{"gatewayClassName":"cilium"}}'`;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Paste or open' });

test('a Gateway pasted as it stands in a cluster is shown with its owners, without its definition', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(page, gateway);
  await expect(playground.stepButton(1)).toContainText('Live object');
  await expect(playground.steps.getByRole('listitem')).toHaveCount(1);
  await expect(playground.result).toContainText('helm');
  await expect(playground.page.locator('body')).not.toContainText('no matches for kind');
});

test(
  'pasted with its definition, which comes first, it is taken and has keyed listeners',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await pasteOnPage(page, `${gateway}---\n${definition}`);
    await expect(dialogOf(page)).toContainText('definition of a kind');
    await dialogOf(page).getByRole('button', { name: 'Open as 2 steps' }).click();
    await expect(playground.stepButton(1)).toContainText('installed');
    await playground.selectStep(2);
    await expect(playground.result).toContainText('helm');
    await expect(playground.page.locator('body')).not.toContainText('no matches for kind');

    // Another version of it, by a line of curl that names no kind.
    await pasteOnPage(page, patch);
    await expect(dialogOf(page)).toContainText('Gateway front');
    await expect(dialogOf(page)).not.toContainText('Nobody says what kind');
    await dialogOf(page).getByRole('button', { name: 'Open as 1 step' }).click();
    await expect(playground.stepButton(3)).toContainText('changed');
    await playground.selectStep(3);
    await expect(playground.result).toContainText('gateway.networking.k8s.io/v1beta1');
    await expect(playground.result).toContainText('cilium');
  },
);
