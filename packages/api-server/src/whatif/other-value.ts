import { isList, isMap, type Value } from '@managed-fields/merge-engine';

/**
 * A value of the same kind that differs, to ask what would happen if somebody wanted another one: the next number,
 * the other truth value, a text with its last number counted up; of a map or list the same with its first scalar
 * changed. Undefined where there is nothing to change.
 */
export function otherValue(value: Value): Value | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return otherText(value);
  if (isMap(value)) {
    for (const [key, child] of value) {
      const other = otherValue(child);
      if (other !== undefined) return new Map(value).set(key, other);
    }
  } else if (isList(value)) {
    for (const [index, child] of value.entries()) {
      const other = otherValue(child);
      if (other !== undefined) return value.with(index, other);
    }
  }
  return undefined;
}

/** Versions, ports and quantities stay what they are when a number in them goes up; a number with a leading zero does not. */
function otherText(text: string): string {
  const counted = text.replace(/(\d+)(?=\D*$)/, (digits) => {
    const next = String(BigInt(digits.slice(0, 18)) + 1n);
    return digits.length > 18 ? digits : next.padStart(digits.length, '0');
  });
  return counted === text ? `${text}-other` : counted;
}
