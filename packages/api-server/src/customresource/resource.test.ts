import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { catalogOfResource } from './resource.ts';
import { resourceFromCrd } from './resource-from-crd.ts';

const schema = { openAPIV3Schema: { type: 'object' } };
const reading = resourceFromCrd(
  mapFromPlain({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' },
      versions: ['v1beta1', 'v2', 'v1'].map((name) => ({ name, served: true, storage: name === 'v1', schema })),
    },
  }),
);
if (reading.kind !== 'resource') throw new Error('no resource');
const { resource } = reading;

// Upstream: k8s.io/apimachinery pkg/version/helpers.go CompareKubeAwareVersionStrings.
it('prefers the version that has come furthest', () => {
  expect(catalogOfResource(resource, []).names()[0]?.preferredVersion).toBe('v2');
});

// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/conversion/converter.go ConvertToVersion.
it.each([
  ['example.com/v1', 'v3', 'request to convert CR to an invalid group/version: example.com/v3'],
  ['example.com/v3', 'v1', 'request to convert CR from an invalid group/version: example.com/v3'],
])('does not convert %s to %s', (apiVersion, to, message) => {
  expect(resource.convert(mapFromPlain({ apiVersion, kind: 'Foo' }), to)).toEqual({ kind: 'error', message });
});

it('changes nothing but the apiVersion', () => {
  expect(resource.convert(mapFromPlain({ apiVersion: 'example.com/v1', kind: 'Foo', spec: { a: 1 } }), 'v2')).toEqual({
    kind: 'converted',
    object: mapFromPlain({ apiVersion: 'example.com/v2', kind: 'Foo', spec: { a: 1 } }),
  });
});
