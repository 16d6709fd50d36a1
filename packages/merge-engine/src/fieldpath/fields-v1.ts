import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { assertNever, isMap, type Value, type ValueMap } from '../value/value.ts';
import { FieldSetBuilder } from './builder.ts';
import { compareElements, fieldElement, indexElement, keyElement, type PathElement, valueElement } from './element.ts';
import { emptySet, type FieldSet, type FieldSetChild, isEmptySet } from './set.ts';

/** The answer of reading fieldsV1. */
export type ReadFields =
  | { readonly kind: 'set'; readonly set: FieldSet }
  | { readonly kind: 'error'; readonly message: string };

/** The answer of reading one key of fieldsV1; `unknown` is a kind of element that a later version may know. */
export type ReadElement =
  | { readonly kind: 'element'; readonly element: PathElement }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Reads the wire form of a field set (`{"f:spec":{"f:replicas":{}}}`). Elements of unknown kinds are dropped.
 * Upstream: structured-merge-diff fieldpath/serialize.go FromJSON.
 */
export function fieldSetFromV1(value: Value): ReadFields {
  const level = readLevel(value);
  return typeof level === 'string' ? { kind: 'error', message: level } : { kind: 'set', set: level.set };
}

/** A level of the wire form: what is below its key, and whether the key is a member. */
interface Level {
  readonly isMember: boolean;
  readonly set: FieldSet;
}

const leafLevel: Level = { isMember: true, set: emptySet };

/** A level, or the words of an error. */
function readLevel(value: Value): Level | string {
  if (value === null) return leafLevel;
  if (!isMap(value)) return `ReadMapCB: expect { or n, but found ${formatJson(value).slice(0, 1)}`;
  if (value.size === 0) return leafLevel;
  const builder = new FieldSetBuilder();
  let isMember = false;
  for (const [key, inside] of value) {
    if (key === '.') {
      isMember = true;
      continue;
    }
    const read = elementFromV1(key);
    if (read.kind === 'unknown') continue;
    if (read.kind === 'error') return `parsing key as path element: ${read.message}`;
    const level = readLevel(inside);
    if (typeof level === 'string') return level;
    if (level.isMember) builder.member(read.element);
    builder.child(read.element, level.set);
  }
  const set = builder.build();
  return { isMember: isMember || isEmptySet(set), set };
}

/** Keys that were read before; managers of one object name the same fields. */
const readElements = new Map<string, ReadElement>();
const mostReadElements = 50_000;

/** Reads one key of fieldsV1. Upstream: fieldpath/serialize-pe.go DeserializePathElement. */
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
  if (key.length < 2) return { kind: 'error', message: 'key must be 2 characters long:' };
  if (key[1] !== ':') return { kind: 'error', message: `missing colon: ${key}` };
  const content = key.slice(2);
  switch (key[0]) {
    case 'v':
      return readContent(content, (value) => valueElement(value));
    case 'k':
      return readContent(content, (value) =>
        isMap(value) ? keyElement([...value].map(([name, each]) => ({ name, value: each }))) : undefined,
      );
    case 'i':
      return /^[+-]?[0-9]+$/.test(content)
        ? { kind: 'element', element: indexElement(Number(content)) }
        : { kind: 'error', message: `strconv.Atoi: parsing ${formatJson(content)}: invalid syntax` };
    default:
      return { kind: 'unknown' };
  }
}

function readContent(content: string, make: (value: Value) => PathElement | undefined): ReadElement {
  const parsed = parseJson(content);
  if (parsed.kind === 'error') return { kind: 'error', message: parsed.message };
  const element = make(withFloats(parsed.value));
  return element === undefined
    ? { kind: 'error', message: `ReadObjectCB: expect { or n, but found ${content.slice(0, 1)}` }
    : { kind: 'element', element };
}

/** Upstream's reader of fieldsV1 knows no integers: `30000000` comes back as a float, and prints as `3e+07`. */
function withFloats(value: Value): Value {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withFloats);
  if (isMap(value)) return new Map([...value].map(([key, each]) => [key, withFloats(each)]));
  return value;
}

/** Writes a field set in its wire form, keys in upstream's order. Upstream: fieldpath/serialize.go ToJSON. */
export function fieldSetToV1(set: FieldSet): ValueMap {
  return write(set, false);
}

const leaf: ValueMap = new Map();

function write(set: FieldSet, isMember: boolean): ValueMap {
  const fields = new Map<string, Value>();
  if (isMember) fields.set('.', leaf);
  const { members, children } = set;
  let i = 0;
  let j = 0;
  while (i < members.length || j < children.length) {
    const member = members[i];
    const child = children[j];
    const order = orderOf(member, child);
    if (child !== undefined && order >= 0) {
      fields.set(elementToV1(child.element), write(child.set, order === 0));
      j++;
    } else if (member !== undefined) {
      fields.set(elementToV1(member), leaf);
    }
    if (order <= 0) i++;
  }
  return fields;
}

/** What comes next: negative a member alone, positive a child alone, zero an element that is both. */
function orderOf(member: PathElement | undefined, child: FieldSetChild | undefined): number {
  if (member === undefined) return 1;
  return child === undefined ? -1 : compareElements(member, child.element);
}

/** Writes one element as a key of fieldsV1: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`. */
export function elementToV1(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `f:${element.name}`;
    case 'key':
      return `k:{${element.key.map(({ name, value }) => `${writeJson(name)}:${writeJson(value)}`).join(',')}}`;
    case 'value':
      return `v:${writeJson(element.value)}`;
    case 'index':
      return `i:${element.index}`;
    default:
      return assertNever(element);
  }
}

/** Upstream's writer of fieldsV1 has no short escapes for these two. */
function writeJson(value: Value): string {
  const text = formatJson(value, { sortKeys: true });
  return text.includes('\\') ? text.replace(/\\./g, (written) => longEscapes.get(written) ?? written) : text;
}

const longEscapes: ReadonlyMap<string, string> = new Map([
  ['\\b', '\\u0008'],
  ['\\f', '\\u000c'],
]);
