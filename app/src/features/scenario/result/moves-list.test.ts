import type { OwnerMoveView } from '@managed-fields/player';
import { expect, test } from 'vitest';
import { groupMoves } from './moves-list.tsx';

const owner = (manager: string, operation: 'Apply' | 'Update' = 'Apply') => ({
  manager,
  operation,
  subresource: '',
  apiVersion: 'v1',
});
const move = (path: string, before: readonly string[], after: readonly string[]): OwnerMoveView => ({
  path,
  value: 'same',
  before: before.map((name) => owner(name)),
  after: after.map((name) => owner(name)),
});

test('gathers fields that went the same way, in the order of the first', () => {
  const groups = groupMoves([
    move('.b', ['x'], ['y']),
    move('.a', ['x'], []),
    move('.c', ['x'], ['y']),
    move('.d', ['y'], ['x']),
  ]);
  expect(groups.map(({ fields }) => fields.map(({ path }) => path))).toEqual([['.b', '.c'], ['.a'], ['.d']]);
});

test('tells entries of one manager apart', () => {
  const updated = { ...move('.b', [], []), after: [owner('x', 'Update')] };
  expect(groupMoves([move('.a', [], ['x']), updated])).toHaveLength(2);
});
