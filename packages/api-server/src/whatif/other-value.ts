import { isList, isMap, type Value } from '@managed-fields/merge-engine';

/**
 * Returns a different value of the same type, for the question what happens if somebody wants another one: the next
 * number, the other boolean, a text with its last number incremented, or a map or list whose first scalar is changed.
 * It returns undefined where there is nothing to change.
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

/** Increments the last number of a text, so that versions, ports and quantities stay valid. Leading zeros are kept. */
function otherText(text: string): string {
  const counted = text.replace(/(\d+)(?=\D*$)/, (digits) => {
    const next = String(BigInt(digits.slice(0, 18)) + 1n);
    return digits.length > 18 ? digits : next.padStart(digits.length, '0');
  });
  return counted === text ? `${text}-other` : counted;
}
