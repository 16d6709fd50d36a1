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
  const fits = !isWide && amount.unscaled === BigInt.asIntN(64, amount.unscaled);
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
 * The amount in parts of ten to the power of `places`, rounded up; 0 where an amount that is held as an integer has more of
 * them than an int64 holds. Upstream: quantity.go ScaledValue, amount.go AsScaledInt64, scale_int.go scaledValue.
 */
function scaledValue({ amount, wide }: Quantity, places: number): bigint {
  const { unscaled, scale } = amount;
  const whole = atScale(roundUp(amount, places), places);
  if (!wide) return whole === BigInt.asIntN(64, whole) ? whole : 0n;
  // Of a decimal of any size 64 bits are taken, and as many of the product.
  return scale > places ? whole : BigInt.asIntN(64, BigInt.asIntN(64, unscaled) * 10n ** BigInt(places - scale));
}
