import { isList, isMap, mapAt, type Value, type ValueMap, withEntry } from '../value/value.ts';

/** An object whose entries read as today's, and the places of those that were older. */
interface Modernized {
  readonly object: ValueMap;
  readonly older: readonly number[];
}

/**
 * Rewrites entries of managedFields as Kubernetes 1.16 and older texts have them: the fields under `fields` instead of
 * `fieldsV1` (which wins where both are there), and no `fieldsType`. A server of today would not read them.
 */
export function modernizeEntries(object: ValueMap): Modernized {
  const metadata = mapAt(object, 'metadata') ?? new Map();
  const list = metadata.get('managedFields');
  if (!isList(list)) return { object, older: [] };
  const older: number[] = [];
  const entries = list.map((entry, index): Value => {
    const modern = isMap(entry) ? modernize(entry) : undefined;
    if (modern === undefined) return entry;
    older.push(index);
    return modern;
  });
  if (older.length === 0) return { object, older };
  return { object: withEntry(object, 'metadata', withEntry(metadata, 'managedFields', entries)), older };
}

/** The entry as of today; undefined where it is already. */
function modernize(entry: ValueMap): ValueMap | undefined {
  const fields = entry.get('fields');
  if (fields === undefined && (entry.has('fieldsType') || !entry.has('fieldsV1'))) return undefined;
  const modern = new Map<string, Value>();
  for (const [key, value] of entry) if (key !== 'fields') modern.set(key, value);
  modern.set('fieldsType', 'FieldsV1');
  if (fields !== undefined && !entry.has('fieldsV1')) modern.set('fieldsV1', fields);
  return modern;
}
