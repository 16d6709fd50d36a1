import { isMap } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { expect, test } from 'vitest';
import { lintDefinition } from './lint.ts';

const strings = '{type: array, items: {type: string}}';

test.each<readonly [name: string, field: string, paths: readonly string[]]>([
  [
    'a list of lists is one owner’s, and what is in it has no topology',
    `{type: array, items: ${strings}}`,
    ['.spec.f'],
  ],
  [
    'below a list of objects without keys nothing can be mended',
    `{type: array, items: {type: object, properties: {a: ${strings}}}}`,
    ['.spec.f'],
  ],
  ['nor below an atomic map', `{type: object, x-kubernetes-map-type: atomic, properties: {a: ${strings}}}`, []],
  [
    'below a list by keys it can',
    `{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: {type: string}, a: ${strings}}}}`,
    ['.spec.f[].a'],
  ],
  ['a set is settled', '{type: array, x-kubernetes-list-type: set, items: {type: string}}', []],
])('%s', (_, field, paths) => {
  const [read] = readDocuments(
    `spec: {versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {f: ${field}}}}}}}]}`,
  );
  if (read?.value === undefined || !isMap(read.value)) throw new Error('no definition');
  expect(lintDefinition(read.value).map(({ path }) => path)).toEqual(paths);
});
