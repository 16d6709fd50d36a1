import { difference } from '../fieldpath/algebra.ts';
import { type FieldSet, hasPath, isEmptySet, setOf } from '../fieldpath/set.ts';
import type { Conflict } from '../merge/conflict.ts';
import { compareTyped } from '../typed/compare.ts';
import { toFieldSet } from '../typed/field-set.ts';
import { asTyped } from '../typed/typed.ts';
import { byteLength } from '../value/bytes.ts';
import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, mapAt, stringAt, type Value, type ValueMap, withEntry, withoutEntry } from '../value/value.ts';
import type { ManagedKind } from './managed-kind.ts';

/** The annotation in which client-side apply keeps its last configuration. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** The only manager whose applies read the annotation and keep it up to date. */
export const lastAppliedManager = 'kubectl';

/** How many bytes all annotations of an object may hold. Upstream: apimachinery pkg/api/validation/objectmeta.go. */
const maxAnnotationBytes = 256 * 1024;

/** The text of the annotation; undefined where there is none, or an empty one. */
export function lastAppliedOf(object: ValueMap): string | undefined {
  const text = stringAt(mapAt(mapAt(object, 'metadata'), 'annotations'), lastAppliedAnnotation);
  return text === '' ? undefined : text;
}

/**
 * Updates the annotation to an applied configuration if the object has the annotation, and drops it where the
 * annotations would become too large.
 * Upstream: apimachinery pkg/util/managedfields/internal/lastappliedupdater.go, lastapplied.go.
 */
export function keepLastApplied(object: ValueMap, config: ValueMap): ValueMap {
  if (lastAppliedOf(object) === undefined) return object;
  const text = `${formatJson(withoutLastApplied(config), { sortKeys: true })}\n`;
  const metadata = mapAt(object, 'metadata') ?? new Map<string, Value>();
  const annotations = new Map(mapAt(metadata, 'annotations')).set(lastAppliedAnnotation, text);
  if (annotationBytes(annotations) > maxAnnotationBytes) annotations.delete(lastAppliedAnnotation);
  return withEntry(object, 'metadata', withEntry(metadata, 'annotations', annotations));
}

function withoutLastApplied(config: ValueMap): ValueMap {
  const metadata = mapAt(config, 'metadata');
  if (!metadata?.has('annotations')) return config;
  const annotations = mapAt(metadata, 'annotations');
  if (annotations === undefined) return withEntry(config, 'metadata', withoutEntry(metadata, 'annotations'));
  const rest = new Map(annotations);
  rest.delete(lastAppliedAnnotation);
  return withEntry(config, 'metadata', withEntry(metadata, 'annotations', rest));
}

function annotationBytes(annotations: ValueMap): number {
  let bytes = 0;
  for (const [key, value] of annotations)
    bytes += byteLength(key) + (typeof value === 'string' ? byteLength(value) : 0);
  return bytes;
}

/**
 * Returns the conflicts of an apply by `kubectl` that client-side apply does not allow. It allows fields that the
 * last-applied annotation names and that still have the value it says. Where no conflict is left, the apply is forced.
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

/** The fields that still have the value of the annotation; undefined where the annotation cannot be used. */
function ownedByClientSideApply(kind: ManagedKind, live: ValueMap): FieldSet | undefined {
  const text = lastAppliedOf(live);
  if (text === undefined) return undefined;
  const versioned = kind.toRequested(live);
  if (versioned.kind !== 'converted') return undefined;
  const liveTyped = asTyped(versioned.object, kind.type, { allowDuplicates: false, library: kind.library });
  if (liveTyped.kind === 'invalid') return undefined;
  const parsed = parseJson(text);
  if (parsed.kind === 'error' || !isMap(parsed.value) || !stringAt(parsed.value, 'kind')) return undefined;
  if (stringAt(parsed.value, 'apiVersion') !== kind.apiVersion) return undefined;
  const lastTyped = asTyped(parsed.value, kind.type, { allowDuplicates: false, library: kind.library });
  if (lastTyped.kind === 'invalid') return undefined;
  const fields = toFieldSet(lastTyped.typed);
  if (fields.kind === 'invalid') return undefined;
  const compared = compareTyped(lastTyped.typed, liveTyped.typed);
  if (compared.kind === 'invalid') return undefined;
  const { modified, added, removed } = compared.comparison;
  return difference(difference(difference(fields.set, modified), added), removed);
}
