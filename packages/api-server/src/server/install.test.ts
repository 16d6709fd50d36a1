import type { Value, ValueMap } from '@managed-fields/merge-engine';
import '../whole.ts';
import { expect, test } from 'vitest';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { catalogOf, emptyCluster } from './cluster.ts';
import { assumeCrd, installCrd } from './install.ts';

const nothing: TypeCatalog = {
  find: () => undefined,
  findKind: () => undefined,
  names: () => [],
  isBuiltinGroup: () => false,
};

const valueMap = (entries: Readonly<Record<string, Value>>): ValueMap => new Map(Object.entries(entries));

/** A part that stands twice in a definition, and once more inside of what preserves unknown fields. */
const shared = valueMap({ type: 'object', properties: valueMap({ name: valueMap({ type: 'string' }) }) });
const loose = valueMap({
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
  properties: valueMap({ inside: shared }),
});
const openAPIV3Schema = valueMap({ type: 'object', properties: valueMap({ plain: shared, again: shared, loose }) });
const definition = valueMap({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: valueMap({ name: 'foos.example.com' }),
  spec: valueMap({
    group: 'example.com',
    scope: 'Namespaced',
    names: valueMap({ kind: 'Foo', plural: 'foos' }),
    versions: [valueMap({ name: 'v1', served: true, storage: true, schema: valueMap({ openAPIV3Schema }) })],
  }),
});

test('a definition that is assumed makes the same kinds as one that is installed, and the same each time', () => {
  const installed = installCrd(emptyCluster(nothing), definition);
  const assumed = assumeCrd(emptyCluster(nothing), definition);
  const kindOf = (cluster: typeof assumed) => catalogOf(cluster).findKind('example.com/v1', 'Foo');
  expect(installed.kind === 'installed' && kindOf(installed.cluster)?.type).toEqual(kindOf(assumed)?.type);
  expect(kindOf(assumeCrd(emptyCluster(nothing), definition))).toBe(kindOf(assumed));
  expect(kindOf(assumed)).toBeDefined();
  const storedIn = ({ definitions }: typeof assumed) => definitions.get('foos.example.com')?.installed?.storedVersions;
  expect(storedIn(assumed)).toEqual(['v1']);
  expect(installed.kind === 'installed' && storedIn(installed.cluster)).toEqual(['v1']);
});

test('a part that stands in several places has one type, but for where unknown fields are preserved', () => {
  const fields = catalogOf(assumeCrd(emptyCluster(nothing), definition)).findKind('example.com/v1', 'Foo')?.type.map
    ?.fields;
  const type = (name: string) => fields?.get(name)?.type;
  expect(type('again')).toBe(type('plain'));
  const inside = type('loose')?.map?.fields.get('inside')?.type;
  expect(inside?.map?.element).toBeDefined();
  expect(type('plain')?.map?.element).toBeUndefined();
});
