import type { MergeLibrary } from '../schema/library.ts';
import { GoDecoder, readGoValue } from '../value/go-json.ts';
import { FieldSetBuilder } from './builder.ts';
import { type KeyField, keyElement, type ReadElement, valueElement } from './element.ts';
import { type Level, leafLevel } from './fields-v1.ts';
import type { GoReader } from './go-reader.ts';
import { elementFromV1 } from './serialize-element.ts';
import { isEmptySet, type ReadFields } from './set.ts';

/** Reads fieldsV1 as structured-merge-diff v7 does. */
export const goFields: GoReader = { fields: readFields, value: readValue, key: readKey };

function error(message: string): ReadElement {
  return { kind: 'error', message };
}

function readValue(content: string): ReadElement {
  const read = readGoValue(content);
  return read.kind === 'error' ? read : { kind: 'element', element: valueElement(read.value) };
}

/** A name that occurs twice is kept twice. Upstream: value/fields.go FieldList.UnmarshalJSONFrom. */
function readKey(content: string): ReadElement {
  const from = new GoDecoder(content);
  const key: KeyField[] = [];
  if (from.isAtEnd) return error(from.endFault);
  const refused = (why: string) => error(`json: cannot unmarshal into Go value.FieldList${from.place(false)}: ${why}`);
  const first = from.token();
  if (first !== undefined && first.start !== '{' && first.start !== 'n') return refused('expected object');
  while (first?.start === '{') {
    const name = from.token();
    if (name === undefined || name.start === '}') break;
    const raw = from.raw();
    const read = raw === undefined ? undefined : readGoValue(raw);
    if (read === undefined) break;
    if (read.kind === 'error') return refused(`parsing JSON: ${read.message}`);
    key.push({ name: name.text, value: read.value });
  }
  if (from.fault !== undefined) return refused(`parsing JSON: ${from.fault}`);
  from.finish();
  return from.fault === undefined ? { kind: 'element', element: keyElement(key) } : error(from.fault);
}

function readFields(text: string, library: MergeLibrary | undefined): ReadFields {
  const from = new GoDecoder(text);
  if (from.isAtEnd) return { kind: 'error', message: from.endFault };
  const read = readLevel(from, library);
  if (typeof read === 'string') {
    return {
      kind: 'error',
      message: `json: cannot unmarshal into Go fieldpath.setContentsV1${from.place(false)}: ${read}`,
    };
  }
  from.finish();
  return from.fault === undefined ? { kind: 'set', set: read.set } : { kind: 'error', message: from.fault };
}

/** Reads a level from text, or says why it cannot be read. Upstream: fieldpath/serialize.go readIterV1 of v7. */
function readLevel(from: GoDecoder, library: MergeLibrary | undefined): Level | string {
  const first = from.token();
  if (first === undefined) return `parsing JSON: ${from.fault}`;
  if (first.start === 'n') return leafLevel;
  if (first.start !== '{') return 'expected object';
  const builder = new FieldSetBuilder();
  let isMember = false;
  for (;;) {
    const key = from.token();
    if (key === undefined) return `parsing JSON: ${from.fault}`;
    if (key.start === '}') break;
    const read = key.text === '.' ? 'self' : elementFromV1(key.text, library);
    if (read === 'self') isMember = true;
    if (read === 'self' || read.kind === 'unknown') {
      from.skip();
      if (from.fault !== undefined) return `parsing JSON: ${from.fault}`;
      continue;
    }
    if (read.kind === 'error') return `parsing key as path element: ${read.message}`;
    const level = readLevel(from, library);
    if (typeof level === 'string') return `parsing value as set: ${level}`;
    if (level.isMember) builder.member(read.element);
    builder.child(read.element, level.set);
  }
  const set = builder.build();
  return { isMember: isMember || isEmptySet(set), set };
}
