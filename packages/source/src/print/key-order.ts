/**
 * Compares the keys of a map by the order in which Go's YAML prints them: letters after all other characters, digits by
 * their number, so that `k9` comes before `k10`. Returns a negative number, zero or a positive number.
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
  const prefix = (x === zero || y === zero) && followsNumber(a, at) ? '1' : '';
  const xRun = digitsFrom(a, at);
  const yRun = digitsFrom(b, at);
  const byNumber = compareNumbers(prefix + xRun, prefix + yRun);
  if (byNumber !== 0) return byNumber;
  return xRun.length !== yRun.length ? xRun.length - yRun.length : x - y;
}

/** The code point at an offset. Half a surrogate pair counts as U+FFFD, which is printed for it. */
function pointAt(text: string, at: number): number {
  const point = text.codePointAt(at) ?? 0;
  return point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
}

const zero = 0x30;
const letter = /^\p{L}/u;

function isLetter(point: number): boolean {
  if (point < 0x80) return (point >= 0x61 && point <= 0x7a) || (point >= 0x41 && point <= 0x5a);
  return letter.test(String.fromCodePoint(point));
}

/** Whether the code unit at an offset is the second half of a surrogate pair. */
function isTrailing(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0;
}

/**
 * Whether a digit other than zero comes before an offset with only zeros between. Zeros there are not leading zeros.
 */
function followsNumber(text: string, at: number): boolean {
  const before = /(?<!\p{Nd})(\p{Nd}+)$/u.exec(text.slice(0, at))?.[1] ?? '';
  return /[^0]/.test(before);
}

const digits = /\p{Nd}*/uy;

function digitsFrom(text: string, at: number): string {
  digits.lastIndex = at;
  return digits.exec(text)?.[0] ?? '';
}

/** Longer runs of digits may not be safe integers. */
const safeLength = 15;

function compareNumbers(a: string, b: string): number {
  if (a.length <= safeLength && b.length <= safeLength && /^[0-9]*$/.test(a + b)) return Number(a) - Number(b);
  const x = wrapped(a);
  const y = wrapped(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * The number of a run of digits as an int64, with overflow. Digits of other scripts count by their distance from `0`.
 */
function wrapped(run: string): bigint {
  let number = 0n;
  for (const character of run) {
    number = BigInt.asIntN(64, number * 10n + BigInt((character.codePointAt(0) ?? zero) - zero));
  }
  return number;
}
