/**
 * A decimal number of any size: `unscaled` times ten to the power of `-scale`.
 * Upstream: gopkg.in/inf.v0 Dec.
 */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** An integer as a decimal. */
export function decimalOf(integer: bigint): Decimal {
  return { unscaled: integer, scale: 0 };
}

const decimalText = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Reads digits with an optional sign and point; undefined where there are no digits. */
export function parseDecimal(text: string): Decimal | undefined {
  if (!decimalText.test(text)) return undefined;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const magnitude = BigInt(whole + fraction);
  return { unscaled: negative ? -magnitude : magnitude, scale: fraction.length };
}

/** Negative, zero or positive, as the first number is below, at or above the second. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const signs = signOf(a) - signOf(b);
  if (signs !== 0 || a.unscaled === 0n) return signs;
  const size = magnitudeOf(a) - magnitudeOf(b);
  if (size !== 0) return size * signOf(a);
  const scale = Math.max(a.scale, b.scale);
  const x = a.unscaled * 10n ** BigInt(scale - a.scale);
  const y = b.unscaled * 10n ** BigInt(scale - b.scale);
  return x < y ? -1 : x > y ? 1 : 0;
}

function signOf(value: Decimal): number {
  return value.unscaled < 0n ? -1 : value.unscaled > 0n ? 1 : 0;
}

/** How many digits stand before the point; keeps numbers of very different size from being written out. */
function magnitudeOf(value: Decimal): number {
  const digits = value.unscaled.toString().replace('-', '').length;
  return digits - value.scale;
}

/** The number with at most `scale` digits after the point, rounded away from zero; a smaller scale is kept. */
export function roundUp(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value;
  if (value.unscaled === 0n) return { unscaled: 0n, scale };
  // Written out, the power of ten of a number such as 1e-999999999 would not fit into memory.
  if (magnitudeOf(value) < -scale) return { unscaled: value.unscaled < 0n ? -1n : 1n, scale };
  const divisor = 10n ** BigInt(value.scale - scale);
  const quotient = value.unscaled / divisor;
  if (quotient * divisor === value.unscaled) return { unscaled: quotient, scale };
  return { unscaled: value.unscaled < 0n ? quotient - 1n : quotient + 1n, scale };
}

/**
 * Divides by a factor as long as nothing remains: the rest and how often. Zero stays. It tries powers of the factor, the
 * largest first, so that a million zeros take no million divisions.
 */
export function removeFactors(value: bigint, factor: bigint): { readonly rest: bigint; readonly times: number } {
  if (value === 0n) return { rest: value, times: 0 };
  const powers: bigint[] = [];
  for (let power = factor; value % power === 0n; power *= power) powers.push(power);
  let rest = value;
  let times = 0;
  for (const [index, power] of [...powers.entries()].reverse()) {
    if (rest % power !== 0n) continue;
    rest /= power;
    times += 2 ** index;
  }
  return { rest, times };
}
