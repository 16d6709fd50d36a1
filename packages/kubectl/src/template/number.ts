import { unquoteInside } from '@managed-fields/api-server/tables';
import { quote } from '@managed-fields/merge-engine';
import type { NumberNode } from './node.ts';

const fits = (value: bigint) => BigInt.asIntN(64, value) === value;
const fitsUnsigned = (value: bigint) => BigInt.asUintN(64, value) === value;

/** Reads a number of a template; a text is the message of a failure. Upstream: text/template/parse/node.go newNumber. */
export function readNumber(at: number, text: string, kind: 'number' | 'charConstant' | 'complex'): NumberNode | string {
  if (kind === 'complex' || (kind === 'number' && text.endsWith('i'))) {
    return `illegal number syntax: ${quote(text)}`;
  }
  if (kind === 'charConstant') return readCharacter(at, text);
  const whole = wholeOf(text);
  const int = whole !== undefined && fits(whole) ? whole : undefined;
  const uint = whole !== undefined && !/^[+-]/.test(text) && fitsUnsigned(whole) ? whole : int === 0n ? 0n : undefined;
  if (int !== undefined || uint !== undefined) {
    return { kind: 'number', at, text, int, uint, float: Number(int ?? uint) };
  }
  const float = floatOf(text);
  if (float === undefined) return `illegal number syntax: ${quote(text)}`;
  if (!/[.eEpP]/.test(text)) return `integer overflow: ${quote(text)}`;
  const same = Number.isInteger(float) ? BigInt(float) : undefined;
  return {
    ...{ kind: 'number', at, text, float },
    int: same !== undefined && fits(same) ? same : undefined,
    uint: same !== undefined && fitsUnsigned(same) ? same : undefined,
  };
}

function readCharacter(at: number, text: string): NumberNode | string {
  const inside = unquoteInside(text.slice(1, -1), "'");
  if (inside === undefined || inside === '') return 'invalid syntax';
  if ([...inside].length !== 1) return `malformed character constant: ${text}`;
  const code = BigInt(inside.codePointAt(0) ?? 0);
  return { kind: 'number', at, text, int: code, uint: code, float: Number(code) };
}

/** A whole number in any base; undefined for other texts. Upstream: Go's strconv.ParseInt with base 0. */
function wholeOf(text: string): bigint | undefined {
  const [, sign, digits = ''] = /^([+-]?)(.+)$/.exec(text) ?? [];
  const plain = withoutUnderscores(digits);
  if (plain === undefined || !/^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/.test(plain)) return undefined;
  const value = BigInt(plain.toLowerCase().replace(/^0(?=[0-7]+$)/, '0o'));
  return sign === '-' ? -value : value;
}

/** A number without underscores, which may stand between digits and behind the letters of a base. Upstream: strconv underscoreOK. */
function withoutUnderscores(number: string): string | undefined {
  const digits = number.replace(/^([+-]?)0[xXbBoO]/, '$10');
  const isApart = /^[+-]?0[xX]/.test(number) ? /(?<![0-9a-fA-F])_|_(?![0-9a-fA-F])/ : /(?<!\d)_|_(?!\d)/;
  return isApart.test(digits) ? undefined : number.replaceAll('_', '');
}

function floatOf(written: string): number | undefined {
  const text = withoutUnderscores(written) ?? '';
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  const hex = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)$/.exec(text);
  if (hex === null || `${hex[2]}${hex[3]}` === '') return undefined;
  const [, sign, high = '', low = '', power = ''] = hex;
  const value = Number(BigInt(`0x${high}${low}`)) * 2 ** (Number(power) - 4 * low.length);
  return sign === '-' ? -value : value;
}
