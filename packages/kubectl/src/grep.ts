import { compilePattern } from '@managed-fields/api-server/pattern';
import { linesOf, type Program, type Ran, textsOf } from './shell-program.ts';

/** The letters of the long options that are played. */
const longOptions: Readonly<Record<string, string>> = {
  'ignore-case': 'i',
  'invert-match': 'v',
  count: 'c',
  'line-number': 'n',
  'only-matching': 'o',
  'word-regexp': 'w',
  'line-regexp': 'x',
  quiet: 'q',
  silent: 'q',
  'no-messages': 's',
  'no-filename': 'h',
  'with-filename': 'H',
  'files-with-matches': 'l',
  'extended-regexp': 'E',
  'fixed-strings': 'F',
  'basic-regexp': 'G',
  regexp: 'e',
  'max-count': 'm',
  'after-context': 'A',
  'before-context': 'B',
  context: 'C',
};
const valued = 'emABC';
const plain = 'ivcnowxqshHlEFG';

/** What is asked of grep: letters of options, the amounts of those that have one, patterns and files. */
interface Asked {
  /** The first argument that is not played. */
  readonly unplayed?: string;
  readonly letters: ReadonlySet<string>;
  readonly amounts: ReadonlyMap<string, number>;
  readonly patterns: readonly string[];
  readonly files: readonly string[];
}

