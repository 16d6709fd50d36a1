import {
  childPath,
  compareStrings,
  type ErrorPath,
  equals,
  type FieldError,
  forbidden,
  invalid,
  listAt,
  managedFieldsErrors,
  mapAt,
  quote,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { annotationErrors, labelErrors, ownerReferenceErrors } from './object-meta-rules.ts';

/**
 * Validates the metadata of a changed object against the old one; both are decoded.
 * Upstream: k8s.io/apimachinery pkg/api/validation/objectmeta.go ValidateObjectMetaAccessorUpdate.
 */
export function objectMetaUpdateErrors(metadata: ValueMap, old: ValueMap, path: ErrorPath): FieldError[] {
  return [
    ...newFinalizerErrors(metadata, old, childPath(path, 'finalizers')),
    ...resourceVersionErrors(metadata, childPath(path, 'resourceVersion')),
    ...generationErrors(metadata, old, childPath(path, 'generation')),
    ...textFields.flatMap((key) =>
      changedErrors(stringAt(metadata, key) ?? '', stringAt(old, key) ?? '', childPath(path, key)),
    ),
    ...otherFields.flatMap((key) =>
      changedErrors(metadata.get(key) ?? null, old.get(key) ?? null, childPath(path, key)),
    ),
    ...labelErrors(mapAt(metadata, 'labels'), childPath(path, 'labels')),
    ...annotationErrors(mapAt(metadata, 'annotations'), childPath(path, 'annotations')),
    ...ownerReferenceErrors(listAt(metadata, 'ownerReferences') ?? [], childPath(path, 'ownerReferences')),
    ...managedFieldsErrors(listAt(metadata, 'managedFields') ?? [], childPath(path, 'managedFields')),
  ];
}

const textFields = ['name', 'namespace', 'uid'] as const;
const otherFields = ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

/** Checks that a value does not change. Upstream: objectmeta.go ValidateImmutableField. */
export function changedErrors(value: Value, old: Value, path: ErrorPath): FieldError[] {
  return equals(value, old) ? [] : [invalid(path, value, 'field is immutable')];
}

function newFinalizerErrors(metadata: ValueMap, old: ValueMap, path: ErrorPath): FieldError[] {
  if ((old.get('deletionTimestamp') ?? null) === null) return [];
  const known = new Set(listAt(old, 'finalizers'));
  const added = (listAt(metadata, 'finalizers') ?? []).filter((item) => typeof item === 'string' && !known.has(item));
  if (added.length === 0) return [];
  const names = [...new Set(added.map(String))].sort(compareStrings).map(quote).join(', ');
  const words = 'no new finalizers can be added if the object is being deleted, found new finalizers';
  return [forbidden(path, `${words} []string{${names}}`)];
}

function resourceVersionErrors(metadata: ValueMap, path: ErrorPath): FieldError[] {
  const resourceVersion = stringAt(metadata, 'resourceVersion') ?? '';
  return resourceVersion === '' ? [invalid(path, '', 'must be specified for an update')] : [];
}

function generationErrors(metadata: ValueMap, old: ValueMap, path: ErrorPath): FieldError[] {
  const generation = numberOf(metadata.get('generation'));
  return generation < numberOf(old.get('generation')) ? [invalid(path, generation, 'must not be decremented')] : [];
}

function numberOf(value: Value | undefined): bigint {
  return typeof value === 'bigint' ? value : 0n;
}
