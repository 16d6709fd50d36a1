import { isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { dedupOwnerReferences } from './owner-references.ts';
import { badRequest } from './status.ts';
import { meetComplaints } from './view-change.ts';
import { collectWarnings } from './work.ts';

/** Upstream: apimachinery pkg/runtime/error.go NewStrictDecodingError joins what it says. */
it('reports all complaints of a strict reader in one line', () => {
  const warned: string[] = [];
  const meet = (validation: 'Strict' | 'Warn') => {
    const refusal = meetComplaints(['a', 'b'], validation, (text) => void warned.push(text), badRequest);
    return isMap(refusal?.body) ? refusal.body.get('message') : undefined;
  };
  expect([meet('Strict'), meet('Warn'), warned]).toEqual(['strict decoding error: a, b', undefined, ['a', 'b']]);
});

const withOwners = (...ownerReferences: readonly object[]): ValueMap => {
  const object = valueFromPlain({ metadata: { ownerReferences } });
  if (!isMap(object)) throw new Error('no map');
  return object;
};

/** Upstream: apiserver pkg/endpoints/handlers/rest.go dedupOwnerReferences, which goes by the whole reference. */
const advice =
  'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed:';

it.each([
  ['different ones', [{ uid: 'a' }, { uid: 'b' }], []],
  [
    'the same twice',
    [{ uid: 'a' }, { uid: 'a' }],
    [`.metadata.ownerReferences contains duplicate entries; ${advice} a`],
  ],
  [
    'the same without a uid',
    [{ name: 'a' }, { name: 'a' }],
    [`.metadata.ownerReferences contains duplicate entries; ${advice} `],
  ],
  [
    'several',
    [{ uid: 'a' }, { uid: 'b' }, { uid: 'a' }, { uid: 'b' }],
    [`.metadata.ownerReferences contains duplicate entries; ${advice} a, b`],
  ],
] as const)('owner references: %s', (_name, references, warnings) => {
  expect(dedupOwnerReferences(withOwners(...references), false).warnings).toEqual(warnings);
});

/** Upstream: apiserver pkg/endpoints/filters/warning.go AddWarning, of 4096 characters in all and then 256 each. */
it.each([
  ['as many as fit', 1, 4096, [4096]],
  ['one that is too long', 1, 4097, [256]],
  ['several that are too long together', 20, 300, Array<number>(16).fill(256)],
  ['several that just fit', 16, 256, Array<number>(16).fill(256)],
] as const)('warnings: %s', (_name, count, length, lengths) => {
  const warnings = collectWarnings();
  for (let i = 0; i < count; i++) warnings.warn(String.fromCodePoint(0x1f600 + i).repeat(length));
  expect(warnings.list().map((text) => [...text].length)).toEqual(lengths);
});
