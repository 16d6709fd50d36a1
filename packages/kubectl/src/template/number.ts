import { unquoteInside } from '@managed-fields/api-server/tables';
import { quote } from '@managed-fields/merge-engine';
import { GoComplex, GoInt } from './go-value.ts';
import type { NumberNode } from './node.ts';

/** Reads a number of a template; a text is the message of a failure. Upstream: text/template/parse/node.go newNumber. */
export function readNumber(at: number, text: string, kind: 'number' | 'charConstant' | 'complex'): NumberNode | string {
  const value = kind === 'charConstant' ? characterOf(text) : kind === 'complex' ? complexOf(text) : numberOf(text);
  return typeof value === 'string' ? value : { kind: 'number', at, text, value };
}

function numberOf(text: string): NumberNode['value'] | string {
  const imaginary = text.endsWith('i') ? floatOf(text.slice(0, -1)) : undefined;
  if (imaginary !== undefined && Number.isFinite(imaginary)) return new GoComplex(0, imaginary);
  const whole = wholeOf(text);
  // A hexadecimal number with a sign and an `e` is taken for a float.
  if (whole !== undefined && BigInt.asIntN(64, whole) === whole) {
    return /[+-].*e/i.test(text) ? Number(whole) : new GoInt(whole);
  }
  if (whole !== undefined && !text.startsWith('+') && BigInt.asUintN(64, whole) === whole) return undefined;
  const float = floatOf(text);
  if (!Number.isFinite(float)) return `illegal number syntax: ${quote(text)}`;
  return /[.eEpP]/.test(text) ? float : `integer overflow: ${quote(text)}`;
}

/** The first character of a constant, or an escape in its place. */
const firstUnit = /\\(?:x..|u.{4}|U.{8}|[0-7]..|.)|./su;

function characterOf(text: string): GoInt | string {
  const inside = text.slice(1, -1);
  const [unit = ''] = firstUnit.exec(inside) ?? [];
  const character = unquoteInside(unit, "'");
  if (character === undefined || character === '') return 'invalid syntax';
  if (unit !== inside) return `malformed character constant: ${text}`;
  const [, hex, octal] = /\\(?:x(.+)|(\d+))/.exec(unit) ?? [];
  if (hex !== undefined) return new GoInt(BigInt(`0x${hex}`));
  return new GoInt(octal === undefined ? BigInt(character.codePointAt(0) ?? 0) : BigInt(`0o${octal}`));
}

const floatForm = String.raw`(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?)`;
const complexForm = new RegExp(`^([+-](?:i|${floatForm})|${floatForm})([+-](?!i)${floatForm})i$`);

/** Both parts of `1+2i`. Upstream: fmt/scan.go scanComplex. */
function complexOf(text: string): GoComplex | string {
  const parts = complexForm.exec(text)?.slice(1) ?? [];
  const [real, imaginary] = parts.map(floatOf);
  for (const [index, value] of [real, imaginary].entries()) {
    if (parts[index] === undefined) return 'syntax error scanning complex number';
    const wrong = value === undefined ? 'invalid syntax' : 'value out of range';
    if (!Number.isFinite(value)) return `strconv.ParseFloat: parsing ${quote(parts[index])}: ${wrong}`;
  }
  return new GoComplex(real ?? 0, imaginary ?? 0);
}

/** A whole number in any base; undefined for other texts. Upstream: Go's strconv.ParseInt with base 0. */
function wholeOf(text: string): bigint | undefined {
  const plain = withoutUnderscores(text.replace(/[+-]/, ''));
  if (plain === undefined || !/^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/.test(plain)) return undefined;
  const value = BigInt(plain.replace(/^0(?=[0-7])/, '0o'));
  return text.startsWith('-') ? -value : value;
}

/** A number without underscores, which may stand between digits and behind the letters of a base. Upstream: strconv underscoreOK. */
function withoutUnderscores(number: string): string | undefined {
  const digits = number.replace(/0[xXbBoO]/, '0');
  const isApart = /[xX]/.test(number) ? /(?<![0-9a-fA-F])_|_(?![0-9a-fA-F])/ : /(?<!\d)_|_(?!\d)/;
  return isApart.test(digits) ? undefined : number.replaceAll('_', '');
}

/** A float, infinite where it is too large; undefined for other texts. Upstream: Go's strconv.ParseFloat. */
function floatOf(written: string): number | undefined {
  const text = withoutUnderscores(written);
  if (text === undefined) return undefined;
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return Number(text);
  const hex = /([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)/.exec(text);
  if (hex === null || `${hex[2]}${hex[3]}` === '') return undefined;
  const [sign, high, low, power] = hex.slice(1) as [string, string, string, string];
  const digits = Number(BigInt(`0x${high}${low}`));
  const value = digits === 0 ? 0 : digits * 2 ** (Number(power) - 4 * low.length);
  return sign === '-' ? -value : value;
}
