/** An item of a character class: a range of code points or a Unicode property, possibly negated. */
export interface ClassItem {
  readonly matches: (code: number) => boolean;
  readonly negated: boolean;
  readonly fold: boolean;
}

/** A set of characters. */
export interface CharClass {
  readonly items: readonly ClassItem[];
  readonly negated: boolean;
}

/** Whether a class contains a character. */
export function classHas({ items, negated }: CharClass, code: number): boolean {
  return items.some((item) => itemHas(item, code)) !== negated;
}

function itemHas({ matches, negated, fold }: ClassItem, code: number): boolean {
  const found = matches(code) || (fold && caseVariants(code).some(matches));
  return found !== negated;
}

/** Returns the other characters that are equal without regard to case. Upstream: Go unicode.SimpleFold. */
function caseVariants(code: number): readonly number[] {
  if (code < 0x80) {
    const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
    if (!isLetter) return [];
    const other = code ^ 0x20;
    return (other | 0x20) === 0x6b ? [other, 0x212a] : (other | 0x20) === 0x73 ? [other, 0x17f] : [other];
  }
  const char = String.fromCodePoint(code);
  const candidates = [
    char.toLowerCase(),
    char.toUpperCase(),
    char.toUpperCase().toLowerCase(),
    char.toLowerCase().toUpperCase(),
  ];
  return [...new Set(candidates)]
    .filter((each) => [...each].length === 1 && each !== char)
    .map((each) => each.codePointAt(0) ?? 0);
}

/** Makes the range from one code point to another, both included. */
export function range(low: number, high: number, fold: boolean): ClassItem {
  return { matches: (code) => code >= low && code <= high, negated: false, fold };
}

function ranges(...pairs: readonly (readonly [number, number])[]): (code: number) => boolean {
  return (code) => pairs.some(([low, high]) => code >= low && code <= high);
}

const digit = ranges([0x30, 0x39]);
const lower = ranges([0x61, 0x7a]);
const upper = ranges([0x41, 0x5a]);
const alpha = (code: number) => lower(code) || upper(code);
const alnum = (code: number) => alpha(code) || digit(code);
const word = (code: number) => alnum(code) || code === 0x5f;

/** Whether a code point is a word character to `\b`. */
export const isWordCharacter = word;

const perl: ReadonlyMap<string, (code: number) => boolean> = new Map([
  ['d', digit],
  ['s', ranges([0x09, 0x0a], [0x0c, 0x0d], [0x20, 0x20])],
  ['w', word],
]);

/** Returns the class of `\d`, `\S` and the like by its letter; undefined for other letters. */
export function perlClass(letter: string, fold: boolean): ClassItem | undefined {
  const matches = perl.get(letter.toLowerCase());
  return matches && { matches, negated: letter !== letter.toLowerCase(), fold };
}

const posix: ReadonlyMap<string, (code: number) => boolean> = new Map([
  ['alnum', alnum],
  ['alpha', alpha],
  ['ascii', ranges([0, 0x7f])],
  ['blank', ranges([0x09, 0x09], [0x20, 0x20])],
  ['cntrl', ranges([0, 0x1f], [0x7f, 0x7f])],
  ['digit', digit],
  ['graph', ranges([0x21, 0x7e])],
  ['lower', lower],
  ['print', ranges([0x20, 0x7e])],
  ['punct', ranges([0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e])],
  ['space', ranges([0x09, 0x0d], [0x20, 0x20])],
  ['upper', upper],
  ['word', word],
  ['xdigit', ranges([0x30, 0x39], [0x41, 0x46], [0x61, 0x66])],
]);

/** Returns the class of `[:alpha:]` or `[:^alpha:]` by the text between the colons; undefined for other names. */
export function posixClass(name: string, fold: boolean): ClassItem | undefined {
  const negated = name.startsWith('^');
  const matches = posix.get(negated ? name.slice(1) : name);
  return matches && { matches, negated, fold };
}

/** Returns the class of `\p{Greek}` by its name; undefined where there is no such category or script. */
export function unicodeClass(name: string, negated: boolean, fold: boolean): ClassItem | undefined {
  const matches = name === 'Any' ? () => true : name.toLowerCase() === 'ascii' ? ranges([0, 0x7f]) : property(name);
  return matches && { matches, negated, fold };
}

function property(name: string): ((code: number) => boolean) | undefined {
  if (!/^[A-Za-z_ -]+$/.test(name)) return undefined;
  const canonical = name
    .toLowerCase()
    .split(/[_ -]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('_');
  for (const source of [
    `\\p{General_Category=${canonical}}`,
    `\\p{Script=${canonical}}`,
    `\\p{General_Category=${canonical.toUpperCase()}}`,
  ]) {
    try {
      const expression = new RegExp(`^${source}$`, 'u');
      return (code) => expression.test(String.fromCodePoint(code));
    } catch {
      // There is no property of this name; the next spelling may be one.
    }
  }
  return undefined;
}
