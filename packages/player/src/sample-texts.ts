/** Manifests for tests. This one is a ConfigMap named `settings` with some data and metadata. */
export const configMap = (data: string, metadata = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n${metadata}data:\n${data}`;
/** The definition of a kind Foo in one version: the schema of its spec, and further lines of that version. */
export const crd = (spec: string, more = '') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Foo, plural: foos}
  versions:
  - name: v1
    served: true
    storage: true
${more}    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
${spec}
`;
/** A Deployment named `web` with some spec. */
export const deployment = (spec: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec:\n${spec}`;
/** A Deployment with all fields that the server requires. */
export const whole = deployment(
  '  replicas: 2\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: nginx}]}\n',
);
