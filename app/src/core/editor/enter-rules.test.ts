import { expect, test } from 'vitest';
import { enterRules } from './enter-rules.ts';

/** What the next line begins with beyond the indentation of the line before; undefined where no rule holds. */
function added(before: string): string | undefined {
  return enterRules.find(({ beforeText }) => beforeText.test(before))?.action.appendText;
}

test.each([
  ['- name: web', '  '],
  ['    - name: web', '  '],
  ['- "a b": x', '  '],
  ['- image: nginx:1.27', '  '],
  ['- name:', '    '],
  ['- ports: ', '    '],
  ['- web', undefined],
  ['- http://example.com', undefined],
  ['name: web', undefined],
  ['- # name: web', undefined],
  ['- {a: b}', undefined],
  ['---', undefined],
])('after %j the next line begins with %j more', (before, more) => {
  expect(added(before)).toBe(more);
});
