import { readEntries } from '../managedfields/entry.ts';
import { isList, isMap, type Value, type ValueMap } from '../value/value.ts';
import { metadataOf, withMetadata } from './metadata.ts';

/**
 * Takes the old times of entries back where times are all that an update changes, so that nothing is written.
 * Upstream: apiserver pkg/endpoints/handlers/fieldmanager/equality.go IgnoreManagedFieldsTimestampsTransformer.
 */
export function keepTimesOfNoChange(object: ValueMap, old: ValueMap): ValueMap {
  const entries = metadataOf(object).get('managedFields');
  const before = metadataOf(old).get('managedFields');
  if (!isList(entries) || !isList(before) || entries.length !== before.length || entries.length === 0) return object;
  if (readEntries(entries) === undefined) return object;
  return identical(withoutTimes(object), withoutTimes(old)) ? withMetadata(object, 'managedFields', before) : object;
}

function withoutTimes(object: ValueMap): ValueMap {
  const entries = metadataOf(object).get('managedFields');
  if (!isList(entries)) return object;
  const timeless = entries.map((entry) =>
    isMap(entry) ? new Map([...entry].filter(([key]) => key !== 'time')) : entry,
  );
  return withMetadata(object, 'managedFields', timeless);
}

/** Whether two values are written the same, without regard to the order of keys. */
export function identical(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((item, index) => identical(item, b[index] ?? null));
  }
  if (!isMap(a) || !isMap(b) || a.size !== b.size) return false;
  for (const [key, item] of a) {
    const other = b.get(key);
    if (other === undefined || !identical(item, other)) return false;
  }
  return true;
}
