import { describe, expect, test } from 'vitest';
import { loadDictionary } from './other-language.ts';

const { words: ukrainian } = await loadDictionary('uk');

describe('Ukrainian', () => {
  test.each([
    [0, 'field', '0 полів'],
    [1, 'field', '1 поле'],
    [3, 'field', '3 поля'],
    [11, 'entry', '11 записів'],
    [12, 'step', '12 кроків'],
    [21, 'conflict', '21 конфлікт'],
    [24, 'step', '24 кроки'],
  ] as const)('%i %s: %s', (count, noun, told) => {
    expect(ukrainian.counting.countOf(count, noun)).toBe(told);
  });

  test('writes sizes and rows of names', () => {
    expect(ukrainian.counting.bytesOf(312)).toBe('312 Б');
    expect(ukrainian.counting.bytesOf(1500)).toBe('1,5 КБ');
    expect(ukrainian.counting.listOf(['helm', 'ui', 'kubectl'])).toBe('helm, ui і kubectl');
  });
});
