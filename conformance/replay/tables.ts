import { isList, isMap, listAt, type Value } from '@managed-fields/merge-engine';

/**
 * Two answers to a read for printing, so that they can be compared: a server answers `kubectl get` with a Table, the
 * engine with the objects, of which it makes the same text. What both hold are the objects' metadata, in their order;
 * the cells are compared as the text that is printed. Undefined where the recording holds no Table.
 */
export function tableObjects(recorded: Value, got: Value): readonly [recorded: Value, got: Value] | undefined {
  if (!isMap(recorded) || recorded.get('kind') !== 'Table') return undefined;
  const rows = listAt(recorded, 'rows') ?? [];
  const items = isMap(got) && isList(got.get('items')) ? (listAt(got, 'items') ?? []) : [got];
  return [rows.map((row) => metadataOf(isMap(row) ? (row.get('object') ?? null) : null)), items.map(metadataOf)];
}

function metadataOf(object: Value): Value {
  return isMap(object) ? (object.get('metadata') ?? null) : null;
}
