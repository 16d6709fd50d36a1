import type { KubectlCommand, ProgramOutput, RanCommand } from './host.ts';

/** What a program printed and read. */
export type Ran = ProgramOutput & Pick<RanCommand, 'missing' | 'readInput'>;

/** What a program can read. */
export type Given = Pick<KubectlCommand, 'files' | 'stdin'>;

/** A program that is played beside kubectl. */
export interface Program {
  /** Returns the part of the arguments that is not played; undefined where all of them are. */
  unplayed(args: readonly string[]): string | undefined;
  run(args: readonly string[], given: Given): Ran;
}

/** What a program did that only printed. */
export function printed(stdout: string): Ran {
  return { stdout, stderr: '', exitCode: 0, missing: [], readInput: false };
}

/** The texts that a program reads by name, undefined for a file that is not there; `-` is its input, which it reads where none is named. */
export function textsOf(
  names: readonly string[],
  { files, stdin }: Given,
): Pick<Ran, 'missing' | 'readInput'> & {
  readonly texts: readonly (readonly [name: string, text: string | undefined])[];
} {
  const isInput = (name: string) => name === '-' || name === '/dev/stdin';
  const all = new Map([...files, ['/dev/null', '']]);
  const read = names.length === 0 ? ['-'] : names;
  const missing = read.flatMap((name) => {
    if (isInput(name)) return stdin === undefined ? ['-'] : [];
    return all.has(name) ? [] : [name];
  });
  // Who reads the input first reads all of it.
  const first = read.findIndex(isInput);
  return {
    texts: read.map((name, at) => [name, isInput(name) ? ((at === first ? stdin : '') ?? '') : all.get(name)]),
    missing,
    readInput: first >= 0,
  };
}

/** The lines of a text, each with its line break. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
