export { bytesOf } from './english-counting.ts';

type Noun = 'field' | 'entry' | 'step' | 'conflict';

/** Nouns with their measure words. */
const nouns: Readonly<Record<Noun, string>> = {
  field: '个字段',
  entry: '个条目',
  step: '个步骤',
  conflict: '处冲突',
};

/** Chinese characters and full-width punctuation, which take no space beside each other. */
const wide = /[\u2014-\u201d\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/;

/** A number with its noun. */
export function countOf(count: number, noun: Noun): string {
  return `${count} ${nouns[noun]}`;
}

/** Names in a row: `a、b 和 c`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  const first = names.slice(0, -1).join('、');
  return `${first}${spaceBy(first.at(-1))}和${spaceBy(last[0])}${last}`;
}

/** A name or a value inside a Chinese sentence: with a space at each end that is not Chinese. */
export function spaced(text: string): string {
  return `${spaceBy(text[0])}${text}${spaceBy(text.at(-1))}`;
}

function spaceBy(neighbour: string | undefined): string {
  return neighbour === undefined || wide.test(neighbour) ? '' : ' ';
}
