import { type ManagedFieldsEntry, type MergeTrace, recordUpdate, type ValueMap } from '@managed-fields/merge-engine';
import { type Endpoint, managedView } from './endpoint.ts';

/** What a change of one view of an object comes to: the object with its managedFields, at the version in memory. */
export interface ViewChange {
  readonly kind: 'object';
  readonly object: ValueMap;
  readonly trace: MergeTrace | undefined;
}

/** Notes who owns what after a change that was already merged. */
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
