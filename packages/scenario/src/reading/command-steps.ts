import type { NewStep } from '../edits.ts';
import { inputFile } from '../scenario.ts';
import type { ShellCommand } from './shell-text.ts';

/** Whether a command line runs kubectl, under its own name or a usual short one. */
export function isKubectl([program = '']: readonly string[]): boolean {
  return /^(?:\S*\/)?(?:kubectl|k|oc)$/.test(program);
}

/** Makes a step of a kubectl command. Files that the command names and that are missing are added as empty texts. */
export function commandStep({ line, words, input }: ShellCommand): {
  readonly step: NewStep;
  readonly missing: readonly string[];
} {
  const named = fileNames(words);
  const missing = named.filter((name) => name !== inputFile || input === undefined);
  const files = Object.fromEntries(named.map((name) => [name, name === inputFile ? (input ?? '') : '']));
  const text = line.replace(/^\S+/, 'kubectl');
  return { step: { kind: 'kubectl', text, ...(named.length === 0 ? {} : { files }) }, missing };
}

/** The file names in `-f` and similar flags, without URLs. */
function fileNames(words: readonly string[]): readonly string[] {
  const names = words.flatMap((word, at) => {
    const [, joined] = /^(?:-f|--filename|--patch-file)=(.*)$/s.exec(word) ?? /^-f(.+)$/s.exec(word) ?? [];
    if (joined !== undefined) return joined.split(',');
    return ['-f', '--filename', '--patch-file'].includes(word) ? (words[at + 1] ?? '').split(',') : [];
  });
  return [...new Set(names.filter((name) => name !== '' && !/^https?:/.test(name)))];
}
