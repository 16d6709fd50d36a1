import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, lineAt, lineStarts } from './lines.ts';

test('lines begin after line breaks', () => {
  expect(lineStarts('')).toEqual([0]);
  expect(lineStarts('a\nb\n')).toEqual([0, 2, 4]);
});

test('the line of an offset is the one that counting finds', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', ' ') }), fc.nat(40), (text, offset) => {
      const counted = text.slice(0, offset).split('\n').length - 1;
      expect(lineAt(lineStarts(text), Math.min(offset, text.length))).toBe(counted);
    }),
  );
});

test('wide characters take two columns', () => {
  expect(columns('abc')).toBe(3);
  expect(columns('名称: x')).toBe(7);
  expect(columns('имя')).toBe(3);
});
