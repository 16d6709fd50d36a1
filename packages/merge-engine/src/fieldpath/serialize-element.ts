import { libraryDoes, type MergeLibrary, mergeLibraries, usualLibrary } from '../schema/library.ts';
import { wellFormed } from '../value/bytes.ts';
import { atoi } from '../value/go-text.ts';
import { JsonIterator } from '../value/json-iterator.ts';
import { eachField, readAny } from '../value/json-iterator-read.ts';
import { formatJsonString } from '../value/json-write.ts';
import { sortedKeys } from '../value/order.ts';
import { assertNever, isList, type Value } from '../value/value.ts';
import {
  fieldElement,
  indexElement,
  type KeyField,
  keyElement,
  type PathElement,
  type ReadElement,
  valueElement,
} from './element.ts';
import { goReader } from './go-reader.ts';

/** Caches of keys that were read; the managers of one object name the same fields. */
const readElements = Object.fromEntries(mergeLibraries.map((library) => [library, new Map()])) as unknown as Readonly<
  Record<MergeLibrary, Map<string, ReadElement>>
>;
const mostReadElements = 50_000;

/**
 * Reads one key of fieldsV1 as a release of the library does: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`. Before v6.4.2 text
 * after the JSON of a value or key is ignored. Errors are in upstream's words.
 * Upstream: structured-merge-diff fieldpath/serialize-pe.go DeserializePathElement.
 */
export function elementFromV1(key: string, library: MergeLibrary = usualLibrary): ReadElement {
  if (key.startsWith('f:')) return { kind: 'element', element: fieldElement(key.slice(2)) };
  const all = readElements[library];
  const known = all.get(key);
  if (known !== undefined) return known;
  if (all.size >= mostReadElements) all.clear();
  const read = readElement(key, library);
  all.set(key, read);
  return read;
}

function readElement(key: string, library: MergeLibrary): ReadElement {
  const byGo = libraryDoes('jsonOfGo', library);
  // A letter outside of ASCII has its second byte where the colon should be.
  if (key === '' || (key.length === 1 && key < '\u0080'))
    return error(`key must be 2 characters long${byGo ? '' : ':'}`);
  if ((key[0] as string) >= '\u0080' || key[1] !== ':') return error(`missing colon: ${key}`);
  const content = key.slice(2);
  switch (key[0]) {
    case 'v':
      return byGo ? goReader().value(content) : readValue(content, library);
    case 'k':
      return byGo ? goReader().key(content) : readKey(content, library);
    case 'i':
      return readIndex(content);
    default:
      return { kind: 'unknown' };
  }
}

function error(message: string): ReadElement {
  return { kind: 'error', message };
}

function readValue(content: string, library: MergeLibrary): ReadElement {
  const from = new JsonIterator(content);
  const value = readAny(from);
  refuseTrailing(from, library);
  return from.complaint === undefined ? { kind: 'element', element: valueElement(value) } : error(from.complaint);
}

/** A name that occurs twice is kept twice. */
function readKey(content: string, library: MergeLibrary): ReadElement {
  const from = new JsonIterator(content);
  const key: KeyField[] = [];
  eachField(from, 'ReadObjectCB', (name) => {
    const value = readAny(from);
    key.push({ name, value });
    return from.complaint === undefined;
  });
  refuseTrailing(from, library);
  return from.complaint === undefined ? { kind: 'element', element: keyElement(key) } : error(from.complaint);
}

/** Refuses text behind what was read, where a release of the library does so. */
export function refuseTrailing(from: JsonIterator, library: MergeLibrary | undefined): void {
  if (from.complaint !== undefined || !libraryDoes('refusesTrailing', library)) return;
  from.token();
  from.back();
  if (!from.failed) from.report('managedFields parsing', 'unexpected trailing data after JSON object');
}

function readIndex(content: string): ReadElement {
  const index = atoi(content);
  return index.kind === 'error' ? error(index.message) : { kind: 'element', element: indexElement(index.value) };
}

/**
 * Writes one element as a key of fieldsV1: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`. Releases of the library escape
 * characters differently.
 * Upstream: structured-merge-diff fieldpath/serialize-pe.go SerializePathElement.
 */
export function elementToV1(element: PathElement, library?: MergeLibrary): string {
  switch (element.kind) {
    case 'field':
      return `f:${element.name}`;
    case 'key': {
      const to = writerOf(library);
      return `k:{${element.key.map(({ name, value }) => `${to.name(name)}:${writeJson(value, to)}`).join(',')}}`;
    }
    case 'value':
      return `v:${writeJson(element.value, writerOf(library))}`;
    case 'index':
      return `i:${element.index}`;
    default:
      return assertNever(element);
  }
}

/** How a release of the library writes names, of keys and in the text of a set, and values. */
interface JsonWriter {
  name(text: string): string;
  text(text: string): string;
  float(value: number): string;
}

/** The writer of a release of the library. */
export function writerOf(library: MergeLibrary | undefined): JsonWriter {
  return libraryDoes('jsonOfGo', library) ? goWriter : iteratorWriter;
}

function writeJson(value: Value, to: JsonWriter): string {
  if (typeof value === 'string') return to.text(value);
  if (typeof value === 'number') return to.float(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map((item) => writeJson(item, to)).join(',')}]`;
  return `{${sortedKeys(value)
    .map((key) => `${to.text(key)}:${writeJson(value.get(key) as Value, to)}`)
    .join(',')}}`;
}

/** Upstream: Go's encoding/json/jsontext jsonwire/encode.go AppendQuote. */
function goString(text: string): string {
  return JSON.stringify(wellFormed(text));
}

/**
 * Strings and numbers as ECMAScript writes them; zero has its sign.
 * Upstream: Go encoding/json/jsontext Encoder.WriteToken, String, Float.
 */
const goWriter: JsonWriter = {
  name: goString,
  text: goString,
  float: (value) => (Object.is(value, -0) ? '-0' : String(value)),
};

/** Upstream: github.com/json-iterator/go Stream.WriteVal. */
const iteratorWriter: JsonWriter = { name: writeName, text: writeString, float: writeFloat };

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
function writeName(name: string): string {
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
