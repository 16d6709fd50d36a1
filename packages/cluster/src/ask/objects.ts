import {
  isMap,
  type ManagedFieldsEntry,
  mapAt,
  parseJson,
  readEntries,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** The map of a JSON text; undefined where it is none. */
export function mapOf(text: string | undefined): ValueMap | undefined {
  const read = text === undefined ? undefined : parseJson(text);
  return read?.kind === 'value' && isMap(read.value) ? read.value : undefined;
}

/** The entries of an object's managedFields; none where it has no list of them. */
export function entriesIn(object: ValueMap | undefined): readonly ManagedFieldsEntry[] {
  return readEntries(mapAt(object, 'metadata')?.get('managedFields')) ?? [];
}

/** The resourceVersion of an object; empty where it has none. */
export function versionIn(object: ValueMap | undefined): string {
  return stringAt(mapAt(object, 'metadata'), 'resourceVersion') ?? '';
}

/** The generation of an object; undefined where its kind has none. */
export function generationIn(object: ValueMap | undefined): bigint | undefined {
  const generation = mapAt(object, 'metadata')?.get('generation');
  return typeof generation === 'bigint' ? generation : undefined;
}
