import { expect, it } from 'vitest';
import { escapeName, unescapeName } from '../../cel/value/escape.ts';

/** What upstream's Unescape (k8s.io/apiserver v0.36.3 pkg/cel/escaping.go) makes of names; undefined where it refuses. */
const unescaped: readonly (readonly [name: string, plain: string | undefined])[] = [
  ['__in__', 'in'],
  ['a__in__', undefined],
  ['__in__a', undefined],
  ['__foo__', undefined],
  ['a__dot__b', 'a.b'],
  ['__dot__', '.'],
  ['a__dash__b__slash__c', 'a-b/c'],
  ['__underscores__', '__'],
  ['__true__', 'true'],
  ['a__b', 'a__b'],
  ['__in____in__', undefined],
  ['___in__', undefined],
  ['__in', '__in'],
  ['plain', 'plain'],
];

it.each(unescaped)('%s is read back', (name, plain) => {
  expect(unescapeName(name)).toBe(plain);
});

it.each(unescaped.filter(([, plain]) => plain !== undefined && !/^__in$|^a__b$/.test(plain)))(
  '%s is what is written',
  (name, plain) => {
    expect(escapeName(plain ?? '')).toBe(name);
  },
);
