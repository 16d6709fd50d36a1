import { isMap, listAt, mapAt, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { loadKubernetesTypes } from '../index.ts';

const limitRanges = (await loadKubernetesTypes()).find('', 'v1', 'limitranges');

function limit(object: ValueMap | undefined): unknown {
  const [item] = listAt(mapAt(object, 'spec'), 'limits') ?? [];
  return mapAt(isMap(item ?? null) ? (item as ValueMap) : undefined, 'min')?.get('cpu');
}

function decoded(cpu: unknown): ValueMap | undefined {
  const object = valueFromPlain({ spec: { limits: [{ type: 'Container', min: { cpu } }] } });
  const read = isMap(object) ? limitRanges?.decode(object, 'json') : undefined;
  return read?.kind === 'decoded' ? read.object : undefined;
}

test.each([
  ['1', '1'],
  ['1000m', '1000m'],
  ['0.01', '0.01'],
  ['10m', '10m'],
  ['1Gi', '1Gi'],
  ['1024Mi', '1024Mi'],
  ['8Mi', '8Mi'],
  ['0', '0'],
  [null, '00'],
])('%s in a list is held as %s until it is settled', (sent, held) => {
  expect(limit(decoded(sent))).toBe(held);
});

test.each([
  ['1000m', '1'],
  ['0.01', '10m'],
  ['1024Mi', '1Gi'],
  [null, '0'],
])('%s is settled, written and stored as %s', (sent, printed) => {
  const object = decoded(sent) ?? new Map();
  expect(limit(limitRanges?.settle?.(object))).toBe(printed);
  expect(limit(limitRanges?.encode?.(object))).toBe(printed);
  const stored = limitRanges?.decode(object, 'storage');
  expect(limit(stored?.kind === 'decoded' ? stored.object : undefined)).toBe(printed);
});
