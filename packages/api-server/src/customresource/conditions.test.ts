import { isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { type Condition, conditionOf, hasCondition, withCondition } from './conditions.ts';

function crd(...conditions: readonly object[]): ValueMap {
  const value = valueFromPlain({ status: { conditions } });
  if (!isMap(value)) throw new Error('no object');
  return value;
}

const condition: Condition = { type: 'Established', status: 'True', reason: 'R', message: 'M' };
const now = '2026-01-02T00:00:00Z';

it('leaves a definition as it is that has the same condition, whenever it began to', () => {
  const before = crd({ ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' });
  expect(hasCondition(before, condition)).toBe(true);
  expect(withCondition(before, condition, now)).toBe(before);
});

it('takes what a condition does not say for nothing', () => {
  const before = crd({ type: 'Established', status: 'True' });
  expect(hasCondition(before, { ...condition, reason: '', message: '' })).toBe(true);
  expect(hasCondition(before, condition)).toBe(false);
  expect(hasCondition(crd(), { ...condition, reason: '', message: '' })).toBe(false);
});

it('keeps the time while the status stays, and sets it where the status changes', () => {
  const before = crd({ ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' });
  const timeOf = (next: Condition) =>
    conditionOf(withCondition(before, next, now), 'Established')?.get('lastTransitionTime');
  expect(timeOf({ ...condition, message: 'N' })).toBe('2026-01-01T00:00:00Z');
  expect(timeOf({ ...condition, status: 'False' })).toBe(now);
});
