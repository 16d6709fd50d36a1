import { atoi } from '../value/go-text.ts';
import { JsonIterator } from '../value/json-iterator.ts';
import { eachField, readAny } from '../value/json-iterator-read.ts';
import { formatJsonString } from '../value/json-write.ts';
import { sortedKeys } from '../value/order.ts';
import { assertNever, isList, type Value } from '../value/value.ts';
import { fieldElement, indexElement, type KeyField, keyElement, type PathElement, valueElement } from './element.ts';

/** The answer of reading one key of fieldsV1; `unknown` is a kind of element that a later version may know. */
export type ReadElement =
  | { readonly kind: 'element'; readonly element: PathElement }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'error'; readonly message: string };

/** A cache of keys that were read; the managers of one object name the same fields. */
const readElements = new Map<string, ReadElement>();
const mostReadElements = 50_000;

/**
 * Reads one key of fieldsV1: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`. Text after the JSON of a value or key is
 * ignored. Errors are in upstream's words.
 * Upstream: structured-merge-diff fieldpath/serialize-pe.go DeserializePathElement.
 */
export function elementFromV1(key: string): ReadElement {
  if (key.startsWith('f:')) return { kind: 'element', element: fieldElement(key.slice(2)) };
  const known = readElements.get(key);
  if (known !== undefined) return known;
  if (readElements.size >= mostReadElements) readElements.clear();
  const read = readElement(key);
  readElements.set(key, read);
  return read;
}

function readElement(key: string): ReadElement {
  // A letter outside of ASCII has its second byte where the colon should be.
  if (key === '' || (key.length === 1 && key < '\u0080')) return error('key must be 2 characters long:');
  if ((key[0] as string) >= '\u0080' || key[1] !== ':') return error(`missing colon: ${key}`);
  const content = key.slice(2);
  switch (key[0]) {
    case 'v':
      return readValue(content);
    case 'k':
      return readKey(content);
    case 'i':
      return readIndex(content);
    default:
      return { kind: 'unknown' };
  }
}

function error(message: string): ReadElement {
  return { kind: 'error', message };
}

function readValue(content: string): ReadElement {
  const from = new JsonIterator(content);
  const value = readAny(from);
  return from.complaint === undefined ? { kind: 'element', element: valueElement(value) } : error(from.complaint);
}

/** A name that occurs twice is kept twice. */
function readKey(content: string): ReadElement {
  const from = new JsonIterator(content);
  const key: KeyField[] = [];
  eachField(from, 'ReadObjectCB', (name) => {
    const value = readAny(from);
    key.push({ name, value });
    return from.complaint === undefined;
  });
  return from.complaint === undefined ? { kind: 'element', element: keyElement(key) } : error(from.complaint);
}

function readIndex(content: string): ReadElement {
  const index = atoi(content);
  return index.kind === 'error' ? error(index.message) : { kind: 'element', element: indexElement(index.value) };
}

/**
 * Writes one element as a key of fieldsV1: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`.
 * Upstream: structured-merge-diff fieldpath/serialize-pe.go SerializePathElement.
 */
export function elementToV1(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `f:${element.name}`;
    case 'key':
      return `k:{${element.key.map(({ name, value }) => `${writeName(name)}:${writeJson(value)}`).join(',')}}`;
    case 'value':
      return `v:${writeJson(element.value)}`;
    case 'index':
      return `i:${element.index}`;
    default:
      return assertNever(element);
  }
}

/** Upstream: github.com/json-iterator/go Stream.WriteVal. */
function writeJson(value: Value): string {
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'number') return writeFloat(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  return `{${sortedKeys(value)
    .map((key) => `${writeString(key)}:${writeJson(value.get(key) as Value)}`)
    .join(',')}}`;
}

/** An exponent has at least two digits, and zero its sign. Upstream: stream_float.go WriteFloat64. */
function writeFloat(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value).replace(/(e[+-])(\d)$/, '$10$2');
}

/**
 * As encoding/json, but without short escapes for backspace and form feed.
 * Upstream: stream_str.go WriteStringWithHTMLEscaped.
 */
function writeString(text: string): string {
  const written = formatJsonString(text);
  return written.includes('\\') ? written.replace(/\\./g, (short) => longEscapes.get(short) ?? short) : written;
}

const longEscapes: ReadonlyMap<string, string> = new Map([
  ['\\b', '\\u0008'],
  ['\\f', '\\u000c'],
]);

/**
 * Writes a name, of a key or in the text of a set: `<`, `>`, `&` and line separators stay as they are.
 * Upstream: github.com/json-iterator/go stream_str.go WriteString.
 */
export function writeName(name: string): string {
  const written = writeString(name);
  return written.includes('\\u')
    ? written.replace(/\\(?:u(?:003c|003e|0026|2028|2029)|.)/g, (escaped) => plainCharacters.get(escaped) ?? escaped)
    : written;
}

const plainCharacters: ReadonlyMap<string, string> = new Map([
  ['\\u003c', '<'],
  ['\\u003e', '>'],
  ['\\u0026', '&'],
  ['\\u2028', '\u2028'],
  ['\\u2029', '\u2029'],
]);
