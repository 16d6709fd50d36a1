import { describe, expect, it } from 'vitest';
import { fieldElement, keyElement } from '../fieldpath/element.ts';
import type { Conflict } from '../merge/conflict.ts';
import { conflictCauses, conflictMessage, printManager } from './conflict-message.ts';
import { emptyEntry } from './entry.ts';
import { identifierOf } from './identifier.ts';

const manager = (name: string, operation: string, subresource = '') =>
  identifierOf({ ...emptyEntry, manager: name, operation, apiVersion: 'apps/v1', subresource });

const conflict = (identifier: string, ...names: string[]): Conflict => ({
  manager: identifier,
  path: names.map(fieldElement),
});

describe('printManager', () => {
  it.each([
    [manager('m', 'Apply'), '"m"'],
    [manager('m', 'Update'), '"m" using apps/v1'],
    [manager('m', 'Update', 'scale'), '"m" with subresource "scale" using apps/v1'],
    [manager('m', 'Apply', 'status'), '"m" with subresource "status"'],
    [manager('a"b', 'Apply'), '"a\\"b"'],
    ['a bare name', '"a bare name"'],
    ['5', '"5"'],
  ])('%s', (identifier, printed) => expect(printManager(identifier)).toBe(printed));
});

describe('conflictMessage', () => {
  it('says one field on one line', () => {
    expect(conflictMessage([conflict(manager('m', 'Apply'), 'spec', 'replicas')])).toBe(
      'Apply failed with 1 conflict: conflict with "m": .spec.replicas',
    );
  });

  it('groups several by manager, in the order of their identifiers', () => {
    const item = keyElement([{ name: 'name', value: 'web' }]);
    const conflicts = [
      conflict(manager('z', 'Apply'), 'spec', 'a'),
      conflict(manager('b', 'Update'), 'spec', 'b'),
      { manager: manager('z', 'Apply'), path: [fieldElement('spec'), fieldElement('list'), item] },
    ];
    expect(conflictMessage(conflicts)).toBe(
      'Apply failed with 3 conflicts: conflicts with "b" using apps/v1:\n- .spec.b\nconflicts with "z":\n- .spec.a\n- .spec.list[name="web"]',
    );
    expect(conflictCauses(conflicts)).toEqual([
      { message: 'conflict with "z"', field: '.spec.a' },
      { message: 'conflict with "b" using apps/v1', field: '.spec.b' },
      { message: 'conflict with "z"', field: '.spec.list[name="web"]' },
    ]);
  });
});
