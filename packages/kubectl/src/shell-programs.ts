import { base64, bytesOfBase64, lossyText, utf8 } from '@managed-fields/merge-engine';
import { grep } from './grep.ts';
import type { KubectlCommand } from './host.ts';
import { linesOf, type Program, printed, type Ran, textsOf } from './shell-program.ts';
import { unescaped, untilStop } from './shell-word.ts';

/** A name of a file as cat and wc tell it: in quotes where a shell would take it for something else. Upstream: gnulib quotearg. */
function shownName(name: string): string {
  return /^[^\s!"$&'()*:;<=>?[\\^`|#~][^\s!"$&'()*:;<=>?[\\^`|]*$/.test(name) && !/^[{}]$/.test(name)
    ? name
    : `'${name}'`;
}

const cat: Program = {
  unplayed: (args) => args.find((arg) => /^-./.test(arg)),
  run(args, given) {
    const { texts, ...read } = textsOf(args, given);
    const absent = texts.flatMap(([name, text]) =>
      text === undefined ? [`cat: ${shownName(name)}: No such file or directory\n`] : [],
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
    const taken = first < 0 ? args.length : first;
    const options = args.slice(0, taken).join('');
    const text = args.slice(taken).join(' ');
    const end = options.includes('n') ? '' : '\n';
    if (options.lastIndexOf('e') <= options.lastIndexOf('E')) return printed(`${text}${end}`);
    const kept = untilStop(text);
    return printed(`${unescaped(kept.text, 'echo')}${kept.isStopped ? '' : end}`);
  },
};

/** What `printf` prints, or what of it is not played: all but `%s`, `%b`, `%d` of plain numbers and `%%`, which serve for texts. */
function formatted(args: readonly string[]): { readonly text: string } | { readonly unplayed: string } {
  const [first, ...others] = args;
  if (first !== '--' && first?.startsWith('-')) return { unplayed: first };
  const [format = '', ...values] = first === '--' ? others : args;
  // What stands there without a number is complained of.
  const numberless = /\\[xuU](?![\da-fA-F])/;
  let [text, taken] = ['', 0];
  do {
    const before = taken;
    for (const [part, letter] of format.matchAll(/%([\s\S]?)|[^%]+/g)) {
      if (letter === undefined) {
        if (numberless.test(part)) return { unplayed: part };
        text += unescaped(part, 'quoted');
        continue;
      }
      if (letter === '%') {
        text += letter;
        continue;
      }
      const value = values[taken++] ?? '';
      if (letter === 's') text += value;
      else if (letter === 'd' && /^(?:-?[1-9]\d{0,17}|0?)$/.test(value)) text += value || '0';
      else if (letter === 'b' && !numberless.test(value)) {
        const kept = untilStop(value);
        text += unescaped(kept.text, 'value');
        if (kept.isStopped) return { text };
      } else return { unplayed: part };
    }
    if (taken === before) break;
  } while (taken < values.length);
  return { text };
}

const printf: Program = {
  unplayed(args) {
    const made = formatted(args);
    return 'unplayed' in made ? made.unplayed : undefined;
  },
  run(args) {
    if (args.length === 0 || (args.length === 1 && args[0] === '--')) {
      return { ...printed(''), stderr: 'printf: usage: printf [-v var] format [arguments]\n', exitCode: 2 };
    }
    const made = formatted(args);
    return printed('text' in made ? made.text : '');
  },
};

/** `base64`, by which values of Secrets are read; `-D` is how macOS has `-d`. */
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
    const letters = text.replaceAll('\n', '');
    const [whole = ''] = /^(?:[A-Za-z\d+/]{4}|[A-Za-z\d+/]{3}=|[A-Za-z\d+/]{2}==)*/.exec(letters) ?? [];
    // What can be read is printed.
    const [begun = ''] = /^[A-Za-z\d+/]{2,3}/.exec(letters.slice(whole.length)) ?? [];
    const groups = `${whole}${begun.padEnd(begun === '' ? 0 : 4, '=')}`.match(/.{4}/g) ?? [];
    const stdout = lossyText(Uint8Array.from(groups.flatMap((group) => [...(bytesOfBase64(group) ?? [])])));
    if (whole.length === letters.length) return { ...printed(stdout), ...read };
    return { ...read, stdout, stderr: 'base64: invalid input\n', exitCode: 1 };
  },
};

/** `head` and `tail` by lines, of one file or the input. */
function cut(name: string, pick: (lines: readonly string[], amount: string) => readonly string[]): Program {
  const read = (args: readonly string[]) => {
    const [first = '', second = '', ...rest] = args;
    const [, joined, least, from] = /^(?:(?:-n|--lines=)(\+?\d{1,9})|-(\d{1,9})|(\+\d{1,9}))$/.exec(first) ?? [];
    const amount = joined ?? least ?? (name === 'tail' ? from : undefined);
    if (amount !== undefined) return { amount, files: args.slice(1) };
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
      // The end that has no line is not looked for.
      if (name === 'tail' && /^0+$/.test(amount)) return printed('');
      const [[file, text] = ['', undefined]] = texts;
      if (text !== undefined) return { ...printed(pick(linesOf(text), amount).join('')), ...input };
      const stderr = `${name}: cannot open '${file}' for reading: No such file or directory\n`;
      return { stdout: '', stderr, exitCode: 1, ...input };
    },
  };
}

const head = cut('head', (lines, amount) => lines.slice(0, Number(amount)));
const tail = cut('tail', (lines, amount) =>
  lines.slice(amount.startsWith('+') ? Math.max(0, Number(amount) - 1) : -Number(amount)),
);

/** `wc -l` of one file or the input. */
const wc: Program = {
  unplayed: ([option, ...files]) =>
    option === '-l' ? (files.find((file) => /^-./.test(file) || file === '') ?? files[1]) : (option ?? ''),
  run([, ...files], given) {
    const { texts, ...input } = textsOf(files, given);
    const [[file, text] = ['', undefined]] = texts;
    if (text === undefined)
      return { stdout: '', stderr: `wc: ${shownName(file)}: No such file or directory\n`, exitCode: 1, ...input };
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
