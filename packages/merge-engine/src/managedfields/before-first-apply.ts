import type { ValueMap } from '../value/value.ts';
import { describe } from './describe.ts';
import { requestIdentifier } from './identifier.ts';
import type { Managed } from './managed.ts';
import type { ManagedKind } from './managed-kind.ts';
import type { MergedUpdate } from './structured-merge.ts';
import { updateEntries } from './update-entries.ts';

/** Who gets what an object held before anybody applied to it. */
const beforeFirstApply = 'before-first-apply';

/**
 * Where nobody owns anything, the first apply starts from an Update entry of everything that is there.
 * Upstream: apimachinery pkg/util/managedfields/internal/skipnonapplied.go Apply.
 */
export function ownWhatWasThere(kind: ManagedKind, live: ValueMap, managed: Managed, now: string): MergedUpdate {
  if (kind.unconvertible !== undefined) {
    const why = `failed to convert live object (${describe(kind.empty)}) to proper version: ${kind.unconvertible}`;
    return { kind: 'error', message: `failed to create manager for existing fields: ${why}` };
  }
  const identifier = requestIdentifier({
    manager: beforeFirstApply,
    operation: 'Update',
    apiVersion: kind.apiVersion,
    subresource: kind.subresource,
  });
  const recorded = updateEntries(kind, kind.empty, live, managed, identifier, now);
  if (recorded.kind === 'error') {
    return { kind: 'error', message: `failed to create manager for existing fields: ${recorded.message}` };
  }
  return recorded;
}
