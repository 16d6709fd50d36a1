import { compareStrings } from '@managed-fields/merge-engine';
import type { ProgramOutput } from './host.ts';
import { sameLines } from './same-lines.ts';

/** The lines that are printed before and after a change. */
const context = 3;

/** Prints the difference between two sets of files as `diff -u -N` does, with the folders LIVE and MERGED and no times. */
export function unifiedDiff(live: ReadonlyMap<string, string>, merged: ReadonlyMap<string, string>): ProgramOutput {
  let stdout = '';
  for (const name of [...new Set([...live.keys(), ...merged.keys()])].sort(compareStrings)) {
    const [from, to] = [live.get(name) ?? '', merged.get(name) ?? ''];
    if (from === to) continue;
    const [a, b] = [`LIVE/${name}`, `MERGED/${name}`];
    stdout += `diff -u -N ${a} ${b}\n--- ${a}\n+++ ${b}\n${hunks(linesOf(from), linesOf(to))}`;
  }
  return { stdout, stderr: '', exitCode: stdout === '' ? 0 : 1 };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** A line of the comparison: kept, taken away or added. */
interface Edit {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

function hunks(from: readonly string[], to: readonly string[]): string {
  const edits = editsBetween(from, to);
  const changed = edits.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]));
  let text = '';
  for (let at = 0; at < changed.length; ) {
    let last = at;
    while (last + 1 < changed.length && (changed[last + 1] ?? 0) - (changed[last] ?? 0) <= 2 * context + 1) last++;
    const start = Math.max((changed[at] ?? 0) - context, 0);
    const end = Math.min((changed[last] ?? 0) + context + 1, edits.length);
    text += hunk(edits, start, end);
    at = last + 1;
  }
  return text;
}

function hunk(edits: readonly Edit[], start: number, end: number): string {
  const count = (list: readonly Edit[], other: '-' | '+') => list.filter(({ mark }) => mark !== other).length;
  const [before, within] = [edits.slice(0, start), edits.slice(start, end)];
  const range = (other: '-' | '+') => {
    const [first, length] = [count(before, other), count(within, other)];
    if (length === 1) return `${first + 1}`;
    return `${length === 0 ? first : first + 1},${length}`;
  };
  const lines = within.map(({ mark, line }) => `${mark}${line}\n`).join('');
  return `@@ -${range('+')} +${range('-')} @@\n${lines}`;
}

/** The edits that turn one list of lines into another; removed lines stand before added ones. */
function editsBetween(from: readonly string[], to: readonly string[]): readonly Edit[] {
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  const changeUpTo = (before: number, after: number) => {
    for (const line of from.slice(i, before)) edits.push({ mark: '-', line });
    for (const line of to.slice(j, after)) edits.push({ mark: '+', line });
  };
  for (const [before, after] of sameLines(from, to)) {
    changeUpTo(before, after);
    edits.push({ mark: ' ', line: from[before] ?? '' });
    [i, j] = [before + 1, after + 1];
  }
  changeUpTo(from.length, to.length);
  return edits;
}
