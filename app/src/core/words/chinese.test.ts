import { describe, expect, test } from 'vitest';
import { loadDictionary } from './other-language.ts';

const { words: chinese, later } = await loadDictionary('zh-CN');

/** Every word of a dictionary by its path; functions stand for themselves. */
function leaves(words: object, path = ''): readonly (readonly [path: string, word: unknown])[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'object' && word !== null ? leaves(word, `${path}.${key}`) : [[`${path}.${key}`, word] as const],
  );
}

describe('Chinese', () => {
  test('puts full-width punctuation and spaces where they belong', () => {
    for (const [path, word] of leaves({ ...chinese, ...later })) {
      if (typeof word === 'function') continue;
      expect(word, path).not.toMatch(/[\u4e00-\u9fff][,;:!?()]|[\u4e00-\u9fff]\.$/);
      expect(word, path).not.toMatch(/[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/);
    }
  });

  test.each([
    [1, 'field', '1 个字段'],
    [12, 'entry', '12 个条目'],
    [3, 'step', '3 个步骤'],
    [2, 'conflict', '2 处冲突'],
  ] as const)('%i %s: %s', (count, noun, told) => {
    expect(chinese.counting.countOf(count, noun)).toBe(told);
  });

  test('writes sizes and rows of names', () => {
    expect(chinese.counting.bytesOf(1500)).toBe('1.5 KB');
    expect(chinese.counting.listOf(['helm', 'ui', 'kubectl'])).toBe('helm、ui 和 kubectl');
    expect(chinese.counting.listOf(['helm（Apply）', 'ui（Update）'])).toBe('helm（Apply）和 ui（Update）');
  });
});
