/** Manifests for tests. This one is a ConfigMap named `settings` with some data and metadata. */
export const configMap = (data: string, metadata = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n${metadata}data:\n${data}`;
/** What a definition for tests has: lines of YAML, each with the indentation of its place and a line break. */
interface DefinitionText {
  /** `Foo` where it is absent. */
  readonly kind?: string;
  /** The schema of `spec`, without a line break at its end. */
  readonly spec: string;
  /** Further lines of the definition, of its one version, and of the schema of the whole object. */
  readonly ofDefinition?: string;
  readonly ofVersion?: string;
  readonly ofObject?: string;
}
/** The definition of a kind of the group example.com in one version. */
export const definition = ({
  kind = 'Foo',
  spec,
  ofDefinition = '',
  ofVersion = '',
  ofObject = '',
}: DefinitionText) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: ${kind}, plural: ${kind.toLowerCase()}s}
${ofDefinition}  versions:
  - name: v1
    served: true
    storage: true
${ofVersion}    schema:
      openAPIV3Schema:
        type: object
${ofObject}        properties:
          spec:
${spec}
`;
/** The definition of a kind Foo: the schema of its spec, and further lines of its version. */
export const crd = (spec: string, ofVersion = '') => definition({ spec, ofVersion });
/** A Deployment named `web` with some spec. */
export const deployment = (spec: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec:\n${spec}`;
/** A Deployment with all fields that the server requires. */
export const whole = deployment(
  '  replicas: 2\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: nginx}]}\n',
);
const fieldsV1 = { 'f:spec': { 'f:ports': { 'k:{"port":80}': { '.': {}, 'f:name': {}, 'f:port': {} } } } };
const entry = { operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', time: '2026-01-01T00:00:00Z' };
/** A Service of which helm and alice own fields, as an object. */
export const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'web',
    managedFields: [
      { ...entry, manager: 'helm', fieldsV1 },
      { ...entry, manager: 'alice', fieldsV1: { 'f:spec': { 'f:type': {} } } },
    ],
  },
  spec: { type: 'ClusterIP', ports: [{ port: 80, name: 'http' }] },
};
