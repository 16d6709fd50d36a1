import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap, withEntry, withoutEntry } from './value.ts';

/**
 * The fields of metadata that only a server writes, in every object that it stores: nobody declares or owns them.
 * Upstream: apimachinery pkg/apis/meta/v1 types.go ObjectMeta ("Populated by the system. Read-only.").
 */
export const serverMetadata: readonly string[] = [
  'managedFields',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
];

/** The same as paths of fields: `.metadata.uid`. */
export const serverMetadataPaths: ReadonlySet<string> = new Set(serverMetadata.map((name) => `.metadata.${name}`));

/** The fields of metadata that a server writes once the object is to be deleted. */
export const deletionMetadata: readonly string[] = ['deletionTimestamp', 'deletionGracePeriodSeconds'];

/** The paths of all metadata that a server writes, at any time. */
export const systemMetadataPaths: ReadonlySet<string> = new Set([
  ...serverMetadataPaths,
  ...deletionMetadata.map((name) => `.metadata.${name}`),
]);

/**
 * Whether a server has stored an object, by what it gives to each. `creationTimestamp: null`, which kubectl writes for an
 * object that was never sent, says nothing, and neither does an empty text.
 */
export function wasStored(object: ValueMap): boolean {
  const metadata = metadataOf(object);
  return ['uid', 'resourceVersion', 'creationTimestamp'].some((name) => {
    const value = metadata.get(name);
    return value !== undefined && value !== null && value !== '';
  });
}

/** An object without the metadata that only a server writes. */
export function withoutServerMetadata(object: ValueMap): ValueMap {
  const metadata = mapAt(object, 'metadata');
  if (metadata === undefined) return object;
  return withEntry(object, 'metadata', new Map([...metadata].filter(([name]) => !serverMetadata.includes(name))));
}

/** The metadata of an object; empty where it has none. */
export function metadataOf(object: ValueMap): ValueMap {
  return mapAt(object, 'metadata') ?? new Map();
}

/** The entries of managedFields of an object, as plain maps; none where there is no object, or where it has none. */
export function managedFieldsOf(object: ValueMap | undefined): readonly ValueMap[] {
  return (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).filter(isMap);
}

/** A string of the metadata; empty where there is none, as in Go. */
export function metadataText(
  object: ValueMap,
  key: 'name' | 'generateName' | 'namespace' | 'uid' | 'resourceVersion' | 'creationTimestamp',
): string {
  return stringAt(metadataOf(object), key) ?? '';
}

/** The object with one field of its metadata set; undefined or an empty text removes it. */
export function withMetadata(object: ValueMap, key: string, value: Value | undefined): ValueMap {
  const metadata = metadataOf(object);
  if (value === undefined || value === '') {
    return metadata.has(key) ? withEntry(object, 'metadata', withoutEntry(metadata, key)) : object;
  }
  return metadata.get(key) === value ? object : withEntry(object, 'metadata', withEntry(metadata, key, value));
}

/** Whether the object has an entry in managedFields. */
export function hasManagedFields(object: ValueMap): boolean {
  return (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).length > 0;
}

/** Whether the object has a deletionTimestamp. */
export function isDeleting(object: ValueMap): boolean {
  return (metadataOf(object).get('deletionTimestamp') ?? null) !== null;
}

/** metadata.generation; 0 where there is none. */
export function generationOf(object: ValueMap): bigint {
  const generation = metadataOf(object).get('generation');
  return typeof generation === 'bigint' ? generation : 0n;
}

/** The names of the finalizers. */
export function finalizersOf(object: ValueMap): readonly string[] {
  const list = metadataOf(object).get('finalizers');
  return Array.isArray(list) ? list.filter((item: Value): item is string => typeof item === 'string') : [];
}
