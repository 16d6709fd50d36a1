import { expect, test } from 'vitest';
import { jsonText, terminalLine, terminalText } from './index.ts';

const hostile = '\u001b[31m\u0007\r\u009b2J\u202e\u200b\u00ad\ufeff\u2028x';

test('what moves a cursor, hides or turns around stands as its number', () => {
  const shown = 'U+001B[31mU+0007U+000DU+009B2JU+202EU+200BU+00ADU+FEFFU+2028x';
  expect(terminalLine(hostile)).toBe(shown);
  expect(terminalText(hostile)).toBe(shown);
  expect(terminalLine('a\nb\tc')).toBe('aU+000AbU+0009c');
  expect(terminalLine('Größe 大小 ё 🎉')).toBe('Größe 大小 ё 🎉');
});

test('JSON has nothing of it either, and says the same', () => {
  const value = { [hostile]: [hostile, '\u{e0041}\u007f🎉'] };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029]/u);
});
