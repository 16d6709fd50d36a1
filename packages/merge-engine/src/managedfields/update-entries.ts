import type { ValueMap } from '../value/value.ts';
import { capUpdaters } from './cap-updaters.ts';
import type { Managed } from './managed.ts';
import type { ManagedKind } from './managed-kind.ts';
import { currentOperation, recordOperation } from './record.ts';
import { stripMeta } from './strip-meta.ts';
import { type MergedUpdate, mergeUpdate } from './structured-merge.ts';

/**
 * The entries after an update, step by step: what the request changes, less what nobody owns, added to the manager's
 * earlier fields, and the oldest updaters folded. Objects are at the hub version and without managedFields.
 * Upstream: apimachinery pkg/util/managedfields/internal/fieldmanager.go NewDefaultFieldManager.
 */
export function updateEntries(
  kind: ManagedKind,
  live: ValueMap,
  next: ValueMap,
  managed: Managed,
  identifier: string,
  now: string,
): MergedUpdate {
  const merged = mergeUpdate(kind, live, next, managed, currentOperation);
  if (merged.kind === 'error') return merged;
  const owned = stripMeta(merged.managed, currentOperation);
  const recorded = recordOperation(owned, identifier, now);
  return { ...merged, managed: capUpdaters(recorded) };
}
