import { compareDecimals, type Decimal, decimalOf, parseDecimal, removeFactors, roundUp } from './decimal.ts';

/** How a quantity is written: `1500m`, `1536Mi`, `15e2`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/**
 * An amount of a resource. `text` is the text that was read, where the server prints it again unchanged.
 * Upstream: apimachinery pkg/api/resource/quantity.go Quantity.
 */
export interface Quantity {
  readonly amount: Decimal;
  readonly format: QuantityFormat;
  readonly text?: string;
  /** Held as a decimal of any size, which the server never takes for an integer. */
  readonly wide?: true;
}

/** The answer of `parseQuantity`; messages in the server's words. */
export type ParsedQuantity =
  | { readonly kind: 'quantity'; readonly quantity: Quantity }
  | { readonly kind: 'error'; readonly message: string };

const wrongFormat = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const wrongNumber = 'unable to parse numeric part of quantity';
const wrongSuffix = "unable to parse quantity's suffix";

const decimalSuffixes: ReadonlyMap<string, number> = new Map([
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
const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);
const decimalNames = invert(decimalSuffixes);
const binaryNames = invert(binarySuffixes);

function invert(suffixes: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  return new Map([...suffixes].map(([name, exponent]) => [exponent, name]));
}

const nano = 9;
const maxInt64 = 2n ** 63n - 1n;
/**
 * Sign, leading zeros, digits, fraction, suffix. It takes more than the server's own expression says, as its scanner
 * does.
 */
const shape = /^([+-]?)(0*)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/;

/**
 * Reads a quantity, rounding up what is finer than a billionth and capping binary ones at the largest int64.
 * Upstream: quantity.go ParseQuantity, parseQuantityString.
 */
export function parseQuantity(text: string): ParsedQuantity {
  const parts = shape.exec(text);
  if (parts === null || text === '') return { kind: 'error', message: wrongFormat };
  const [, , , digits, fraction = '', suffix = ''] = parts;
  const scaling = interpret(suffix);
  if (scaling === undefined) return { kind: 'error', message: wrongSuffix };
  const fast = fastQuantity(text, text.startsWith('-'), digits || '0', fraction, scaling);
  if (fast !== undefined) return { kind: 'quantity', quantity: fast };
  const value = parseDecimal(text.slice(0, text.length - suffix.length));
  if (value === undefined) return { kind: 'error', message: wrongNumber };
  return { kind: 'quantity', quantity: slowQuantity(value, scaling) };
}

interface Scaling {
  readonly format: QuantityFormat;
  readonly exponent: number;
}

function interpret(suffix: string): Scaling | undefined {
  const decimal = decimalSuffixes.get(suffix);
  if (decimal !== undefined) return { format: 'DecimalSI', exponent: decimal };
  const binary = binarySuffixes.get(suffix);
  if (binary !== undefined) return { format: 'BinarySI', exponent: binary };
  if (!/^[eE][+-]?\d+$/.test(suffix)) return undefined;
  const exponent = BigInt(suffix.slice(1));
  if (exponent !== BigInt.asIntN(64, exponent)) return undefined;
  return { format: 'DecimalExponent', exponent: Number(BigInt.asIntN(32, exponent)) };
}

/** Reads a quantity that fits an int64 without rounding; only such a quantity may keep its text. */
function fastQuantity(
  text: string,
  negative: boolean,
  digits: string,
  fraction: string,
  { format, exponent }: Scaling,
): Quantity | undefined {
  if (text === '0') return { amount: decimalOf(0n), format: 'DecimalSI', text };
  const binary = format === 'BinarySI';
  if (binary && fraction !== '') return undefined;
  const precision = binary
    ? 15 - digits.length - Math.trunc((exponent * 3) / 10) - 1
    : 18 - digits.length - fraction.length;
  const scale = (binary ? 0 : exponent) - fraction.length;
  if (precision < 0 || scale < -nano) return undefined;
  const shifted = digits + fraction;
  const value = BigInt(shifted);
  const product = binary ? value << BigInt(exponent) : value;
  if (product > maxInt64) return undefined;
  const amount = { unscaled: negative ? -product : product, scale: -scale };
  const keeps = binary ? (value & 7n) !== 0n : scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0');
  return keeps ? { amount, format, text } : { amount, format };
}

function slowQuantity(value: Decimal, { format, exponent }: Scaling): Quantity {
  const scaled =
    format === 'BinarySI'
      ? { unscaled: value.unscaled << BigInt(exponent), scale: value.scale }
      : { unscaled: value.unscaled, scale: value.scale - exponent };
  const negative = scaled.unscaled < 0n;
  let magnitude = inBillionths(negative ? { ...scaled, unscaled: -scaled.unscaled } : scaled);
  let printed = format;
  if (format === 'BinarySI' && compareDecimals(magnitude, decimalOf(maxInt64)) > 0) magnitude = decimalOf(maxInt64);
  if (format === 'BinarySI' && magnitude.unscaled > 0n && compareDecimals(magnitude, decimalOf(1n)) < 0) {
    printed = 'DecimalSI';
  }
  return {
    amount: negative ? { ...magnitude, unscaled: -magnitude.unscaled } : magnitude,
    format: printed,
    wide: true,
  };
}

/** The number rounded up to billionths, and held in them as the server does, if it is not so large that nobody can hold it. */
function inBillionths(value: Decimal): Decimal {
  const rounded = roundUp(value, nano);
  if (rounded.unscaled === 0n || rounded.scale < -1000) return rounded;
  return { unscaled: rounded.unscaled * 10n ** BigInt(nano - rounded.scale), scale: nano };
}

/**
 * Writes a quantity in canonical form: the largest suffix that leaves no fraction; a suffix that does not exist is
 * left out, as upstream does. Upstream: quantity.go String, CanonicalizeBytes.
 */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text;
  const { amount, format } = quantity;
  if (amount.unscaled === 0n) return '0';
  const whole = format === 'BinarySI' ? wholeKibi(amount) : undefined;
  if (whole !== undefined) {
    const { rest, times } = removeFactors(whole, 1024n);
    return `${rest}${times === 0 ? '' : (binaryNames.get(times * 10) ?? '')}`;
  }
  const { rest, times } = removeFactors(amount.unscaled, 10n);
  const exponent = times - amount.scale;
  const over = ((exponent % 3) + 3) % 3;
  const digits = rest * 10n ** BigInt(over);
  return `${digits}${suffixOf(exponent - over, format)}`;
}

