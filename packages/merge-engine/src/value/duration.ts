import { quoteAsTime } from './go-time.ts';

/** Nanoseconds. */
const units: ReadonlyMap<string, number> = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 6e10],
  ['h', 3.6e12],
]);

/** The nanoseconds of `1h30m` and the like, or what Go says of another text. Upstream: time.ParseDuration. */
export function readDuration(text: string): number | string {
  const invalid = `time: invalid duration ${quoteAsTime(text)}`;
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return 0;
  if (rest === '') return invalid;
  let sum = 0n;
  while (rest !== '') {
    const [pair, digits = '', fraction = '', unit = ''] = /^(\d*)(\.\d*)?([^\d.]*)/.exec(rest) ?? [''];
    if (digits === '' && fraction.length < 2) return invalid;
    if (unit === '') return `time: missing unit in duration ${quoteAsTime(text)}`;
    const nanoseconds = units.get(unit);
    if (nanoseconds === undefined) return `time: unknown unit ${quoteAsTime(unit)} in duration ${quoteAsTime(text)}`;
    sum += BigInt(digits) * BigInt(nanoseconds) + BigInt(Math.trunc(Number(`0${fraction}`) * nanoseconds));
    rest = rest.slice(pair.length);
  }
  const signed = text.startsWith('-') ? -sum : sum;
  return BigInt.asIntN(64, signed) === signed ? Number(signed) : invalid;
}

/** A time in nanoseconds, `1h30m0s`. Upstream: Go time.Duration String. */
export function durationText(nanos: bigint): string {
  if (nanos < 0n) return `-${durationText(-nanos)}`;
  if (nanos === 0n) return '0s';
  if (nanos < 1000n) return `${nanos}ns`;
  if (nanos < 1_000_000n) return `${decimalText(nanos, 3)}µs`;
  if (nanos < 1_000_000_000n) return `${decimalText(nanos, 6)}ms`;
  const minutes = nanos / 60_000_000_000n;
  const seconds = `${decimalText(nanos % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** A count of tiny parts, `10 ** digits` to a whole, as a number with a point, without zeros at its end. */
export function decimalText(parts: bigint, digits: number): string {
  const whole = String(parts).padStart(digits + 1, '0');
  const fraction = whole.slice(-digits).replace(/(?<!0)0+$/, '');
  return whole.slice(0, -digits) + (fraction === '' ? '' : `.${fraction}`);
}
