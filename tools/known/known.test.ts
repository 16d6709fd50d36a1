import { readFileSync } from 'node:fs';
import { isMap, mapAt, mapFromPlain, parseJson, type Value } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { compact } from './compact.ts';
import { essence } from './essence.ts';
import type { Source } from './modules.ts';

function read(path: string) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

test('the data is that of the releases which sources.json names; `pnpm known` makes it anew', () => {
  const sources: readonly Source[] = read('sources.json');
  const { projects } = read('../../packages/known-definitions/src/data/index.json');
  expect(projects).toEqual(sources.map(({ project, version, module }) => ({ project, release: version, module })));
});

test('prose is left out, and nothing that a person named or chose', () => {
  const text = { type: 'string', description: 'a text', title: 'Text', pattern: '^a' };
  const schema = {
    description: 'a thing',
    type: 'object',
    required: ['description'],
    properties: { description: text, title: text, items: { type: 'array', items: text } },
    default: { description: 'kept' },
  };
  const kept = essence(
    mapFromPlain({
      kind: 'CustomResourceDefinition',
      metadata: {
        name: 'foos.x.k8s.io',
        annotations: { 'api-approved.kubernetes.io': 'a', other: 'b' },
        labels: { c: 'd' },
      },
      spec: {
        conversion: { strategy: 'None' },
        versions: [{ name: 'v1', schema: { openAPIV3Schema: schema }, additionalPrinterColumns: [{ name: 'Age' }] }],
      },
      status: { conditions: [] },
    }),
  );
  const bare = { type: 'string', pattern: '^a' };
  expect(kept).toEqual(
    mapFromPlain({
      kind: 'CustomResourceDefinition',
      metadata: { name: 'foos.x.k8s.io', annotations: { 'api-approved.kubernetes.io': 'a' } },
      spec: {
        versions: [
          {
            name: 'v1',
            schema: {
              openAPIV3Schema: {
                type: 'object',
                required: ['description'],
                properties: { description: bare, title: bare, items: { type: 'array', items: bare } },
                default: { description: 'kept' },
              },
            },
          },
        ],
      },
    }),
  );
});

test('what stands twice is written once, before what holds it, and nothing is lost', () => {
  const inner = { type: 'string', pattern: 'long enough to be worth a place of its own, as this is' };
  const outer = { type: 'object', properties: { a: inner, b: inner } };
  const trees = [mapFromPlain({ x: outer, y: outer }), mapFromPlain({ z: [outer, inner] })];
  const { shared, definitions } = compact(trees);
  expect(shared).toHaveLength(2);
  expect(shared[1]).toContain('{"$":0}');
  const expanded = (text: string): Value => {
    const parsed = parseJson(text);
    if (parsed.kind !== 'value') throw new Error(parsed.message);
    return expand(parsed.value);
  };
  const expand = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(expand);
    if (!isMap(value)) return value;
    const place = value.get('$');
    if (typeof place === 'bigint') return expanded(shared[Number(place)] ?? '');
    return new Map([...value].map(([key, child]) => [key, expand(child)]));
  };
  expect(definitions.map(expanded)).toEqual(trees);
  expect(mapAt(trees[0], 'x')).toEqual(mapFromPlain(outer));
});
