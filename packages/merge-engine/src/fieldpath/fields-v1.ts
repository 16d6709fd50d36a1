import { libraryDoes, type MergeLibrary } from '../schema/library.ts';
import { JsonIterator } from '../value/json-iterator.ts';
import { eachField } from '../value/json-iterator-read.ts';
import { skipAny } from '../value/json-iterator-skip.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, type Value, type ValueMap } from '../value/value.ts';
import { FieldSetBuilder } from './builder.ts';
import { compareElements, type PathElement } from './element.ts';
import { goReader } from './go-reader.ts';
import { elementFromV1, elementToV1, refuseTrailing, writerOf } from './serialize-element.ts';
import { emptySet, type FieldSet, type FieldSetChild, isEmptySet, type ReadFields } from './set.ts';

/**
 * Reads the wire form of a field set (`{"f:spec":{"f:replicas":{}}}`) from a decoded value. Elements of unknown kinds
 * are dropped.
 * Upstream: structured-merge-diff fieldpath/serialize.go Set.FromJSON.
 */
export function fieldSetFromV1(value: Value, library?: MergeLibrary): ReadFields {
  const level = readLevel(value, library);
  // Error messages quote the text around the error, so the set is read again from its text.
  return level === undefined ? fieldSetFromJson(formatJson(value), library) : { kind: 'set', set: level.set };
}

/** Upstream reads through a buffer of this many bytes. */
const bufferSize = 4096;

/**
 * Reads the wire form of a field set from JSON text. A key that occurs twice counts both times; before v6.4.2 text after the
 * set is ignored. Errors are in upstream's words.
 * Upstream: structured-merge-diff fieldpath/serialize.go Set.FromJSON.
 *
 * @example
 * ```js
 * import { setFromJson, setToString } from '@managed-fields/merge-engine/fieldpath';
 *
 * const read = setFromJson('{"f:spec":{"f:ports":{"k:{\\"port\\":80}":{".":{},"f:name":{}}}}}');
 * if (read.kind === 'error') throw new Error(read.message);
 * console.log(setToString(read.set));
 * ```
 * ```text
 * .spec.ports[port=80]
 * .spec.ports[port=80].name
 * ```
 */
export function fieldSetFromJson(text: string, library?: MergeLibrary): ReadFields {
  if (libraryDoes('jsonOfGo', library)) return goReader().fields(text, library);
  const from = new JsonIterator(text, bufferSize);
  const { set } = readTextLevel(from, library);
  refuseTrailing(from, library);
  return from.complaint === undefined ? { kind: 'set', set } : { kind: 'error', message: from.complaint };
}

/** One level of the wire form: whether its key is a member, and the set below it. */
export interface Level {
  readonly isMember: boolean;
  readonly set: FieldSet;
}

export const leafLevel: Level = { isMember: true, set: emptySet };

/** Reads a level; undefined where something in it does not decode. */
function readLevel(value: Value, library: MergeLibrary | undefined): Level | undefined {
  if (value === null) return leafLevel;
  if (!isMap(value)) return undefined;
  if (value.size === 0) return leafLevel;
  const builder = new FieldSetBuilder();
  let isMember = false;
  for (const [key, inside] of value) {
    if (key === '.') {
      isMember = true;
      continue;
    }
    const read = elementFromV1(key, library);
    if (read.kind === 'unknown') continue;
    if (read.kind === 'error') return undefined;
    const level = readLevel(inside, library);
    if (level === undefined) return undefined;
    if (level.isMember) builder.member(read.element);
    builder.child(read.element, level.set);
  }
  const set = builder.build();
  return { isMember: isMember || isEmptySet(set), set };
}

/** Reads a level from text. Upstream: fieldpath/serialize.go readIterV1. */
function readTextLevel(from: JsonIterator, library: MergeLibrary | undefined): Level {
  const builder = new FieldSetBuilder();
  let isMember = false;
  eachField(from, 'ReadMapCB', (key) => {
    const read = key === '.' ? 'self' : elementFromV1(key, library);
    if (read !== 'self' && read.kind === 'element') {
      const level = readTextLevel(from, library);
      if (level.isMember) builder.member(read.element);
      builder.child(read.element, level.set);
      return true;
    }
    if (read === 'self') isMember = true;
    else if (read.kind === 'error') from.report('parsing key as path element', read.message);
    skipAny(from);
    return true;
  });
  const set = builder.build();
  return { isMember: isMember || isEmptySet(set), set };
}

/** The wire form of a field set: maps inside maps, empty where nothing is below. */
interface FieldsV1 extends ReadonlyMap<string, FieldsV1> {}

/**
 * Writes a field set in its wire form as a release of the library does, keys in upstream's order.
 * Upstream: fieldpath/serialize.go Set.ToJSON.
 */
export function fieldSetToV1(set: FieldSet, library?: MergeLibrary): ValueMap {
  return write(set, false, library);
}

/** Writes a field set as the same text that upstream writes. Upstream: fieldpath/serialize.go Set.ToJSON. */
export function fieldSetToJson(set: FieldSet, library?: MergeLibrary): string {
  return formatFields(write(set, false, library), writerOf(library).name);
}

function formatFields(fields: FieldsV1, name: (text: string) => string): string {
  return `{${[...fields].map(([key, inside]) => `${name(key)}:${formatFields(inside, name)}`).join(',')}}`;
}

const leaf: FieldsV1 = new Map();

function write(set: FieldSet, isMember: boolean, library: MergeLibrary | undefined): FieldsV1 {
  const fields = new Map<string, FieldsV1>();
  if (isMember) fields.set('.', leaf);
  const { members, children } = set;
  let i = 0;
  let j = 0;
  while (i < members.length || j < children.length) {
    const member = members[i];
    const child = children[j];
    const order = orderOf(member, child);
    if (child !== undefined && order >= 0) {
      fields.set(elementToV1(child.element, library), write(child.set, order === 0, library));
      j++;
    } else if (member !== undefined) {
      fields.set(elementToV1(member, library), leaf);
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
