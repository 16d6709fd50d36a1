import { expect, test } from 'vitest';
import { usePreferences } from '../../../core/store/preferences.ts';
import { rulesFile, rulesOffIn, switchRule } from './chosen-rules.ts';

test('a rule is switched off and on, and the file says which are off', () => {
  switchRule('manual-change', false);
  switchRule('duplicate-keys', false);
  switchRule('manual-change', false);
  expect(usePreferences.getState().rulesOff).toEqual(['duplicate-keys', 'manual-change']);
  expect(rulesOffIn(rulesFile())).toEqual(['duplicate-keys', 'manual-change']);
  switchRule('duplicate-keys', true);
  expect(rulesOffIn(rulesFile())).toEqual(['manual-change']);
});

test.each([
  ['no JSON', 'off: []', undefined],
  ['another file', '{"off": ["manual-change"]}', undefined],
  ['a null', 'null', undefined],
  ['no list', '{"form": "managed-fields/rules", "version": 1}', undefined],
  [
    'rules of another page',
    '{"form": "managed-fields/rules", "off": ["manual-change", "tomorrow", 7]}',
    ['manual-change'],
  ],
])('%s', (_, text, expected) => {
  expect(rulesOffIn(text)).toEqual(expected);
});
