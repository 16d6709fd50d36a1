/**
 * Orders the keys of a map as Go's YAML prints them: letters after everything else, runs of digits by their number,
 * so that `k9` comes before `k10`; negative, zero or positive.
 * Upstream: go.yaml.in/yaml/v2 sorter.go keyList.Less.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  if (isTrailing(a, at) || isTrailing(b, at)) at--;
  const x = pointAt(a, at);
  const y = pointAt(b, at);
  const xLetter = isLetter(x);
  const yLetter = isLetter(y);
  if (xLetter && yLetter) return x - y;
  if (xLetter || yLetter) return yLetter ? -1 : 1;
  const prefix = (x === zero || y === zero) && followsNumber(a, at) ? 1n : 0n;
  const xRun = readNumber(a, at, prefix);
  const yRun = readNumber(b, at, prefix);
  if (xRun.number !== yRun.number) return xRun.number < yRun.number ? -1 : 1;
  return xRun.digits !== yRun.digits ? xRun.digits - yRun.digits : x - y;
}

/** The code point here; half a surrogate pair stands for U+FFFD, as it is printed. */
function pointAt(text: string, at: number): number {
  const point = text.codePointAt(at) ?? 0;
  return point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
}

const zero = 0x30;
const letter = /^\p{L}/u;
const digit = /^\p{Nd}/u;

function isLetter(point: number): boolean {
  if (point < 0x80) return (point >= 0x61 && point <= 0x7a) || (point >= 0x41 && point <= 0x5a);
  return letter.test(String.fromCodePoint(point));
}

function isDigit(point: number): boolean {
  return point < 0x80 ? point >= zero && point <= 0x39 : digit.test(String.fromCodePoint(point));
}

/** Whether the unit here is the second half of a surrogate pair. */
function isTrailing(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0;
}

/** Whether a digit other than zero stands before, with nothing but zeros between: then zeros here are no leading ones. */
function followsNumber(text: string, at: number): boolean {
  const before = /(\p{Nd}+)$/u.exec(text.slice(0, at))?.[1] ?? '';
  return /[^0]/.test(before);
}

interface Run {
  /** As an int64, which long runs overflow. */
  readonly number: bigint;
  readonly digits: number;
}

function readNumber(text: string, from: number, prefix: bigint): Run {
  let number = prefix;
  let digits = 0;
  for (let at = from; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    if (!isDigit(point)) break;
    number = BigInt.asIntN(64, number * 10n + BigInt(point - zero));
    digits++;
    at += point > 0xffff ? 2 : 1;
  }
  return { number, digits };
}
