import table from './data/letter-pairs.json' with { type: 'json' };

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
export function wordBits(text: string, from: number, to: number): Float64Array {
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
