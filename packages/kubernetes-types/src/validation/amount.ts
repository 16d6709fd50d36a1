import {
  compareQuantities,
  formatQuantity,
  milliValue,
  type Quantity,
  roundUpQuantity,
} from '@managed-fields/merge-engine';

/** Negative, zero or positive as the amount is below, at or above zero. */
export function signOf(amount: Quantity): number {
  return amount.amount.unscaled < 0n ? -1 : amount.amount.unscaled > 0n ? 1 : 0;
}

const mostMilli = 2n ** 63n - 1n;

/** Whether the amount is a whole number of units. The server looks at thousandths, which stop at the largest int64. */
export function isWhole(amount: Quantity): boolean {
  const milli = milliValue(amount);
  return (milli > mostMilli ? mostMilli : milli) % 1000n === 0n;
}

/** The amount rounded up to thousandths. */
export function toMilli(amount: Quantity): Quantity {
  return roundUpQuantity(amount, -3);
}

export { addAmounts, amountOf, milliValue, wholeValue } from '@managed-fields/merge-engine';
export type { Quantity as Amount };
export { compareQuantities as compareAmounts, formatQuantity as printAmount };
