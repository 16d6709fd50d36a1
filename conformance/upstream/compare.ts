import type { Answered } from './sequence.ts';

/** The first step on which two answers to a sequence differ; undefined where there is none. */
export function firstDifference(here: readonly Answered[], there: readonly Answered[]): number | undefined {
  const length = Math.max(here.length, there.length);
  for (let i = 0; i < length; i++) {
    const a = here[i];
    const b = there[i];
    if (a === undefined || b === undefined || !same(a, b)) return i;
  }
  return undefined;
}

function same(a: Answered, b: Answered): boolean {
  if (a.object !== b.object) return false;
  if ((a.conflicts ?? []).join('\n') !== (b.conflicts ?? []).join('\n')) return false;
  return a.error === b.error || sameWords(a.error, b.error);
}

/**
 * Go walks maps in an order left to chance, so the lines of several errors come in any order; and validation of a map
 * stops at the first field that is not declared, so which other errors are listed beside it is chance as well.
 */
export function sameWords(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [aLines, bLines] = [lines(a), lines(b)];
  if (a.includes(undeclared) || b.includes(undeclared)) return aLines.some((line) => bLines.includes(line));
  return aLines.join('\n') === bLines.join('\n');
}

const undeclared = 'field not declared in schema';

/** The single errors of a text, each with the words that stand before all of them. */
function lines(text: string): string[] {
  const [head, rest] = text.includes('errors:\n') ? text.split('errors:\n') : [undefined, undefined];
  if (head === undefined || rest === undefined) return [text];
  return rest
    .split('\n')
    .map((line) => `${head}${line.trim()}`)
    .sort();
}

/** Whether two answers are the same; the order of several errors is chance. */
export function sameAnswers(here: readonly string[], there: readonly string[]): boolean {
  return here.length === there.length && here.every((line, i) => line === there[i] || sameWords(line, there[i]));
}
