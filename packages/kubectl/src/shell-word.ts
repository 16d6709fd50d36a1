import { lossyText } from '@managed-fields/merge-engine';

/** A word of a shell text after its quotes and backslashes are taken away, and its range in the text. */
export interface ShellWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether a part of it is quoted. */
  readonly quoted: boolean;
  /** Where `$?` stands in the text, the exit code of what ran before. */
  readonly statuses?: readonly number[];
}

/** What was read at a place of a shell text: a word, or why there is none. */
export type ReadWord =
  | { readonly kind: 'word'; readonly word: ShellWord; readonly variables: readonly string[] }
  | { readonly kind: 'unclosed' }
  /** A substitution, which is not played: `$(…)`, or a command in backquotes. */
  | { readonly kind: 'substitution'; readonly syntax: string };

/** The characters that end a word. */
const ends = /[\s|&;<>()]/;

/**
 * Reads the word at an offset as a POSIX shell does, with `$'…'` as bash reads it. Variables stay as they are written,
 * and their names are returned, but for `$?`.
 */
export function readWord(text: string, from: number): ReadWord {
  let word = '';
  let quoted = false;
  const variables: string[] = [];
  const statuses: number[] = [];
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (ends.test(character)) break;
    const expansion = expansionAt(text, at);
    if (expansion?.kind === 'substitution') return expansion;
    if (character === '\\') {
      const escaped = text.charAt(at + 1);
      if (escaped !== '\n') word += escaped;
      quoted ||= escaped !== '\n';
      at += 2;
      continue;
    }
    const ansi = text.startsWith("$'", at);
    if (!ansi && character !== "'" && character !== '"') {
      if (expansion?.name === '$?') statuses.push(word.length);
      else if (expansion !== undefined) variables.push(expansion.name);
      word += character;
      at++;
      continue;
    }
    const read = ansi ? ansiQuoted(text, at) : character === "'" ? singleQuoted(text, at) : doubleQuoted(text, at);
    if (read === undefined) return { kind: 'unclosed' };
    if ('kind' in read) return read;
    variables.push(...(read.variables ?? []).filter((name) => name !== '$?'));
    statuses.push(...(read.statuses ?? []).map((place) => word.length + place));
    word += read.text;
    quoted = true;
    at = read.end;
  }
  const read = { text: word, from, to: Math.min(at, text.length), quoted };
  return { kind: 'word', word: statuses.length === 0 ? read : { ...read, statuses }, variables };
}

/** The text of a word or of a here-document where a command has ended with an exit code before it. */
export function wordAfter({ text, statuses = [] }: Pick<ShellWord, 'text' | 'statuses'>, exitCode: number): string {
  return statuses.toReversed().reduce((out, at) => `${out.slice(0, at)}${exitCode}${out.slice(at + 2)}`, text);
}

interface Quoted {
  readonly text: string;
  /** The offset behind the closing quote. */
  readonly end: number;
  readonly variables?: readonly string[];
  readonly statuses?: readonly number[];
}

type Substitution = Extract<ReadWord, { readonly kind: 'substitution' }>;

function singleQuoted(text: string, open: number): Quoted | undefined {
  const end = text.indexOf("'", open + 1);
  return end < 0 ? undefined : { text: text.slice(open + 1, end), end: end + 1 };
}

function doubleQuoted(text: string, open: number): Quoted | Substitution | undefined {
  let close = open + 1;
  while (close < text.length && text.charAt(close) !== '"') close += text.charAt(close) === '\\' ? 2 : 1;
  if (close >= text.length) return undefined;
  const read = expanded(text.slice(open + 1, close), '"\\$`');
  return 'kind' in read ? read : { ...read, end: close + 1 };
}

/**
 * Takes the backslashes out of a text in which a shell expands variables: between double quotes, or in a here-document.
 * `escapable` are the characters that lose a backslash before them; `statuses` says where `$?` stands, which is one of the variables.
 */
export function expanded(text: string, escapable: string): Required<Omit<Quoted, 'end'>> | Substitution {
  const variables: string[] = [];
  const statuses: number[] = [];
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') {
      const next = text.charAt(++at);
      if (next !== '\n') out += next !== '' && escapable.includes(next) ? next : `\\${next}`;
      continue;
    }
    const expansion = expansionAt(text, at);
    if (expansion?.kind === 'substitution') return expansion;
    if (expansion !== undefined) variables.push(expansion.name);
    if (expansion?.name === '$?') statuses.push(out.length);
    out += character;
  }
  return { text: out, variables, statuses };
}

/** The variable or the substitution that begins at an offset; undefined for all else. */
function expansionAt(
  text: string,
  at: number,
): Substitution | { readonly kind: 'variable'; readonly name: string } | undefined {
  const character = text.charAt(at);
  if (character === '`') return { kind: 'substitution', syntax: '`…`' };
  if (character !== '$') return undefined;
  if (text.charAt(at + 1) === '(') return { kind: 'substitution', syntax: '$(…)' };
  const [, name] = /^\$(\{[^}]{0,100}\}?|[A-Za-z_]\w{0,100}|[0-9@*#?$!])/.exec(text.slice(at, at + 110)) ?? [];
  return name === undefined ? undefined : { kind: 'variable', name: `$${name}` };
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  E: '\x1b',
  '\\': '\\',
};

/** Reads `$'…'`, which browsers write for the body of a request with quotes in it. */
function ansiQuoted(text: string, open: number): Quoted | undefined {
  let close = open + 2;
  while (close < text.length && text.charAt(close) !== "'") close += text.charAt(close) === '\\' ? 2 : 1;
  if (close >= text.length) return undefined;
  const read = unescaped(text.slice(open + 2, close), 'quoted');
  // A byte of zero ends the text.
  const zero = read.indexOf('\0');
  return { text: zero < 0 ? read : read.slice(0, zero), end: close + 1 };
}

/** Who reads backslashes: the shell in `$'…'` and `printf` in its format, `printf` in a value of `%b`, or `echo -e`. */
export type Unescaping = 'quoted' | 'value' | 'echo';

/** Bytes by their numbers, of which several may be one character; a character by its number; any other. */
const escapes: Readonly<Record<Unescaping, RegExp>> = {
  quoted: /((?:\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}))+)|\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([\s\S]))/g,
  value: /((?:\\(?:x[\da-fA-F]{1,2}|0?[0-7]{1,3}))+)|\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([\s\S]))/g,
  echo: /((?:\\(?:x[\da-fA-F]{1,2}|0[0-7]{0,3}))+)|\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([\s\S]))/g,
};

/** Reads the backslashes of a text as bash does. */
export function unescaped(text: string, by: Unescaping): string {
  return text.replace(escapes[by], (whole, bytes?: string, short?: string, long?: string, other = '') => {
    if (bytes !== undefined) {
      const numbers = bytes.slice(1).split('\\');
      return lossyText(
        Uint8Array.from(numbers, (each) => Number.parseInt(each.replace('x', ''), each.startsWith('x') ? 16 : 8)),
      );
    }
    const digits = short ?? long;
    if (digits === undefined) {
      return ansiEscapes[other] ?? (by === 'quoted' && /['"?]/.test(other) ? other : whole);
    }
    const code = Number.parseInt(digits, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

/** A text up to `\c`, which ends all that `echo -e` and `%b` print, and whether it stands there. */
export function untilStop(text: string): { readonly text: string; readonly isStopped: boolean } {
  const end = /^(?:[^\\]|\\(?!c)[\s\S]?)*/.exec(text)?.[0].length;
  return { text: text.slice(0, end), isStopped: end !== text.length };
}
