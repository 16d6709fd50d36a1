import { mapAt, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** An object without its managedFields, as `kubectl get` prints it. */
export function withoutManagedFields(object: ValueMap): ValueMap {
  const metadata = mapAt(object, 'metadata');
  if (metadata?.has('managedFields') !== true) return object;
  const rest = new Map(metadata);
  rest.delete('managedFields');
  return withEntry(object, 'metadata', rest);
}
