import { formatJson, parseJson } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { integerOf, readObjectMeta, repairObjectMeta } from './object-meta.ts';

/** Floats, and the integers that they become when Go writes them as JSON and reads that again. */
it.each([
  [5, 5n],
  [-3, -3n],
  [0.5, undefined],
  [1e18, 1000000000000000000n],
  [2 ** 63, undefined],
  [-(2 ** 63), undefined],
  [1e20, undefined],
  [1e21, undefined],
  [Number.NaN, undefined],
])('%d is read back as %s', (float, integer) => {
  expect(integerOf(float)).toBe(integer);
});

/** Metadata as sent, and as Go's ObjectMeta writes it. Upstream: apimachinery pkg/apis/meta/v1/types.go. */
it.each([
  ['{"name":"x","selfLink":"/x"}', '{"name":"x","selfLink":"/x"}'],
  ['{"name":"x","selfLink":"","uid":"","resourceVersion":"","namespace":"","generateName":""}', '{"name":"x"}'],
  ['{"name":"x","generation":0}', '{"name":"x"}'],
  [
    '{"name":"x","generation":2,"deletionGracePeriodSeconds":0}',
    '{"name":"x","generation":2,"deletionGracePeriodSeconds":0}',
  ],
  ['{"name":"x","labels":{},"annotations":{"a":null},"finalizers":[]}', '{"name":"x","annotations":{"a":""}}'],
  ['{"name":"x","creationTimestamp":null,"deletionTimestamp":"0001-01-01T00:00:00Z"}', '{"name":"x"}'],
  [
    '{"name":"x","creationTimestamp":"2026-01-01T02:00:00+02:00"}',
    '{"name":"x","creationTimestamp":"2026-01-01T00:00:00Z"}',
  ],
  [
    '{"name":"x","ownerReferences":[{"uid":"u","controller":false}]}',
    '{"name":"x","ownerReferences":[{"apiVersion":"","kind":"","name":"","uid":"u","controller":false}]}',
  ],
])('%s', (sent, written) => {
  const value = parseJson(sent);
  const reading = readObjectMeta(value.kind === 'value' ? value.value : null);
  if (reading.kind === 'error') throw new Error(reading.message);
  const expected = parseJson(written);
  expect(formatJson(reading.metadata, { sortKeys: true })).toBe(
    formatJson(expected.kind === 'value' ? expected.value : null, { sortKeys: true }),
  );
});

it('keeps of what is stored the fields that can be read, each on its own', () => {
  const parsed = parseJson('{"name":5,"namespace":"n","labels":{"a":1},"finalizers":["f"]}');
  if (parsed.kind !== 'value') throw new Error('no JSON');
  const kept = repairObjectMeta(parsed.value);
  expect(kept && formatJson(kept, { sortKeys: true })).toBe('{"finalizers":["f"],"namespace":"n"}');
  expect(repairObjectMeta('text')).toBeUndefined();
});
