import type { TextRange } from '@managed-fields/source';
import table from './data/letter-pairs.json' with { type: 'json' };
import { knownIn } from './known.ts';

/** Characters that a token can be made of, with the bits that each takes where it is drawn by chance. */
interface Alphabet {
  readonly has: RegExp;
  readonly bits: number;
}

const alphabets: readonly Alphabet[] = [
  { has: /[\da-f]/, bits: 4 },
  { has: /[\dA-F]/, bits: 4 },
  { has: /[a-z]/, bits: Math.log2(26) },
  { has: /[a-z\d]/, bits: Math.log2(36) },
  { has: /[A-Z\d]/, bits: Math.log2(36) },
  { has: /[A-Za-z\d]/, bits: Math.log2(62) },
  { has: /[\w+/=-]/, bits: Math.log2(66) },
];

/** Whether each ASCII character belongs to an alphabet. */
const members = alphabets.map(({ has }) =>
  Uint8Array.from({ length: 128 }, (_, code) => (has.test(String.fromCharCode(code)) ? 1 : 0)),
);

/**
 * By how many bits chance has to explain a text better than words do before it counts as random. Found by `pnpm bench
 * secrets`: higher ones miss tokens, lower ones take names for tokens.
 */
export const randomBits = 24;

/** The shortest text that can look random, in characters. */
const shortest = 8;

const runs = /[\w+/=.~-]{8,}/g;

/**
 * Finds the parts of a text that look as if they were drawn by chance, as tokens and keys are: a part of one alphabet in
 * which letters follow each other as they do in no word. What is known to be plain (`knownIn`) is left out. `name` is that
 * of the field or setting, which can explain it: `checksum`, `uid`. In order, without overlap; time is linear.
 */
export function randomIn(text: string, name = '', least = randomBits): readonly TextRange[] {
  if (text.length < shortest) return [];
  const found: TextRange[] = [];
  let known: readonly TextRange[] | undefined;
  for (const { 0: run, index } of text.matchAll(runs)) {
    known ??= knownIn(text, name);
    for (const piece of without({ from: index, to: index + run.length }, known)) {
      for (const part of randomPieces(text, piece, least)) found.push(part);
    }
  }
  return found;
}

/** The random parts of a run: the best one, and those before and after it. */
function randomPieces(text: string, run: TextRange, least: number): readonly TextRange[] {
  if (run.to - run.from < shortest) return [];
  const best = bestPart(text, run);
  if (best.gain < least || best.to - best.from < shortest) return [];
  const whole = widened(text, run, best);
  return [
    ...randomPieces(text, { from: run.from, to: whole.from }, least),
    whole,
    ...randomPieces(text, { from: whole.to, to: run.to }, least),
  ];
}

/** The part of a run that chance explains best, by Kadane's algorithm for each alphabet. */
function bestPart(text: string, { from, to }: TextRange): TextRange & { readonly gain: number } {
  const words = wordBits(text, from, to);
  let best = { from, to: from, gain: 0 };
  for (const [index, { bits }] of alphabets.entries()) {
    const member = members[index];
    let begin = from;
    let sum = 0;
    for (let at = from; at < to; at++) {
      if (member?.[text.charCodeAt(at)] !== 1) {
        begin = at + 1;
        sum = 0;
        continue;
      }
      sum += (words[at - from] ?? 0) - bits;
      if (sum <= 0) {
        begin = at + 1;
        sum = 0;
      } else if (sum > best.gain) best = { from: begin, to: at + 1, gain: sum };
    }
  }
  return best;
}

/** A part with the rest of the piece that it belongs to: up to a dot, a slash or the end of the run. */
function widened(text: string, run: TextRange, { from, to }: TextRange): TextRange {
  let [begin, end] = [from, to];
  while (begin > run.from && /[\w+~-]/.test(text.charAt(begin - 1))) begin--;
  while (end < run.to && /[\w+=~-]/.test(text.charAt(end))) end++;
  return { from: begin, to: end };
}

/** A range without some others, which are in order. */
function without(range: TextRange, others: readonly TextRange[]): readonly TextRange[] {
  const left: TextRange[] = [];
  let at = range.from;
  for (const { from, to } of others) {
    if (to <= at || from >= range.to) continue;
    if (from > at) left.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < range.to) left.push({ from: at, to: range.to });
  return left;
}

/** The symbols of the model: letters, one for all digits, and those that stand between words; `?` is any other. */
export const symbols = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0-_./+=:,@ ?';

/** The bits of one step of the table, in which a character of the table counts from `!`. */
export const bitsOfStep = 0.25;

const symbolOf = new Uint8Array(128).fill(symbols.length - 1);
for (const [index, symbol] of [...symbols].entries()) symbolOf[symbol.charCodeAt(0)] = index;
for (let digit = 0x30; digit <= 0x39; digit++) symbolOf[digit] = symbols.indexOf('0');

/** The symbol that a character counts as, as an index of `symbols`. */
export function symbolAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (symbolOf[code] ?? 0) : symbols.length - 1;
}

const { pairs } = table;
const digitBits = Math.log2(10);

/**
 * How many bits each character of a text takes where the text is made of words, as names, sentences, paths and settings
 * are: few where it follows its neighbour often, many where it hardly ever does. Trained on manifests of public
 * projects (tools/redact/train.ts).
 */
function wordBits(text: string, from: number, to: number): Float64Array {
  const bits = new Float64Array(to - from);
  let before = from === 0 ? symbols.indexOf(' ') : symbolAt(text, from - 1);
  for (let at = from; at < to; at++) {
    const symbol = symbolAt(text, at);
    const code = text.charCodeAt(at);
    const own = (pairs.charCodeAt(before * symbols.length + symbol) - 33) * bitsOfStep;
    bits[at - from] = own + (code >= 0x30 && code <= 0x39 ? digitBits : 0);
    before = symbol;
  }
  return bits;
}
