import { otherValue } from '@managed-fields/api-server';
import { compareStrings, type Value } from '@managed-fields/merge-engine';

/** The most values that are tried of a field, beside the one that comes to mind first. */
const mostOthers = 8;

/**
 * Values from which a policy may have made a value: another one, a smaller number, and a text in which what the policy writes
 * is left out or is something else that it names. `literals` are the texts that it names.
 */
export function otherValues(value: Value, literals: readonly string[]): readonly Value[] {
  const first = otherValue(value);
  if (first === undefined) return [];
  if (typeof value === 'bigint') return value > 0n ? [first, value - 1n] : [first];
  if (typeof value !== 'string') return [first];
  const within = literals.filter((literal) => value.includes(literal));
  const others = within.flatMap((literal) => ['', ...literals].map((by) => value.replace(literal, () => by)));
  const made = [...new Set(others)].filter((other) => other !== value && other !== '' && other !== first);
  return [first, ...made.slice(0, mostOthers)];
}

/** The texts that stand in quotes in expressions, the longest first. */
export function literalsIn(expressions: string): readonly string[] {
  const found = expressions.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g);
  const texts = new Set([...found].map(([, double, single]) => double ?? single ?? '').filter((text) => text !== ''));
  return [...texts].sort((a, b) => b.length - a.length || compareStrings(a, b));
}
