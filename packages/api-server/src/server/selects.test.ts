import { mapOf, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { selects, selectsAll } from './selector.ts';

const labels = mapOf({ app: 'web', tier: 'front' });

it.each([
  [{}, true],
  [{ matchLabels: { app: 'web' } }, true],
  [{ matchLabels: { app: 'db' } }, false],
  [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'db'] }] }, true],
  [{ matchExpressions: [{ key: 'none', operator: 'In', values: ['web'] }] }, false],
  [{ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, false],
  [{ matchExpressions: [{ key: 'none', operator: 'NotIn', values: ['web'] }] }, true],
  [{ matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, true],
  [{ matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, false],
])('%o', (plain, expected) => {
  const selector = valueFromPlain(plain);
  if (!(selector instanceof Map)) throw new Error('no selector');
  expect(selects(selector, labels)).toBe(expected);
  expect(selectsAll(selector)).toBe(Object.keys(plain).length === 0);
});
