import {
  generationOf,
  isList,
  isMap,
  metadataOf,
  readEntries,
  sameFieldOrder,
  type Value,
  type ValueList,
  type ValueMap,
  withMetadata,
  withoutEntry,
} from '@managed-fields/merge-engine';

/**
 * Keeps the old times of managedFields entries where an update changes only times, so that nothing is written.
 * `comparable` normalises an object so that equal objects compare as equal. `ordered` is whether the order of owned
 * fields counts.
 * Upstream: apiserver pkg/endpoints/handlers/fieldmanager/equality.go IgnoreManagedFieldsTimestampsTransformer.
 */
export function keepTimesOfNoChange(
  object: ValueMap,
  old: ValueMap,
  comparable: (object: ValueMap) => ValueMap,
  ordered: boolean,
): ValueMap {
  const entries = metadataOf(object).get('managedFields');
  const before = metadataOf(old).get('managedFields');
  if (!isList(entries) || !isList(before)) return object;
  if (readEntries(entries) === undefined) return object;
  if (!identical(timeless(entries), timeless(before))) return object;
  if (ordered && !sameFieldOrder(entries, before)) return object;
  // Most updates count the generation on, which tells them apart at once.
  if (generationOf(object) !== generationOf(old)) return object;
  const bare = (whole: ValueMap) => withMetadata(comparable(whole), 'managedFields', undefined);
  return identical(bare(object), bare(old)) ? withMetadata(object, 'managedFields', before) : object;
}

function timeless(entries: ValueList): ValueList {
  return entries.map((entry) => (isMap(entry) ? withoutEntry(entry, 'time') : entry));
}

/** Whether two values are written the same, apart from the order of keys. */
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
