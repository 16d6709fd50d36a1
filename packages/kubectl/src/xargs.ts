/** What `xargs` was told. */
interface Told {
  readonly command: readonly string[];
  /** How many words a call has at most, `-n`. */
  readonly most: number;
  /** What stands for a line of the input, `-I`. */
  readonly replaced?: string;
  /** Whether it calls the command without any word, where the input has none; not with `-r`. */
  readonly callsAnyway: boolean;
}

/** The calls of a command, each a list of words, and the complaint with which they end. */
export interface Calls {
  readonly calls: readonly (readonly string[])[];
  readonly complaint?: string;
}

/** Returns what of a call of `xargs` is not played; undefined where all is: a command of kubectl, and `-n`, `-I`, `-r`. */
export function unplayedXargs(args: readonly string[]): string | undefined {
  const told = toldBy(args);
  if (typeof told === 'string') return told;
  const [program = 'echo'] = told.command;
  return program === 'kubectl' ? undefined : program;
}

/** The calls that `xargs` of GNU makes of its input. */
export function callsOfXargs(args: readonly string[], input: string): Calls {
  const told = toldBy(args);
  if (typeof told === 'string') return { calls: [], complaint: told };
  const { command, most, replaced, callsAnyway } = told;
  const { words, ...complaint } = wordsOf(input, replaced !== undefined);
  if (replaced !== undefined) {
    return { calls: words.map((word) => command.map((each) => each.replaceAll(replaced, () => word))), ...complaint };
  }
  const calls: (readonly string[])[] = [];
  for (let from = 0; from < words.length; from += most) calls.push([...command, ...words.slice(from, from + most)]);
  if (words.length === 0 && callsAnyway && complaint.complaint === undefined) calls.push(command);
  return { calls, ...complaint };
}

/** Reads the options; the first one that is not played. */
function toldBy(args: readonly string[]): Told | string {
  let told: Told = { command: [], most: Number.POSITIVE_INFINITY, callsAnyway: true };
  let at = 0;
  for (; args[at]?.startsWith('-'); at++) {
    const option = args[at] ?? '';
    const [, name = '', joined = ''] = /^-([nIr])(.*)$/s.exec(option) ?? [];
    const isPlain = option === '-r' || option === '--no-run-if-empty';
    const value = isPlain || joined !== '' ? joined : (args[++at] ?? '');
    if (isPlain) told = { ...told, callsAnyway: false };
    else if (name === 'n' && /^[1-9]\d{0,5}$/.test(value)) told = { ...told, most: Number(value) };
    else if (name === 'I' && value !== '') told = { ...told, replaced: value };
    else return option;
  }
  // Of both, the one that stands last counts, with a warning.
  return told.replaced !== undefined && told.most < Number.POSITIVE_INFINITY
    ? '-n'
    : { ...told, command: args.slice(at) };
}

/**
 * The words of a text, up to a quote that is not closed in its line. Quotes and backslashes keep what they mark. Words end at white
 * space, or where lines are asked for at the end of the line.
 */
function wordsOf(text: string, asLines: boolean): { readonly words: readonly string[]; readonly complaint?: string } {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    const isBlank = letter === ' ' || letter === '\t';
    if (letter === '\n' || (isBlank && (!asLines || word === undefined))) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (letter === '\\') word = `${word ?? ''}${text[++at] ?? ''}`;
    else if (letter === "'" || letter === '"') {
      const line = text.indexOf('\n', at);
      const end = text.indexOf(letter, at + 1);
      if (end < 0 || (line >= 0 && line < end)) {
        // Nothing is said of a last word without a letter.
        if (line < 0 && `${word ?? ''}${text.slice(at + 1)}` === '') return { words };
        const kind = letter === '"' ? 'double' : 'single';
        const why = 'by default quotes are special to xargs unless you use the -0 option';
        return { words, complaint: `xargs: unmatched ${kind} quote; ${why}\n` };
      }
      word = `${word ?? ''}${text.slice(at + 1, end)}`;
      at = end;
    } else word = `${word ?? ''}${letter}`;
  }
  // A last word without a letter is none.
  if (word !== undefined && word !== '') words.push(word);
  return { words };
}
