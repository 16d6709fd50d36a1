import { isArray, isObject, type Json, type JsonObject, memberOf, stringOf } from './json.ts';
import type { SurveyedEntry, SurveyedObject } from './object.ts';
import { type OwnedField, ownedFields } from './owned-fields.ts';
import type { ReadObject } from './read/reader.ts';
import { utf8Length } from './utf8-length.ts';

/** A row, without findings so far, and the fields by which rules judge it. */
export interface CountedObject {
  readonly row: SurveyedObject;
  readonly owned: readonly OwnedField[];
}

/** Counts who owns what of an object. Never fails: what is of another form counts as missing. */
export function countObject({ value, bytes, place }: ReadObject, index: number): CountedObject {
  const metadata = memberOf(value, 'metadata');
  const managedFields = memberOf(metadata, 'managedFields');
  const written = isArray(managedFields) ? managedFields : [];
  const sets = written.map((entry) => setOf(entry));
  const { fields: owned, bytes: setBytes } = ownedFields(value, sets);
  const [alone, shared] = [written.map(() => 0), written.map(() => 0)];
  const managers = written.map((entry) => stringOf(entry, 'manager'));
  let fields = 0;
  let sharedFields = 0;
  for (const { owners } of owned) {
    const [first] = owners;
    if (first === undefined) continue;
    fields++;
    const isShared = owners.some((owner) => managers[owner] !== managers[first]);
    if (isShared) sharedFields++;
    const counts = isShared ? shared : alone;
    for (const owner of owners) counts[owner] = (counts[owner] ?? 0) + 1;
  }
  const entries = written.map((entry, at): SurveyedEntry => {
    const [own = 0, others = 0] = [alone[at], shared[at]];
    return {
      manager: stringOf(entry, 'manager'),
      operation: stringOf(entry, 'operation'),
      subresource: stringOf(entry, 'subresource'),
      apiVersion: stringOf(entry, 'apiVersion'),
      time: stringOf(entry, 'time'),
      fields: own + others,
      alone: own,
      shared: others,
      bytes: bytesOf(entry, setBytes[at] ?? 0),
      broken: sets[at] === undefined,
    };
  });
  const row = {
    index,
    apiVersion: stringOf(value, 'apiVersion'),
    kind: stringOf(value, 'kind'),
    namespace: stringOf(metadata, 'namespace'),
    name: stringOf(metadata, 'name') || stringOf(metadata, 'generateName'),
    uid: stringOf(metadata, 'uid'),
    owner: ownerOf(metadata),
    created: stringOf(metadata, 'creationTimestamp'),
    entries,
    fields,
    shared: sharedFields,
    bytes,
    // The entries, a comma between each two, and the brackets.
    managedFieldsBytes: entries.reduce((sum, entry) => sum + entry.bytes + 1, entries.length === 0 ? 0 : 1),
    place,
    findings: [],
  };
  return { row, owned };
}

/** Bytes of an entry as JSON without spaces; those of its set are known, where it has one that can be read. */
function bytesOf(entry: Json, setBytes: number): number {
  if (setBytes === 0 || !isObject(entry)) return utf8Length(JSON.stringify(entry));
  const { fieldsV1: _, ...rest } = entry;
  return utf8Length(JSON.stringify(rest)) + fieldsV1Bytes + setBytes;
}

/** Bytes of `,"fieldsV1":`. */
const fieldsV1Bytes = 12;

/** The set of an entry; undefined where it has none that can be read. */
function setOf(entry: Json): JsonObject | undefined {
  const set = memberOf(entry, 'fieldsV1');
  return isObject(set) ? set : undefined;
}

function ownerOf(metadata: Json | undefined): string {
  const references = memberOf(metadata, 'ownerReferences');
  if (!isArray(references)) return '';
  const owner = references.find((reference) => memberOf(reference, 'controller') === true) ?? references[0];
  return owner === undefined ? '' : `${stringOf(owner, 'kind')}/${stringOf(owner, 'name')}`;
}
