/** Manifests for the tests of this module: a ConfigMap of the name `settings` with some data and metadata. */
export const configMap = (data: string, metadata = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n${metadata}data:\n${data}`;
/** The definition of a Foo in one version, with the schema of its spec and more of that version. */
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
/** A Deployment of the name `web` with some spec. */
export const deployment = (spec: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec:\n${spec}`;
/** One with all that a server asks for. */
export const whole = deployment(
  '  replicas: 2\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: nginx}]}\n',
);
