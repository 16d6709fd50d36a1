import { commandsIn, readApply, type ShellCommand, type ShellWord } from '@managed-fields/kubectl';
import { replaceRanges } from './replace-ranges.ts';

/** Whether a line has a `kubectl apply`, and no other part of apply such as `set-last-applied`. */
export function hasApply(line: string): boolean {
  return appliesIn(line).length > 0;
}

/** Whether a boolean flag of a `kubectl apply` in a line is on: `--server-side`, `--server-side=1`. */
export function hasApplyFlag(line: string, flag: `--${string}`): boolean {
  return commandsIn(line).some((command) => readApply(wordsOf(command))?.truth(flag.slice(2)) === true);
}

/**
 * A line with a boolean flag turned on behind the words of each `kubectl apply` that has it not on; where it stands there
 * as off (`--force-conflicts=false`), that goes.
 */
export function withApplyFlag(line: string, flag: `--${string}`): string {
  const edits = appliesIn(line).flatMap((command) => {
    const last = command.words.at(-1);
    if (last === undefined || readApply(wordsOf(command))?.truth(flag.slice(2)) === true) return [];
    return [...flagEdits(command, [flag]), { from: last.to, to: last.to, text: ` ${flag}` }];
  });
  return replaceRanges(line, edits);
}

/** A line without some flags of its `kubectl apply`. */
export function withoutApplyFlags(line: string, flags: readonly string[]): string {
  return replaceRanges(
    line,
    appliesIn(line).flatMap((command) => flagEdits(command, flags)),
  );
}

/** Takes flags out of a command, each with the space before it. */
function flagEdits({ words }: ShellCommand, flags: readonly string[]) {
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    if (before === undefined || !flags.some((flag) => isFlag(word, flag))) return [];
    return [{ from: before.to, to: word.to, text: '' }];
  });
}

function isFlag({ text }: ShellWord, flag: string): boolean {
  return text === flag || text.startsWith(`${flag}=`);
}

function appliesIn(line: string): readonly ShellCommand[] {
  return commandsIn(line).filter((command) => readApply(wordsOf(command)) !== undefined);
}

function wordsOf({ words }: ShellCommand): readonly string[] {
  return words.map(({ text }) => text);
}

/** The values of some flags: after `=`, right behind a short flag, or in the next word. */
export function flagValues(words: readonly string[], flags: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (flags.includes(word)) return words.slice(index + 1, index + 2);
    const flag = flags.find((each) => word.startsWith(`${each}=`) || (/^-\w$/.test(each) && word.startsWith(each)));
    return flag === undefined || word.startsWith('--') !== flag.startsWith('--')
      ? []
      : [word.slice(flag.length).replace(/^=/, '')];
  });
}
