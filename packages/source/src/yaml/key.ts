import { formatDouble, formatFloat, isList, isMap, quote, sortedKeys, type Value } from '@managed-fields/merge-engine';
import type { Scalar } from './resolve.ts';

/** A key of a mapping that was read. */
export interface Key {
  /** The string that the key becomes in JSON. */
  readonly name: string;
  /**
   * Distinguishes keys with the same name but other types, such as `1` and `"1"`; NaN for a key that equals no other.
   */
  readonly identity: string | number | undefined;
  /** The key as Go prints it in `key "a" already set in map`. */
  readonly shown: string;
}

/** The key of a scalar. Undefined for null and for integers beyond int64, for which JSON has no string. */
export function keyOf(scalar: Scalar): Key | undefined {
  switch (typeof scalar) {
    case 'string':
      return { name: scalar, identity: undefined, shown: quote(scalar) };
    case 'boolean':
      return { name: String(scalar), identity: `bool ${scalar}`, shown: String(scalar) };
    case 'number':
      return {
        name: floatName(scalar),
        identity: Number.isNaN(scalar) ? scalar : `float ${scalar}`,
        shown: formatDouble(scalar),
      };
    case 'bigint':
      if (scalar > mostSigned) return undefined;
      return { name: String(scalar), identity: `int ${scalar}`, shown: String(scalar) };
    default:
      return undefined;
  }
}

const mostSigned = 2n ** 63n - 1n;

/** Go's message for a key that cannot become a string. */
export function unsupportedKey(scalar: Scalar, value: Value): string {
  const unsigned = typeof scalar === 'bigint';
  const key = unsigned ? `0x${scalar.toString(16)}` : '<nil>';
  const type = unsigned ? 'uint64' : '%!s(<nil>)';
  return `unsupported map key of type: ${type}, key: ${key}, value: ${value === null ? '<nil>' : formatYamlSyntax(value)}`;
}

/** A value as Go prints it with `%#v` before it becomes JSON, with maps of any keys. */
export function formatYamlSyntax(value: Value): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return formatDouble(value);
  if (isList(value)) return `[]interface {}{${value.map(formatYamlSyntax).join(', ')}}`;
  if (isMap(value)) {
    const entries = sortedKeys(value).map((key) => `${quote(key)}:${formatYamlSyntax(value.get(key) ?? null)}`);
    return `map[interface {}]interface {}{${entries.join(', ')}}`;
  }
  return String(value);
}

/** Upstream writes float keys with the digits of a 32-bit float: strconv.FormatFloat(key, 'g', -1, 32). */
function floatName(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  for (let digits = 0; digits < 9; digits++) {
    const shorter = Number(single.toExponential(digits));
    if (Math.fround(shorter) === single) return formatFloat(Object.is(single, -0) ? single : shorter);
  }
  return formatFloat(single);
}
