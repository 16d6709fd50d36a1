import { bytesValue, type CelValue, uintValue } from '../value/cel-value.ts';
import { readTextLiteral } from './text-literal.ts';
import type { Token } from './tokens.ts';

/** The value of a literal, or the error in it. */
export type Literal =
  | { readonly kind: 'value'; readonly value: CelValue }
  | { readonly kind: 'error'; readonly message: string };

/** Returns the value of a token; undefined where it is no literal. `sign` precedes numbers. */
export function literalValue({ kind, text }: Token, sign: string): Literal | undefined {
  const value = (given: CelValue): Literal => ({ kind: 'value', value: given });
  switch (kind) {
    case 'true':
    case 'false':
      return value(kind === 'true');
    case 'null':
      return value(null);
    case 'NUM_INT': {
      const number = sign === '-' ? -BigInt(text) : BigInt(text);
      return BigInt.asIntN(64, number) === number ? value(number) : { kind: 'error', message: 'invalid int literal' };
    }
    case 'NUM_UINT': {
      const number = BigInt(text.slice(0, -1));
      const fits = BigInt.asUintN(64, number) === number;
      return fits ? value(uintValue(number)) : { kind: 'error', message: 'invalid uint literal' };
    }
    case 'NUM_FLOAT': {
      const number = Number(sign + text);
      return Number.isFinite(number) ? value(number) : { kind: 'error', message: 'invalid double literal' };
    }
    case 'STRING':
    case 'BYTES': {
      const isBytes = kind === 'BYTES';
      const read = readTextLiteral(isBytes ? text.slice(1) : text, isBytes);
      if (read.kind === 'error') return read;
      return value(isBytes ? bytesValue(Uint8Array.from(read.text, (char) => char.charCodeAt(0))) : read.text);
    }
    default:
      return undefined;
  }
}
