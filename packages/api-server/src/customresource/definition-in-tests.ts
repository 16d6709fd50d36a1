import { isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';

/**
 * The CustomResourceDefinition of the kind `Foo` in the group `example.com` that a test asks for: it has one version, `v1`,
 * with these properties at the root of its schema, and with `parts` beside the schema.
 */
export function fooDefinition(properties: object, parts: object = {}): ValueMap {
  const definition = valueFromPlain({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Foo', listKind: 'FooList', plural: 'foos', singular: 'foo' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties } },
          ...parts,
        },
      ],
    },
  });
  if (!isMap(definition)) throw new Error('no map');
  return definition;
}
