import { base64, bytesOfBase64, lossyText, utf8 } from '@managed-fields/merge-engine';
import { grep } from './grep.ts';
import type { KubectlCommand } from './host.ts';
import { linesOf, type Program, printed, type Ran, textsOf } from './shell-program.ts';
import { unescaped } from './shell-word.ts';

const cat: Program = {
  unplayed: (args) => args.find((arg) => /^-./.test(arg)),
  run(args, given) {
    const { texts, ...read } = textsOf(args, given);
    const absent = texts.flatMap(([name, text]) =>
      text === undefined ? [`cat: ${name}: No such file or directory\n`] : [],
    );
    const stdout = texts.map(([, text = '']) => text).join('');
    return { ...read, stdout, stderr: absent.join(''), exitCode: absent.length === 0 ? 0 : 1 };
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
  run(args, given) {
    const { texts, ...read } = textsOf([], given);
    const text = texts.map(([, each = '']) => each).join('');
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

/** `head` and `tail` by lines, of one file or the input. */
function cut(name: string, pick: (lines: readonly string[], amount: string) => readonly string[]): Program {
  const read = (args: readonly string[]) => {
    const [first = '', second = '', ...rest] = args;
    const [, joined] = /^(?:-n|--lines=|-)(\+?\d{1,9})$/.exec(first) ?? [];
    if (joined !== undefined) return { amount: joined, files: args.slice(1) };
    const isApart = (first === '-n' || first === '--lines') && /^\+?\d{1,9}$/.test(second);
    return isApart ? { amount: second, files: rest } : { amount: '10', files: args };
  };
  return {
    unplayed(args) {
      const { amount, files } = read(args);
      if (name === 'head' && amount.startsWith('+')) return amount;
      return files.find((file) => /^-./.test(file)) ?? files[1];
    },
    run(args, given) {
      const { amount, files } = read(args);
      const { texts, ...input } = textsOf(files, given);
      const [[file, text] = ['', undefined]] = texts;
      if (text !== undefined) return { ...printed(pick(linesOf(text), amount).join('')), ...input };
      const stderr = `${name}: cannot open '${file}' for reading: No such file or directory\n`;
      return { stdout: '', stderr, exitCode: 1, ...input };
    },
  };
}

const head = cut('head', (lines, amount) => lines.slice(0, Number(amount)));
const tail = cut('tail', (lines, amount) =>
  amount.startsWith('+') ? lines.slice(Math.max(0, Number(amount) - 1)) : lines.slice(-Number(amount) || lines.length),
);

/** `wc -l` of one file or the input. */
const wc: Program = {
  unplayed: ([option, ...files]) =>
    option === '-l' ? (files.find((file) => /^-./.test(file)) ?? files[1]) : (option ?? ''),
  run([, ...files], given) {
    const { texts, ...input } = textsOf(files, given);
    const [[file, text] = ['', undefined]] = texts;
    if (text === undefined)
      return { stdout: '', stderr: `wc: ${file}: No such file or directory\n`, exitCode: 1, ...input };
    return { ...printed(`${text.split('\n').length - 1}${files.length === 0 ? '' : ` ${file}`}\n`), ...input };
  },
};

const programs: ReadonlyMap<string, Program> = new Map([
  ['base64', base64Program],
  ['cat', cat],
  ['echo', echo],
  ['grep', grep],
  ['head', head],
  ['printf', printf],
  ['tail', tail],
  ['wc', wc],
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
