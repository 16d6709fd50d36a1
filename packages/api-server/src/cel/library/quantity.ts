import {
  approximateFloat,
  compareDecimals,
  compareQuantities,
  type Decimal,
  formatQuantity,
  parseQuantity,
  type Quantity,
} from '@managed-fields/merge-engine';
import { type CelValue, celError, type Opaque } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';

function quantityValue(quantity: Quantity): Opaque {
  return {
    kind: 'opaque',
    type: 'kubernetes.Quantity',
    content: quantity,
    text: formatQuantity(quantity),
    equals: (other) => compareQuantities(quantity, other.content as Quantity) === 0,
  };
}

function readQuantity(text: CelValue): CelValue {
  const parsed = parseQuantity(String(text));
  return parsed.kind === 'error' ? celError(parsed.message) : quantityValue(parsed.quantity);
}

const quantity = (value: CelValue) => (value as Opaque).content as Quantity;

/** The digits of the largest integer. */
const mostDigits = 19;

/** Returns the value of a quantity that is stored as an integer; undefined for others. Upstream: Quantity.AsInt64. */
function integerOf({ amount, wide }: Quantity): bigint | undefined {
  if (wide !== true && amount.unscaled === 0n && amount.scale <= 0) return 0n;
  // Written out, 1e2147483647 would not fit into memory.
  if (wide === true || amount.scale > 0 || amount.scale < -mostDigits) return undefined;
  const value = amount.unscaled * 10n ** BigInt(-amount.scale);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function sum(left: Quantity, right: Quantity, sign: 1n | -1n): Opaque {
  const scale = Math.max(left.amount.scale, right.amount.scale);
  const scaled = ({ unscaled, scale: own }: Decimal) => unscaled * 10n ** BigInt(scale - own);
  const unscaled = scaled(left.amount) + sign * scaled(right.amount);
  const isWide = left.wide ?? right.wide ?? (BigInt.asIntN(64, unscaled) === unscaled ? undefined : true);
  return quantityValue({
    amount: { unscaled, scale },
    format: left.amount.unscaled === 0n ? right.format : left.format,
    ...(isWide === undefined ? {} : { wide: isWide }),
  });
}

function ofInt(value: CelValue): Quantity {
  return { amount: { unscaled: value as bigint, scale: 0 }, format: 'DecimalExponent' };
}

const order = (left: CelValue, right: CelValue) => compareDecimals(quantity(left).amount, quantity(right).amount);

/** Functions on quantities. Upstream: k8s.io/apiserver pkg/cel/library/quantity.go. */
export const quantityLibrary: readonly Declaration[] = [
  overloads('quantity', ['(string) quantity', (text = null) => readQuantity(text)]),
  overloads('isQuantity', ['(string) bool', (text = null) => parseQuantity(String(text)).kind === 'quantity']),
  overloads('sign', [
    '(quantity) int',
    (value = null) => {
      const { unscaled } = quantity(value).amount;
      return unscaled === 0n ? 0n : unscaled > 0n ? 1n : -1n;
    },
  ]),
  overloads('isGreaterThan', ['quantity.(quantity) bool', (left = null, right = null) => order(left, right) > 0]),
  overloads('isLessThan', ['quantity.(quantity) bool', (left = null, right = null) => order(left, right) < 0]),
  overloads('compareTo', [
    'quantity.(quantity) int',
    (left = null, right = null) => BigInt(Math.sign(order(left, right))),
  ]),
  overloads('asApproximateFloat', ['quantity.() double', (value = null) => approximateFloat(quantity(value))]),
  overloads('asInteger', [
    'quantity.() int',
    (value = null) => integerOf(quantity(value)) ?? celError('cannot convert value to integer'),
  ]),
  overloads('isInteger', ['quantity.() bool', (value = null) => integerOf(quantity(value)) !== undefined]),
  overloads(
    'add',
    ['quantity.(quantity) quantity', (left = null, right = null) => sum(quantity(left), quantity(right), 1n)],
    ['quantity.(int) quantity', (left = null, right = null) => sum(quantity(left), ofInt(right), 1n)],
  ),
  overloads(
    'sub',
    ['quantity.(quantity) quantity', (left = null, right = null) => sum(quantity(left), quantity(right), -1n)],
    ['quantity.(int) quantity', (left = null, right = null) => sum(quantity(left), ofInt(right), -1n)],
  ),
];
