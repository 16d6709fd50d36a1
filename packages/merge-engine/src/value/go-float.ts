import { formatDouble } from './go-text.ts';

/** A float as 0.DIGITS × 10^point. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** A finite float that is not negative as fraction × 2^exponent, both whole. */
function partsOf(value: number): { readonly fraction: bigint; readonly exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const [whole, biased] = [bits.getBigUint64(0), (bits.getUint16(0) >> 4) & 0x7ff];
  const fraction = whole & 0xfffffffffffffn;
  return biased === 0
    ? { fraction, exponent: -1074 }
    : { fraction: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

/** All digits of a float; none of zero. */
function exactly(value: number): Decimal {
  if (value === 0) return { digits: '', point: 1 };
  const { fraction, exponent } = partsOf(value);
  const digits = String(exponent < 0 ? fraction * 5n ** BigInt(-exponent) : fraction << BigInt(exponent));
  return { digits, point: digits.length + Math.min(0, exponent) };
}

/** The first digits of a decimal, so many, rounded to even where it lies in the middle. */
function rounded({ digits, point }: Decimal, count: number): Decimal {
  if (count < 0) return { digits: '', point };
  const [kept, rest] = [digits.slice(0, count), digits.slice(count)];
  const isMiddle = /^50*$/.test(rest);
  const isUp = isMiddle ? /[13579]$/.test(kept) : rest >= '5';
  if (!isUp) return { digits: kept, point };
  const next = String(BigInt(kept || '0') + 1n).padStart(count, '0');
  return { digits: next, point: point + next.length - count };
}

/** `1.50e+07`: so many digits behind the point. */
function scientific(decimal: Decimal, places: number): string {
  const { digits, point } = rounded(decimal, places + 1);
  const all = digits.slice(0, places + 1).padEnd(places + 1, '0');
  return `${all.slice(0, 1)}${places > 0 ? `.${all.slice(1)}` : ''}e${exponentText(digits === '' ? 0 : point - 1)}`;
}

/** `+07`: a sign, and two digits at least. */
function exponentText(power: number): string {
  return `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** `15000000.00`: so many digits behind the point. */
function plain(decimal: Decimal, places: number): string {
  const { digits, point } = rounded(decimal, decimal.point + places);
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const behind = point < 0 ? `${'0'.repeat(-point)}${digits}` : digits.slice(Math.max(0, point));
  return `${before}${places > 0 ? `.${behind.slice(0, places).padEnd(places, '0')}` : ''}`;
}

/** So many digits, without zeros at their end, by an exponent where the number is large or small. */
function general(decimal: Decimal, precision: number): string {
  const count = precision === 0 ? 1 : precision;
  const { digits, point } = rounded(decimal, count);
  const shown = digits.replace(/(?<!0)0+$/, '');
  const most = count > digits.length && digits.length >= point ? digits.length : count;
  const power = digits === '' ? 0 : point - 1;
  const short = { digits: shown, point };
  return power < -4 || power >= most
    ? scientific(short, Math.max(0, shown.length - 1))
    : plain(short, Math.max(0, shown.length - point));
}

/** `0x1.ap+01`: all bits, or so many hexadecimal digits behind the point. */
function hexadecimal(value: number, precision: number | undefined): string {
  let { fraction, exponent } = partsOf(value);
  while (fraction !== 0n && fraction < 0x10000000000000n) [fraction, exponent] = [fraction << 1n, exponent - 1];
  if (precision !== undefined && precision < 13) {
    const cut = BigInt(4 * (13 - precision));
    const [unit, half] = [1n << cut, 1n << (cut - 1n)];
    const rest = fraction % unit;
    const isUp = rest > half || (rest === half && (fraction / unit) % 2n === 1n);
    fraction = fraction - rest + (isUp ? unit : 0n);
    if (fraction >= 0x20000000000000n) [fraction, exponent] = [fraction >> 1n, exponent + 1];
  }
  const all = fraction.toString(16).padStart(14, '0').slice(1);
  const behind =
    precision === undefined ? all.replace(/(?<!0)0+$/, '') : all.slice(0, precision).padEnd(precision, '0');
  const [first, power] = fraction === 0n ? ['0', 0] : ['1', exponent + 52];
  return `0x${first}${behind === '' ? '' : `.${behind}`}p${exponentText(power)}`;
}

/** A float with so many digits behind the point. Upstream: Go's `%.2f`. */
export function fixedFloat(value: number, places: number): string {
  if (!Number.isFinite(value)) return formatDouble(value);
  return `${value < 0 ? '-' : ''}${plain(exactly(Math.abs(value)), places)}`;
}

/**
 * A finite float that is not negative, as a verb writes it: `b e E f g G x X`; without a precision as few digits as tell it
 * from others. Upstream: Go's strconv.FormatFloat.
 */
export function floatText(value: number, verb: string, precision: number | undefined): string {
  const lower = verb.toLowerCase();
  const text = () => {
    if (verb === 'b') {
      const { fraction, exponent } = partsOf(value);
      return `${fraction}p${exponent < 0 ? '' : '+'}${exponent}`;
    }
    if (lower === 'x') return hexadecimal(value, precision);
    const decimal = exactly(value);
    if (lower === 'g') return precision === undefined ? formatDouble(value) : general(decimal, precision);
    return lower === 'e' ? scientific(decimal, precision ?? 6) : plain(decimal, precision ?? 6);
  };
  return verb === lower ? text() : text().toUpperCase();
}
