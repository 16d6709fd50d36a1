import { expect, it } from 'vitest';
import { setToString } from '../fieldpath/set.ts';
import type { Atom } from '../schema/atom.ts';
import { valueFromPlain } from '../value/json.ts';
import { compareTyped } from './compare.ts';
import { asTyped, type TypedValue } from './typed.ts';

const string: Atom = { name: '', scalar: 'string' };
const type: Atom = {
  ...string,
  map: { fields: new Map(), element: string, relationship: 'separable' },
};
const listed: Atom = { ...string, list: { element: string, relationship: 'associative', keys: [] } };

function typed(plain: unknown, of: Atom): TypedValue {
  const answer = asTyped(valueFromPlain(plain), of, { allowDuplicates: false });
  if (answer.kind === 'invalid') throw new Error('not of the type');
  return answer.typed;
}

// Answers of upstream's compare to types that no OpenAPI schema makes.
it.each([
  ['a scalar that becomes a map', 'x', { y: 'z' }, type, ['', '.y', '']],
  ['a map that becomes a scalar', { y: 'z' }, 'x', type, ['', '', '.y']],
  ['a scalar that becomes a list', 'x', ['y'], listed, ['', '[="y"]', '']],
  ['a list that becomes a scalar', ['y'], 'x', listed, ['', '', '[="y"]']],
])('compares %s', (_name, left, right, of, answer) => {
  const compared = compareTyped(typed(left, of), typed(right, of));
  if (compared.kind === 'invalid') throw new Error('not compared');
  const { modified, added, removed } = compared.comparison;
  expect([modified, added, removed].map(setToString)).toEqual(answer);
});
