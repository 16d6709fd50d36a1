/** How a quantity was written, which decides how it is printed. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** An exact amount in units of 10^-9, the finest that Kubernetes keeps. */
export interface Quantity {
  readonly nano: bigint;
  readonly format: QuantityFormat;
}

const nanoPerUnit = 1_000_000_000n;
const pattern = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(.*)$/s;
const decimalSuffixes = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const binarySuffixes = new Map([
  ['Ki', 1],
  ['Mi', 2],
  ['Gi', 3],
  ['Ti', 4],
  ['Pi', 5],
  ['Ei', 6],
]);
const decimalSuffixOf = new Map([...decimalSuffixes].map(([suffix, exponent]) => [exponent, suffix]));
const binarySuffixOf = new Map([...binarySuffixes].map(([suffix, exponent]) => [exponent, suffix]));

/** The largest amount; what is larger is cut to it. */
const largest = (2n ** 63n - 1n) * nanoPerUnit;

/**
 * Reads a quantity; undefined where it is none. What is finer than 10^-9 is rounded away from zero.
 * Upstream: k8s.io/apimachinery pkg/api/resource/quantity.go ParseQuantity.
 */
export function parseQuantity(text: string): Quantity | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const scale = readSuffix(suffix);
  if (scale === undefined) return undefined;
  const mantissa = BigInt(`${whole}${fraction}` || '0');
  const amount = scaled(mantissa * scale.factor, scale.exponent - fraction.length + 9);
  const cut = amount > largest ? largest : amount;
  return { nano: sign === '-' ? -cut : cut, format: scale.format };
}

function readSuffix(suffix: string): { factor: bigint; exponent: number; format: QuantityFormat } | undefined {
  const decimal = decimalSuffixes.get(suffix);
  if (decimal !== undefined) return { factor: 1n, exponent: decimal, format: 'DecimalSI' };
  const binary = binarySuffixes.get(suffix);
  if (binary !== undefined) return { factor: 1024n ** BigInt(binary), exponent: 0, format: 'BinarySI' };
  const exponent = /^[eE]([+-]?[0-9]+)$/.exec(suffix)?.[1];
  if (exponent === undefined || Math.abs(Number(exponent)) > 2 ** 31) return undefined;
  return { factor: 1n, exponent: Math.max(-1000, Math.min(1000, Number(exponent))), format: 'DecimalExponent' };
}

/** mantissa * 10^exponent, rounded up. */
function scaled(mantissa: bigint, exponent: number): bigint {
  if (exponent >= 0) return mantissa * 10n ** BigInt(exponent);
  return divideUp(mantissa, 10n ** BigInt(-exponent));
}

function divideUp(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor === 0n ? quotient : value > 0n ? quotient + 1n : quotient - 1n;
}

/**
 * Prints a quantity in its canonical form: no fraction, the largest suffix that keeps it exact.
 * Upstream: quantity.go CanonicalizeBytes.
 */
export function formatQuantity({ nano, format }: Quantity): string {
  if (nano === 0n) return '0';
  const whole = nano % nanoPerUnit === 0n;
  const units = nano / nanoPerUnit;
  if (format === 'BinarySI' && whole && (units >= 1024n || units <= -1024n)) return formatBinary(units);
  let mantissa = nano;
  let exponent = -9;
  while (mantissa % 1000n === 0n && exponent < 18) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (format !== 'DecimalExponent') return `${mantissa}${decimalSuffixOf.get(exponent) ?? ''}`;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}

function formatBinary(units: bigint): string {
  let mantissa = units;
  let exponent = 0;
  while (mantissa % 1024n === 0n && exponent < 6) {
    mantissa /= 1024n;
    exponent += 1;
  }
  return `${mantissa}${binarySuffixOf.get(exponent) ?? ''}`;
}

/** The quantity rounded up to thousandths, as every resource list is; the same one where it already is. */
export function roundUpToMilli(quantity: Quantity): Quantity {
  if (quantity.nano % 1_000_000n === 0n) return quantity;
  return { nano: divideUp(quantity.nano, 1_000_000n) * 1_000_000n, format: quantity.format };
}

/** The sum of two quantities, written as the first one, or as the second where the first is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nano: a.nano + b.nano, format: a.nano === 0n ? b.format : a.format };
}

/** Negative, zero or positive as the first is less than, equal to or more than the second. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.nano < b.nano ? -1 : a.nano > b.nano ? 1 : 0;
}

/** Whether the quantity is a whole number of units. */
export function isWhole(quantity: Quantity): boolean {
  return quantity.nano % nanoPerUnit === 0n;
}

/** Whether a quantity is whole to thousandths after rounding up as Go's MilliValue does. */
export function milliValue(quantity: Quantity): bigint {
  return divideUp(quantity.nano, 1_000_000n);
}

/** The quantity of no text. */
export const zeroQuantity: Quantity = { nano: 0n, format: 'DecimalSI' };
