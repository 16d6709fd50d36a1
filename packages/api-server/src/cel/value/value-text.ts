import { formatDouble, quote } from '@managed-fields/merge-engine';
import type { CelValue } from './cel-value.ts';

/** Prints a value as messages do, with Go's `%v` of cel-go's values. */
export function valueText(value: CelValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatDouble(value);
  switch (value.kind) {
    case 'uint':
      return String(value.value);
    case 'list':
      return `[${value.items.map(valueText).join(', ')}]`;
    case 'map':
      return `{${value
        .keys()
        .map((key) => `${valueText(key)}: ${valueText(value.find(key) ?? null)}`)
        .join(', ')}}`;
    case 'type':
      return value.name;
    case 'optional':
      return value.value === undefined ? 'optional.none()' : `optional(${valueText(value.value)})`;
    case 'error':
      return value.message;
    case 'opaque':
      return value.text;
    case 'bytes':
      return `[${value.bytes.join(' ')}]`;
    default:
      return quote(String(value.nanos));
  }
}