/** The number where it is printed with a binary suffix: an integer of at least 1024, of either sign. */
function wholeKibi(amount: Decimal): bigint | undefined {
  const rounded = roundUp(amount, 0);
  if (compareDecimals(rounded, amount) !== 0) return undefined;
  const whole = rounded.unscaled * 10n ** BigInt(-rounded.scale);
  return whole >= 1024n || whole <= -1024n ? whole : undefined;
}

function suffixOf(exponent: number, format: QuantityFormat): string {
  if (format === 'DecimalExponent') return exponent === 0 ? '' : `e${exponent}`;
  return decimalNames.get(exponent) ?? '';
}

/** Negative, zero or positive, as the first quantity is below, at or above the second. Upstream: quantity.go Cmp. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return compareDecimals(a.amount, b.amount);
}

/**
 * A quantity rounded away from zero to a power of ten (`-3` for thousandths); one that is no finer stays as it is,
 * text included. Upstream: quantity.go RoundUp.
 */
export function roundUpQuantity(quantity: Quantity, power: number): Quantity {
  const { amount, format, wide } = quantity;
  if (amount.scale <= -power) return quantity;
  return { amount: roundUp(amount, -power), format, ...(wide ? { wide } : {}) };
}

/** The canonical form of a text, or undefined where it is no quantity. */
export function canonicalQuantity(text: string): string | undefined {
  const parsed = parseQuantity(text);
  return parsed.kind === 'quantity' ? formatQuantity(parsed.quantity) : undefined;
}
