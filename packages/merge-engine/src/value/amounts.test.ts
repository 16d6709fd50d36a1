import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addAmounts, amountOf, approximateFloat, milliValue, wholeValue } from './amounts.ts';
import { compareQuantities, formatQuantity, parseQuantity, type Quantity, roundUpQuantity } from './quantity.ts';

/** Two amounts, and what apimachinery v0.36.3 makes of them on a processor of the kind amd64; `rounded` to 0.001, 1 and 1000. */
interface Case {
  readonly amount: string;
  readonly other: string;
  readonly printed: string;
  readonly format: string;
  readonly whole: string;
  readonly thousandths: string;
  readonly rounded: readonly string[];
  readonly order: number;
  readonly sum: string;
  readonly wholeSum: string;
  readonly float: string;
}

const cases: readonly Case[] = JSON.parse(readFileSync(new URL('./amounts.cases.json', import.meta.url), 'utf8'));

function quantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.quantity;
}

describe('amounts', () => {
  it.each(cases)('$amount and $other', ({ amount, other, ...expected }) => {
    const [a, b] = [quantity(amount), quantity(other)];
    const sum = addAmounts(a, b);
    expect({
      printed: formatQuantity(a),
      format: a.format,
      whole: `${wholeValue(a)}`,
      thousandths: `${milliValue(a)}`,
      rounded: [-3, 0, 3].map((power) => formatQuantity(roundUpQuantity(a, power))),
      order: Math.sign(compareQuantities(a, b)),
      sum: formatQuantity(sum),
      wholeSum: `${wholeValue(sum)}`,
      float: approximateFloat(a),
    }).toEqual({ ...expected, float: Number(expected.float.replace('Inf', 'Infinity')) });
  });

  it('of a billion digits are not written out', () => {
    expect(wholeValue(quantity('1e999999999'))).toBe(0n);
    expect(wholeValue(quantity('0e999999999'))).toBe(0n);
    expect(wholeValue(quantity('1e-999999999'))).toBe(1n);
  });

  it('are read where they are texts of the form', () => {
    expect(amountOf('1k')).toEqual(quantity('1k'));
    expect([amountOf('x'), amountOf(1n), amountOf(undefined)]).toEqual([undefined, undefined, undefined]);
  });
});