/** Reads the arguments of grep. */
function askedOf(args: readonly string[]): Asked {
  const letters = new Set<string>();
  const amounts = new Map<string, number>();
  const [patterns, operands]: [string[], string[]] = [[], []];
  const words = [...args];
  const without = (unplayed: string) => ({ unplayed, letters, amounts, patterns, files: operands });
  // Of these two the last one counts.
  const add = (letter: string) => {
    if (letter === 'h' || letter === 'H') letters.delete(letter === 'h' ? 'H' : 'h');
    letters.add(letter);
  };
  const take = (letter: string, value: string | undefined): boolean => {
    if (value === undefined) return false;
    if (letter === 'e') patterns.push(value);
    else amounts.set(letter, Number(value));
    return letter === 'e' || /^\d{1,9}$/.test(value);
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [, name, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const long = longOptions[name ?? ''] ?? '';
    if (word === '--') operands.push(...words.splice(0));
    else if (word === '-' || !word.startsWith('-')) operands.push(word);
    else if (/^--colou?r(?:=auto|=never)?$/.test(word)) continue;
    else if (/^-\d{1,9}$/.test(word)) amounts.set('C', Number(word.slice(1)));
    else if (name !== undefined && valued.includes(long)) {
      if (long === '' || !take(long, joined ?? words.shift())) return without(word);
    } else if (name !== undefined) {
      if (joined !== undefined) return without(word);
      add(long);
    } else {
      const end = [...word].findIndex((letter, at) => at > 0 && !plain.includes(letter));
      for (const letter of word.slice(1, end < 0 ? undefined : end)) add(letter);
      if (end < 0) continue;
      if (!valued.includes(word.charAt(end)) || !take(word.charAt(end), word.slice(end + 1) || words.shift()))
        return without(word);
    }
  }
  if (patterns.length === 0) patterns.push(...operands.splice(0, 1));
  return { letters, amounts, patterns: patterns.flatMap((each) => each.split('\n')), files: operands };
}

type Syntax = 'fixed' | 'basic' | 'extended';
/** What stands before a place of a pattern: nothing, its anchor, something that could be repeated, or something with its repetition. */
type Place = 'start' | 'anchor' | 'item' | 'repeated';

function syntaxOf(letters: ReadonlySet<string>): Syntax {
  return letters.has('F') ? 'fixed' : letters.has('E') ? 'extended' : 'basic';
}

/** What grep looks for in a line; undefined where a pattern is not played. */
function patternOf({ letters, patterns }: Asked) {
  const translated = patterns.map((each) => goSyntax(each, syntaxOf(letters)));
  if (translated.includes(undefined)) return undefined;
  const any = translated.map((each) => `(?:${each})`).join('|');
  const framed = letters.has('x') ? `^(?:${any})$` : letters.has('w') ? `(?:^|\\W)(?:${any})(?:\\W|$)` : any;
  const pattern = compilePattern(`${letters.has('i') ? '(?i)' : ''}${framed}`);
  return pattern.kind === 'pattern' ? pattern : undefined;
}

/**
 * A pattern of POSIX in Go's syntax, which searches in linear time. Undefined for what that has not (back references), and where
 * what GNU makes of it is not known for certain.
 */
function goSyntax(pattern: string, syntax: Syntax): string | undefined {
  const literal = (letter: string) => letter.replaceAll(/[\\.+*?()|[\]{}^$]/g, '\\$&');
  if (syntax === 'fixed') return literal(pattern);
  let out = '';
  let after: Place = 'start';
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const [, escaped, letter = ''] = /^(\\?)([\s\S])/u.exec(rest) ?? [];
    const isEscaped = escaped === '\\' && letter !== '';
    const isOperator = isEscaped === (syntax === 'basic');
    let read = (escaped ?? '').length + letter.length;
    if (isEscaped && /[A-Za-z0-9<>`']/.test(letter)) {
      if (!'wWsSbB'.includes(letter)) return undefined;
      out += `\\${letter}`;
      after = 'item';
    } else if (!isEscaped && letter === '[') {
      const [whole, negated = '', items = ''] = /^\[(\^?)(\]?(?:\[:[a-z]+:\]|[^\]])*)\]/.exec(rest) ?? [];
      if (whole === undefined || /\[[.=]|^:.*:$/.test(items)) return undefined;
      out += `[${negated}${items.replaceAll(/\[:[a-z]+:\]|[\\\][&~^]/g, (each) => (each.length > 1 ? each : `\\${each}`))}]`;
      read = whole.length;
      after = 'item';
    } else if ((isOperator && '(|)'.includes(letter)) || (!isEscaped && '^$'.includes(letter))) {
      const anchors: boolean =
        syntax === 'extended' || (letter === '^' ? after === 'start' : /^\$(?:$|\\[)|])/.test(rest));
      out += letter === '^' || letter === '$' ? (anchors ? letter : `\\${letter}`) : letter === '(' ? '(?:' : letter;
      after = letter === '^' && anchors ? 'anchor' : letter === '(' || letter === '|' ? 'start' : 'item';
    } else if (
      (!isEscaped && letter === '*') ||
      (isOperator && '+?'.includes(letter)) ||
      (isOperator && /^\\?\{[\d,]/.test(rest))
    ) {
      const [interval, least, comma = '', most = ''] =
        /^\\?\{(\d{0,4})(,?)(\d{0,4})\\?\}/.exec(rest) ?? ([] as (string | undefined)[]);
      const isInterval = letter === '{' && interval !== undefined && `${least}${comma}` !== '';
      // What repeats nothing is itself in the basic syntax; in the other one it is left to chance.
      const isItself: boolean = letter === '*' && (after === 'start' || after === 'anchor') && syntax === 'basic';
      if ((letter === '{' && !isInterval) || (after !== 'item' && !isItself)) return undefined;
      out += isItself ? '\\*' : isInterval ? `{${least || '0'}${comma}${most}}` : letter;
      read = isInterval ? (interval?.length ?? 0) : read;
      after = isItself ? 'item' : 'repeated';
    } else {
      // GNU grep finds a brace at the beginning of a pattern, and does not show it.
      if (syntax === 'extended' && letter === '{' && after === 'start') return undefined;
      if (letter === '\\' ? !isEscaped : syntax === 'basic' && isEscaped && '{}'.includes(letter)) return undefined;
      out += letter === '.' && !isEscaped ? '.' : literal(letter);
      after = 'item';
    }
    at += read;
  }
  return out;
}

/** GNU grep, without what makes it read folders, colour, and go by back references. */
export const grep: Program = {
  unplayed(args) {
    const asked = askedOf(args);
    const { unplayed, letters, patterns, amounts } = asked;
    if (unplayed !== undefined) return unplayed;
    const several = [...'EFG'].filter((each) => letters.has(each));
    if (several.length > 1) return `-${several.join('')}`;
    // An empty pattern that is not to be found ends all.
    if (letters.has('v') && patterns.includes('')) return '-v';
    const isFramed = letters.has('w') || letters.has('x') || hasContext(amounts);
    if (letters.has('o') && isFramed) return '-o';
    return patternOf(asked) === undefined ? patterns.join('\n') : undefined;
  },
  run(args, given) {
    const asked = askedOf(args);
    const nothing: Ran = { stdout: '', stderr: '', exitCode: 2, missing: [], readInput: false };
    if (asked.patterns.length === 0) {
      const usage = "Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n";
      return { ...nothing, stderr: usage };
    }
    const pattern = patternOf(asked);
    if (pattern === undefined) throw new Error(`the pattern ${asked.patterns.join('\n')} is not played`);
    const { letters, amounts, files } = asked;
    if (amounts.get('m') === 0) return { ...nothing, exitCode: 1 };
    const { texts, ...read } = textsOf(files, given);
    const isNamed = letters.has('H') || (files.length > 1 && !letters.has('h'));
    let [stdout, stderr, isFound] = ['', '', false];
    for (const [name, text] of texts) {
      if (letters.has('q') && isFound) break;
      if (text === undefined) {
        stderr += letters.has('s') ? '' : `grep: ${name}: No such file or directory\n`;
        continue;
      }
      const shown = name === '-' ? '(standard input)' : name;
      const { count, lines } = search(text, asked, pattern, isNamed ? shown : undefined);
      const isApart = stdout !== '' && lines !== '' && hasContext(amounts);
      isFound ||= count > 0;
      if (letters.has('l')) stdout += count > 0 ? `${shown}\n` : '';
      else stdout += letters.has('c') ? `${isNamed ? `${shown}:` : ''}${count}\n` : `${isApart ? '--\n' : ''}${lines}`;
    }
    const failed = texts.some(([, text]) => text === undefined) && !(letters.has('q') && isFound);
    return { ...read, stdout: letters.has('q') ? '' : stdout, stderr, exitCode: failed ? 2 : isFound ? 0 : 1 };
  },
};

/** Whether lines around are asked for, if only none, which sets what is apart apart. */
function hasContext(amounts: Asked['amounts']): boolean {
  return ['A', 'B', 'C'].some((each) => amounts.has(each));
}

type Sought = NonNullable<ReturnType<typeof patternOf>>;

/** How many lines of a text are selected, and what is printed of them and of the lines around. */
function search(text: string, asked: Asked, pattern: Sought, name: string | undefined) {
  const { letters, amounts } = asked;
  const lines = linesOf(text).map((line) => line.replace(/\n$/, ''));
  const most = amounts.get('m') ?? lines.length;
  const selected: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (selected.length >= most) break;
    if (pattern.test(line) !== letters.has('v')) selected.push(index);
  }
  const before = amounts.get('B') ?? amounts.get('C') ?? 0;
  const after = amounts.get('A') ?? amounts.get('C') ?? 0;
  const prefix = (index: number, mark: string) =>
    `${name === undefined ? '' : `${name}${mark}`}${letters.has('n') ? `${index + 1}${mark}` : ''}`;
  let out = '';
  let shown = -1;
  for (const [place, index] of selected.entries()) {
    const line = lines[index] ?? '';
    if (letters.has('o')) {
      for (const { from, to } of letters.has('v') ? [] : pattern.findLongest(line)) {
        if (to > from) out += `${prefix(index, ':')}${line.slice(from, to)}\n`;
      }
      continue;
    }
    const begin = Math.max(index - before, shown + 1);
    if (hasContext(amounts) && shown >= 0 && begin > shown + 1) out += '--\n';
    const end = Math.min(index + after, (selected[place + 1] ?? lines.length) - 1);
    for (let at = begin; at <= end; at++) out += `${prefix(at, at === index ? ':' : '-')}${lines[at]}\n`;
    shown = end;
  }
  return { count: selected.length, lines: out };
}
