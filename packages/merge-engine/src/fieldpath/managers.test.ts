import { describe, expect, it } from 'vitest';
import { fieldSetFromJson } from './fields-v1.ts';
import { differenceOfManagers, equalManagers, type Managers, managersToString } from './managers.ts';

/** `m v1 Apply {"f:a":{}}` as the only manager, or none. */
function managers(text: string): Managers {
  const [manager = '', apiVersion = '', operation, fields = ''] = text.split(' ');
  if (manager === '') return new Map();
  const read = fieldSetFromJson(fields);
  if (read.kind === 'error') throw new Error(read.message);
  return new Map([[manager, { set: read.set, apiVersion, applied: operation === 'Apply' }]]);
}

const printed = (manager: string, applied: boolean, apiVersion: string, set: string) =>
  `${manager}:\n- Applied: ${applied}\n- APIVersion: ${apiVersion}\n- Set: ${set}\n`;
const mine = 'm v1 Apply {"f:a":{}}';

/** Two states, whether upstream takes them as equal, and what it says changed owners. */
const cases: readonly (readonly [name: string, a: string, b: string, equal: boolean, difference: string])[] = [
  ['the same', mine, mine, true, ''],
  [
    'another manager',
    mine,
    'n v1 Apply {"f:a":{}}',
    false,
    `${printed('m', true, 'v1', '.a')}${printed('n', true, 'v1', '.a')}`,
  ],
  ['another version', mine, 'm v2 Apply {"f:a":{}}', false, printed('m', true, 'v2', '.a')],
  ['another operation', mine, 'm v1 Update {"f:a":{}}', false, ''],
  ['a field more', mine, 'm v1 Apply {"f:a":{},"f:b":{}}', false, printed('m', false, 'v1', '.b')],
  ['a manager less', mine, '', false, printed('m', true, 'v1', '.a')],
  ['a manager more', '', mine, false, printed('m', true, 'v1', '.a')],
  ['a manager of nothing less', 'm v1 Apply {}', '', false, ''],
  ['a manager of nothing more', '', 'm v1 Apply {}', false, ''],
];

describe('managers', () => {
  it.each(cases)('%s', (_name, a, b, equal, difference) => {
    expect(equalManagers(managers(a), managers(b))).toBe(equal);
    expect(managersToString(differenceOfManagers(managers(a), managers(b)))).toBe(difference);
  });
});
