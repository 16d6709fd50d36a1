import { expect, test } from 'vitest';
import { isSingle, type KeyPress, pressed, printed, spelled } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test.each<[string, KeyPress, boolean, boolean]>([
  ['Mod+K', press('k', { ctrlKey: true }), true, false],
  ['Mod+K', press('k', { metaKey: true }), false, true],
  ['Mod+K', press('k'), false, false],
  ['Mod+K', press('k', { ctrlKey: true, metaKey: true }), false, false],
  ['Mod+K', press('K', { ctrlKey: true, shiftKey: true }), false, false],
  ['Mod+K', press('л', { ctrlKey: true, code: 'KeyK' }), true, false],
  ['n', press('т', { code: 'KeyN' }), true, true],
  ['n', press('ñ', { code: 'Semicolon' }), false, false],
  ['Mod+Shift+Enter', press('Enter', { ctrlKey: true, shiftKey: true }), true, false],
  ['Mod+Enter', press('Enter', { ctrlKey: true, shiftKey: true }), false, false],
  ['?', press('?', { shiftKey: true }), true, true],
  ['?', press('?'), true, true],
  ['n', press('n'), true, true],
  ['n', press('N', { shiftKey: true }), false, false],
  ['Alt+ArrowUp', press('ArrowUp', { altKey: true }), true, true],
  ['Alt+ArrowUp', press('ArrowUp'), false, false],
  ['F1', press('F1'), true, true],
  ['Alt+Shift+F', press('Ï', { altKey: true, shiftKey: true, code: 'KeyF' }), true, true],
])('%s is what %j presses: %s, on an Apple %s', (keys, event, elsewhere, apple) => {
  expect(pressed(keys, event, false)).toBe(elsewhere);
  expect(pressed(keys, event, true)).toBe(apple);
});

test.each([
  ['Mod+Shift+Enter', ['Ctrl', 'Shift', 'Enter'], ['⌘', '⇧', 'Enter'], 'Control+Shift+Enter'],
  ['Alt+ArrowDown', ['Alt', '↓'], ['⌥', '↓'], 'Alt+ArrowDown'],
  ['n', ['N'], ['N'], 'n'],
  ['?', ['?'], ['?'], '?'],
])('%s is printed as %j, on an Apple as %j, and spelled %s', (keys, elsewhere, apple, aria) => {
  expect(printed(keys, false)).toEqual(elsewhere);
  expect(printed(keys, true)).toEqual(apple);
  expect(spelled([keys], false)).toBe(aria);
});

test('a single sign is one that somebody could be typing', () => {
  expect(['n', '?', '1', 'F1', 'Mod+K', 'Alt+ArrowUp'].filter(isSingle)).toEqual(['n', '?', '1']);
});
