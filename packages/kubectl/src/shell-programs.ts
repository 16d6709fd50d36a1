import { base64, bytesOfBase64, lossyText, utf8 } from '@managed-fields/merge-engine';
import type { KubectlCommand, ProgramOutput, RanCommand } from './host.ts';
import { unescaped } from './shell-word.ts';

/** What a program printed and read. */
export type Ran = ProgramOutput & Pick<RanCommand, 'missing' | 'readInput'>;

/** A program that is played beside kubectl. */
interface Program {
  /** Returns the part of the arguments that is not played; undefined where all of them are. */
  unplayed(args: readonly string[]): string | undefined;
  run(args: readonly string[], given: Pick<KubectlCommand, 'files' | 'stdin'>): Ran;
}

const cat: Program = {
  unplayed: (args) => args.find((arg) => /^-./.test(arg)),
  run(args, { files, stdin }) {
    let [stdout, stderr, readInput] = ['', '', false];
    const missing: string[] = [];
    for (const name of args.length === 0 ? ['-'] : args) {
      const isInput = name === '-' || name === '/dev/stdin';
      const text = isInput ? (stdin ?? '') : files.get(name);
      if (isInput) readInput = true;
      if (isInput ? stdin === undefined : text === undefined) missing.push(isInput ? '-' : name);
      if (text === undefined) stderr += `cat: ${name}: No such file or directory\n`;
      else stdout += text;
    }
    return { stdout, stderr, exitCode: stderr === '' ? 0 : 1, missing, readInput };
  },
};

/** `echo` as bash has it: backslashes count after `-e` only. */
const echo: Program = {
  unplayed: () => undefined,
  run(args) {
    const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
    const options = args.slice(0, first < 0 ? undefined : first).join('');
    const text = args.slice(options === '' ? 0 : first < 0 ? args.length : first).join(' ');
    const escapes = options.lastIndexOf('e') > options.lastIndexOf('E');
    return printed(`${escapes ? unescaped(text) : text}${options.includes('n') ? '' : '\n'}`);
  },
};

const conversion = /%(.)/gs;

/** `printf` with `%s`, `%b`, `%d` and `%%`, which serve for texts. */
const printf: Program = {
  unplayed([format = '']) {
    const [found] = [...format.matchAll(conversion)].filter(([, letter = '']) => !'sbd%'.includes(letter));
    return format.startsWith('-') && format !== '--' ? format : found?.[0];
  },
  run(args) {
    const [format, ...values] = args[0] === '--' ? args.slice(1) : args;
    if (format === undefined) {
      return { ...printed(''), stderr: 'printf: usage: printf [-v var] format [arguments]\n', exitCode: 2 };
    }
    let [text, taken] = ['', 0];
    do {
      const before = taken;
      text += unescaped(format).replace(conversion, (_, letter: string) => {
        if (letter === '%') return '%';
        const value = values[taken++] ?? (letter === 'd' ? '0' : '');
        return letter === 'b' ? unescaped(value) : value;
      });
      if (taken === before) break;
    } while (taken < values.length);
    return printed(text);
  },
};

/** `base64`, by which values of Secrets are read. */
const base64Program: Program = {
  unplayed: (args) => args.find((arg) => !/^(?:-d|-D|--decode|-w0|--wrap=0|-)$/.test(arg)),
  run(args, { stdin }) {
    const text = stdin ?? '';
    const read = { missing: stdin === undefined ? ['-'] : [], readInput: true };
    if (!args.some((arg) => /^(?:-d|-D|--decode)$/.test(arg))) {
      const encoded = base64(utf8(text));
      const lines = args.some((arg) => arg.includes('w')) ? encoded : encoded.replace(/.{1,76}/g, '$&\n');
      return { ...printed(lines), ...read };
    }
    const bytes = bytesOfBase64(text.replaceAll('\n', ''));
    if (bytes === undefined) return { stdout: '', stderr: 'base64: invalid input\n', exitCode: 1, ...read };
    return { ...printed(lossyText(bytes)), ...read };
  },
};

function printed(stdout: string): Ran {
  return { stdout, stderr: '', exitCode: 0, missing: [], readInput: false };
}

const programs: ReadonlyMap<string, Program> = new Map([
  ['base64', base64Program],
  ['cat', cat],
  ['echo', echo],
  ['printf', printf],
]);

/** The programs that are played beside kubectl. */
export const playedPrograms: readonly string[] = [...programs.keys()];

/** Returns what of a program's call is not played: its name, or its name and an option; undefined where all is. */
export function unplayedProgram([name = '', ...args]: readonly string[]): string | undefined {
  const program = programs.get(name);
  if (program === undefined) return name;
  const option = program.unplayed(args);
  return option === undefined ? undefined : `${name} ${option}`;
}

/** Runs a program that `unplayedProgram` has no objection to. */
export function runProgram(name: string, args: readonly string[], given: Pick<KubectlCommand, 'files' | 'stdin'>): Ran {
  const program = programs.get(name);
  if (program === undefined) throw new Error(`the program ${name} is not played`);
  return program.run(args, given);
}
