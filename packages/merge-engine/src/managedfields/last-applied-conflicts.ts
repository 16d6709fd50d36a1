import { difference } from '../fieldpath/algebra.ts';
import { type FieldSet, hasPath, isEmptySet, setOf } from '../fieldpath/set.ts';
import type { Conflict } from '../merge/conflict.ts';
import { compareTyped } from '../typed/compare.ts';
import { toFieldSet } from '../typed/field-set.ts';
import { asTyped } from '../typed/typed.ts';
import { parseJson } from '../value/json.ts';
import { isMap, stringAt, type ValueMap } from '../value/value.ts';
import { lastAppliedOf } from './last-applied.ts';
import type { ManagedKind } from './managed-kind.ts';

/**
 * What is left of the conflicts of an apply by `kubectl` once those are taken out that client-side apply allows: fields
 * that the last-applied annotation names and that still hold what it says. None left means that the apply is forced.
 * Upstream: apimachinery pkg/util/managedfields/internal/lastappliedmanager.go.
 */
export function conflictsBeyondLastApplied(
  kind: ManagedKind,
  live: ValueMap,
  conflicts: readonly Conflict[],
): readonly Conflict[] {
  const allowed = ownedByClientSideApply(kind, live);
  if (allowed === undefined) return conflicts;
  const conflicting = setOf(...conflicts.map((conflict) => conflict.path));
  if (isEmptySet(difference(conflicting, allowed))) return [];
  return conflicts.filter((conflict) => !hasPath(allowed, conflict.path));
}

/** The fields that the annotation still rightly claims; undefined where it cannot be used. */
function ownedByClientSideApply(kind: ManagedKind, live: ValueMap): FieldSet | undefined {
  const text = lastAppliedOf(live);
  if (text === undefined) return undefined;
  const versioned = kind.toRequested(live);
  if (versioned.kind !== 'converted') return undefined;
  const liveTyped = asTyped(versioned.object, kind.type, { allowDuplicates: false });
  if (liveTyped.kind === 'invalid') return undefined;
  const parsed = parseJson(text);
  if (parsed.kind === 'error' || !isMap(parsed.value) || !stringAt(parsed.value, 'kind')) return undefined;
  if (stringAt(parsed.value, 'apiVersion') !== kind.apiVersion) return undefined;
  const lastTyped = asTyped(parsed.value, kind.type, { allowDuplicates: false });
  if (lastTyped.kind === 'invalid') return undefined;
  const fields = toFieldSet(lastTyped.typed);
  if (fields.kind === 'invalid') return undefined;
  const compared = compareTyped(lastTyped.typed, liveTyped.typed);
  if (compared.kind === 'invalid') return undefined;
  const { modified, added, removed } = compared.comparison;
  return difference(difference(difference(fields.set, modified), added), removed);
}
