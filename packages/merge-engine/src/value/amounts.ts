import { type Decimal, roundUp } from './decimal.ts';
import { parseQuantity, type Quantity } from './quantity.ts';
import type { Value } from './value.ts';

/** The amount that a field holds; undefined where it is absent or no quantity. */
export function amountOf(value: Value | undefined): Quantity | undefined {
  if (typeof value !== 'string') return undefined;
  const parsed = parseQuantity(value);
  return parsed.kind === 'quantity' ? parsed.quantity : undefined;
}

/**
 * The sum of two amounts, written as the first one, or as the second where the first is zero. What no int64 holds is held
 * as a decimal. Upstream: quantity.go Add, amount.go int64Amount.Add.
 */
export function addAmounts(a: Quantity, b: Quantity): Quantity {
  const format = a.amount.unscaled === 0n ? b.format : a.format;
  const isWide = a.wide === true || b.wide === true;
  const amount = !isWide && b.amount.unscaled === 0n ? a.amount : sumOf(a.amount, b.amount);
  const fits = !isWide && amount.unscaled === int64(amount.unscaled);
  return { amount, format, ...(fits ? {} : { wide: true }) };
}

function sumOf(a: Decimal, b: Decimal): Decimal {
  if (a.unscaled === 0n) return b;
  const scale = Math.max(a.scale, b.scale);
  return { unscaled: atScale(a, scale) + atScale(b, scale), scale };
}

function atScale(amount: Decimal, scale: number): bigint {
  return amount.unscaled * 10n ** BigInt(scale - amount.scale);
}

/** The amount in thousandths, rounded up. Upstream: quantity.go MilliValue. */
export function milliValue(amount: Quantity): bigint {
  return scaledValue(amount, 3);
}

/** The amount rounded up to a whole number. Upstream: quantity.go Value. */
export function wholeValue(amount: Quantity): bigint {
  return scaledValue(amount, 0);
}

/**
 * The amount in parts of ten to the power of `places`, rounded up: away from zero where it is held as an integer, and where it is
 * held as a decimal as the server's arithmetic of 64 bits has it, which adds one to what is left of a number below zero. What is more
 * than 64 bits hold wraps around, or is 0 where the server multiplies by ten again and again.
 * Upstream: quantity.go ScaledValue, amount.go AsScaledInt64, math.go positiveScaleInt64, scale_int.go scaledValue.
 */
function scaledValue({ amount, wide }: Quantity, places: number): bigint {
  const { unscaled, scale } = amount;
  if (wide) return scaledDecimal(amount, places);
  if (scale > places) return roundUp(amount, places).unscaled;
  const power = places - scale;
  if (power > mostPower) return 0n;
  const whole = unscaled * 10n ** BigInt(power);
  return whole === int64(whole) || atOnce.has(power) ? int64(whole) : 0n;
}

/** The largest power of ten that 64 bits hold. */
const mostPower = 18;
/** The powers of ten by which the server multiplies at once. */
const atOnce: ReadonlySet<number> = new Set([0, 1, 2, 3, 6, 9]);

function scaledDecimal({ unscaled, scale }: Decimal, places: number): bigint {
  // A power of ten that 64 bits do not hold is the smallest number of them.
  if (scale <= places)
    return int64(int64(unscaled) * (places - scale > mostPower ? -(2n ** 63n) : 10n ** BigInt(places - scale)));
  const divisor = 10n ** BigInt(scale - places);
  const dividend = unscaled < 2n ** 63n - 1n ? int64(unscaled) : unscaled;
  return int64(dividend / divisor + (dividend % divisor === 0n ? 0n : 1n));
}

/**
 * The amount as a float: its digits, rounded, times a power of ten, rounded once more.
 * Upstream: quantity.go AsApproximateFloat64.
 */
export function approximateFloat({ amount: { unscaled, scale } }: Quantity): number {
  const digits = Number(unscaled);
  return digits === 0 || scale === 0 ? digits : digits * powerOfTen(-scale);
}

/** A power of ten as Go makes it of two that it knows, which `**` does not. Upstream: go math/pow10.go Pow10. */
function powerOfTen(exponent: number): number {
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  const rest = Math.abs(exponent) % 32;
  const known = Number(`1e${exponent - Math.sign(exponent) * rest}`);
  return exponent < 0 ? known / Number(`1e${rest}`) : known * Number(`1e${rest}`);
}

function int64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}
