import { describe, expect, test } from 'vitest';
import { english } from '../english/index.ts';
import { ukrainian } from './index.ts';

/** Every word of a dictionary by its path; functions stand for themselves. */
function leaves(words: object, path = ''): readonly (readonly [path: string, word: unknown])[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'object' && word !== null ? leaves(word, `${path}.${key}`) : [[`${path}.${key}`, word] as const],
  );
}

describe('Ukrainian', () => {
  test('says everything that English says, in plain text', () => {
    const told = new Map(leaves(ukrainian));
    expect([...told.keys()].sort()).toEqual(
      leaves(english)
        .map(([path]) => path)
        .sort(),
    );
    for (const [path, word] of told) {
      if (typeof word === 'function') continue;
      expect(word, path).toEqual(expect.stringMatching(/\S/));
      expect(word, path).not.toMatch(/[<>']|\s$|^\s/);
    }
  });

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
