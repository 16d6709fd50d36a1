import { describe, expect, test } from 'vitest';
import { kindOf, mostCharacters, mostLevels, readDocument } from './read-document.ts';

const nested = (levels: number) =>
  `{"components":{"schemas":{"A":${'{"properties":{"a":'.repeat(levels / 2)}{}${'}}'.repeat(levels / 2)}}}}`;

describe('readDocument', () => {
  test.each([
    ['', 'syntax'],
    ['<html>', 'syntax'],
    ['{"components":', 'syntax'],
    ['[]', 'no-schemas'],
    ['null', 'no-schemas'],
    ['{"kind":"Status","code":403}', 'no-schemas'],
    ['{"components":[]}', 'no-schemas'],
    ['{"components":{"schemas":7}}', 'no-schemas'],
    ['{"components":{"schemas":{"A":[]}}}', 'no-schemas'],
    ['{"__proto__":{"components":{"schemas":{"A":{}}}}}', 'no-schemas'],
    [nested(100_000), 'too-deep'],
    [`"${'x'.repeat(mostCharacters)}"`, 'too-large'],
  ])('says why it reads nothing of %.40s', (text, reason) => {
    expect(readDocument(text)).toEqual({ kind: 'unreadable', reason });
  });

  test('reads what is nested as far as it may be', () => {
    expect(readDocument(nested(mostLevels - 2)).kind).toBe('read');
    expect(readDocument(nested(mostLevels + 2)).kind).toBe('unreadable');
  });

  test('keeps the schemas among the parts, whatever their names are', () => {
    const reading = readDocument('{"components":{"schemas":{"__proto__":{"type":"object"},"A":7,"B":{}}}}');
    expect(reading.kind === 'read' && [...reading.schemas.keys()]).toEqual(['__proto__', 'B']);
  });
});

test.each([
  [[{ group: 'apps', version: 'v1', kind: 'Deployment' }], { apiVersion: 'apps/v1', kind: 'Deployment' }],
  [[{ group: '', version: 'v1', kind: 'Pod' }], { apiVersion: 'v1', kind: 'Pod' }],
  [
    [
      { group: '', version: 'v1', kind: 'Pod' },
      { group: 'a', version: 'v1', kind: 'Pod' },
    ],
    undefined,
  ],
  [[{ group: 1, version: 'v1', kind: 'Pod' }], undefined],
  [['Pod'], undefined],
  ['Pod', undefined],
])('%j is the kind %j', (kinds, kind) => {
  expect(kindOf({ 'x-kubernetes-group-version-kind': kinds })).toEqual(kind);
});
