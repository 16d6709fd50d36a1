import { sortedKeys } from './order.ts';
import { isList, type Value, type ValueList, type ValueMap } from './value.ts';
import { writtenNumber } from './written-numbers.ts';

/** How a value is written. */
export interface JsonFormat {
  /** Spaces for each level; one line when absent. */
  readonly indent?: number;
  /** Whether maps are written in Go's key order; as they are when absent. */
  readonly sortKeys?: boolean;
  /** Whether numbers are written as they were in the JSON that they were read from. */
  readonly asWritten?: boolean;
}

/**
 * Writes a value as Go's encoding/json does, numbers and escapes included.
 * Upstream: encoding/json encode.go.
 */
export function formatJson(value: Value, format: JsonFormat = {}): string {
  const { sortKeys = false, asWritten = false, indent } = format;
  return write(value, { sortKeys, asWritten, indent: indent ?? 0 }, indent === undefined ? undefined : '\n');
}

type Format = Required<JsonFormat>;

function write(value: Value, format: Format, lineBreak: string | undefined): string {
  if (typeof value === 'string') return formatJsonString(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = lineBreak === undefined ? undefined : lineBreak + ' '.repeat(format.indent);
  const colon = inner === undefined ? ':' : ': ';
  let inside = '';
  if (isList(value)) {
    for (let place = 0; place < value.length; place++) {
      inside += `${place === 0 ? '' : ','}${inner ?? ''}${writeChild(value, place, value[place] as Value, format, inner)}`;
    }
  } else {
    for (const key of format.sortKeys ? sortedKeys(value) : value.keys()) {
      const child = writeChild(value, key, value.get(key) as Value, format, inner);
      inside += `${inside === '' ? '' : ','}${inner ?? ''}${formatJsonString(key)}${colon}${child}`;
    }
  }
  const [open, close] = isList(value) ? '[]' : '{}';
  return inside === '' ? `${open}${close}` : `${open}${inside}${lineBreak ?? ''}${close}`;
}

function writeChild(
  holder: ValueMap | ValueList,
  key: string | number,
  value: Value,
  format: Format,
  inner: string | undefined,
): string {
  return (format.asWritten ? writtenNumber(holder, key) : undefined) ?? write(value, format, inner);
}

const escaped = /["\\<>&\u2028\u2029\ud800-\udfff]|[^ -\uffff]/;
const escapes =
  /["\\<>&\u2028\u2029]|[^ -\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const short: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A string as Go's encoding/json writes it, `<`, `>` and `&` escaped. */
export function formatJsonString(text: string): string {
  return escaped.test(text) ? `"${text.replace(escapes, escapeCharacter)}"` : `"${text}"`;
}

function escapeCharacter(character: string): string {
  const known = short.get(character);
  if (known !== undefined) return known;
  const code = character.charCodeAt(0);
  return code >= 0xd800 && code < 0xe000 ? '\\ufffd' : `\\u${code.toString(16).padStart(4, '0')}`;
}
