import { quote } from './go-format.ts';

/** The answer of reading an integer. */
type ReadInteger =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'error'; readonly message: string };

const largest = 2n ** 63n - 1n;

/** Reads a whole number of 64 bits, with or without a sign. Upstream: Go's strconv.Atoi. */
export function atoi(text: string): ReadInteger {
  const refused = (why: string) =>
    ({ kind: 'error', message: `strconv.Atoi: parsing ${quote(text)}: ${why}` }) as const;
  if (!/^[+-]?[0-9]+$/.test(text)) return refused('invalid syntax');
  const value = BigInt(text.replace('+', ''));
  return value > largest || value < -largest - 1n ? refused('value out of range') : { kind: 'integer', value };
}
