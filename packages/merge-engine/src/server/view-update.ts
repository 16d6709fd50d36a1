import type { ManagedFieldsEntry } from '../managedfields/entry.ts';
import { recordUpdate } from '../managedfields/field-manager.ts';
import type { MergeTrace } from '../merge/trace.ts';
import type { ValueMap } from '../value/value.ts';
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
