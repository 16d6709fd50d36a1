import { sortedKeys } from './order.ts';
import { isList, type Value, type ValueMap } from './value.ts';

/** How a value is written. */
export interface JsonFormat {
  /** Spaces for each level; one line when absent. */
  readonly indent?: number;
  /** Whether maps are written in Go's key order; as they are when absent. */
  readonly sortKeys?: boolean;
}

/**
 * Writes a value as Go's encoding/json does, numbers and escapes included.
 * Upstream: encoding/json encode.go.
 */
export function formatJson(value: Value, format: JsonFormat = {}): string {
  return write(value, format.sortKeys === true, format.indent ?? 0, format.indent === undefined ? undefined : '\n');
}

function write(value: Value, sortKeys: boolean, indent: number, lineBreak: string | undefined): string {
  if (typeof value === 'string') return formatJsonString(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = lineBreak === undefined ? undefined : lineBreak + ' '.repeat(indent);
  const parts = isList(value)
    ? value.map((item) => write(item, sortKeys, indent, inner))
    : writeEntries(value, sortKeys, indent, inner);
  const [open, close] = isList(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}${inner ?? ''}${parts.join(`,${inner ?? ''}`)}${lineBreak ?? ''}${close}`;
}

function writeEntries(map: ValueMap, sortKeys: boolean, indent: number, inner: string | undefined): string[] {
  const colon = inner === undefined ? ':' : ': ';
  const keys = sortKeys ? sortedKeys(map) : [...map.keys()];
  return keys.map((key) => `${formatJsonString(key)}${colon}${write(map.get(key) as Value, sortKeys, indent, inner)}`);
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
