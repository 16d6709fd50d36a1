import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { findTool } from './found-tool.ts';

const manifest = (name: string) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'prod' } },
  data: { a: '1' },
});
const live = (name: string, ...entries: readonly (readonly [manager: string, operation: string])[]) => {
  const managedFields = entries.map(([manager, operation]) => ({ manager, operation, apiVersion: 'v1' }));
  return mapFromPlain({ ...manifest(name), metadata: { ...manifest(name).metadata, managedFields } });
};
const told = (names: readonly string[]) => ({
  ...{ options: new Map<string, string>(), previous: undefined, force: false, manager: '' },
  manifests: names.map((name) => mapFromPlain(manifest(name))),
});

test.each<[string, readonly ReturnType<typeof live>[], readonly string[], string]>([
  [
    'Objects named otherwise than their manifests',
    [live('a', ['provider-kubernetes/shop-a', 'Apply']), live('b', ['provider-kubernetes/b', 'Apply'])],
    ['a', 'b'],
    'crossplane object=shop-a,',
  ],
  ['Objects named as their manifests', [live('a', ['provider-kubernetes/a', 'Apply'])], ['a'], 'crossplane'],
  [
    'two Objects of one manifest',
    [live('a', ['provider-kubernetes/x', 'Apply'], ['provider-kubernetes/y', 'Apply'])],
    ['a'],
    'crossplane',
  ],
  [
    'Objects that are patched',
    [live('a', ['crossplane-kubernetes-provider', 'Update'])],
    ['a'],
    'crossplane enable-server-side-apply=false',
  ],
  [
    'Objects that were patched once',
    [live('a', ['crossplane-kubernetes-provider', 'Update'], ['provider-kubernetes/a', 'Apply'])],
    ['a'],
    'crossplane',
  ],
  ['the topology controller', [live('a', ['capi-topology', 'Apply'])], ['a'], 'capi'],
  [
    'another controller of Cluster API',
    [live('a', ['capi-machineset', 'Apply'], ['capi-machineset-metadata', 'Apply'])],
    ['a'],
    'capi controller=machineset',
  ],
  ['MachinePools', [live('a', ['machinepool-controller', 'Apply'])], ['a'], 'capi controller=machinepool'],
  [
    'two controllers of Cluster API',
    [live('a', ['capi-topology', 'Apply'], ['capi-machinedeployment', 'Apply'])],
    ['a'],
    'capi',
  ],
])('%s', (_, objects, names, expected) => {
  const found = findTool(undefined, told(names), objects);
  const words =
    found.kind === 'tool' ? [found.tool.name, ...found.notes.map(({ option, value }) => `${option}=${value}`)] : [];
  expect(words.join(' ')).toBe(expected);
});
