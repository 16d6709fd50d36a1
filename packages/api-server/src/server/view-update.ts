import { type ManagedFieldsEntry, type MergeTrace, recordUpdate, type ValueMap } from '@managed-fields/merge-engine';
import { type Endpoint, managedView } from './endpoint.ts';

/** The result of changing a view of an object: the object with its managedFields, at the version in memory. */
export interface ViewChange {
  readonly kind: 'object';
  readonly object: ValueMap;
  readonly trace: MergeTrace | undefined;
}

/** Records the owners of a change that is merged already. */
export function recordedChange(
  endpoint: Endpoint,
  live: ValueMap,
  next: ValueMap,
  sent: readonly ManagedFieldsEntry[] | undefined,
  manager: string,
  now: string,
): ViewChange {
  const kind = managedView(endpoint);
  const { object, trace } = recordUpdate({ kind, live, next, sent, manager, now });
  return { kind: 'object', object, trace };
}
