import {
  byteLength,
  childPath,
  compareStrings,
  type ErrorPath,
  equals,
  type FieldError,
  forbidden,
  formatJson,
  indexPath,
  inMinors,
  invalid,
  isMap,
  listAt,
  managedFieldsErrors,
  mapAt,
  quote,
  required,
  sortedKeys,
  stringAt,
  tooLong,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { dns1123Label, labelValue, qualifiedName } from './names.ts';

/** The rules of a kind for its metadata. */
export interface ObjectMetaRules {
  readonly namespaced: boolean;
  /** Checks a name; `prefix` is true for the prefix of a generated name. */
  name(value: string, prefix: boolean): readonly string[];
}

/**
 * Validates the metadata of an object that is created; `metadata` is decoded, so every field has its type. Labels and
 * annotations are checked in the order of their keys, where the server's order is random.
 * Upstream: k8s.io/apimachinery pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor.
 */
export function objectMetaErrors(metadata: ValueMap, rules: ObjectMetaRules, path: ErrorPath): FieldError[] {
  return [
    ...nameErrors(metadata, rules, path),
    ...namespaceErrors(stringAt(metadata, 'namespace') ?? '', rules.namespaced, childPath(path, 'namespace')),
    ...generationErrors(metadata.get('generation'), childPath(path, 'generation')),
    ...labelErrors(mapAt(metadata, 'labels'), childPath(path, 'labels')),
    ...annotationErrors(mapAt(metadata, 'annotations'), childPath(path, 'annotations')),
    ...ownerReferenceErrors(listAt(metadata, 'ownerReferences') ?? [], childPath(path, 'ownerReferences')),
    ...finalizerErrors(listAt(metadata, 'finalizers') ?? [], childPath(path, 'finalizers')),
    ...managedFieldsErrors(listAt(metadata, 'managedFields') ?? [], childPath(path, 'managedFields')),
  ];
}

function nameErrors(metadata: ValueMap, rules: ObjectMetaRules, path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  const generateName = stringAt(metadata, 'generateName') ?? '';
  if (generateName !== '') {
    for (const words of rules.name(generateName, true)) {
      errors.push(invalid(childPath(path, 'generateName'), generateName, words));
    }
  }
  const name = stringAt(metadata, 'name') ?? '';
  if (name === '') return [...errors, required(childPath(path, 'name'), 'name or generateName is required')];
  for (const words of rules.name(name, false)) errors.push(invalid(childPath(path, 'name'), name, words));
  return errors;
}

function namespaceErrors(namespace: string, namespaced: boolean, path: ErrorPath): FieldError[] {
  if (!namespaced) return namespace === '' ? [] : [forbidden(path, 'not allowed on this type')];
  if (namespace === '') return [required(path)];
  return dns1123Label(namespace).map((words) => invalid(path, namespace, words));
}

function generationErrors(generation: Value | undefined, path: ErrorPath): FieldError[] {
  if (typeof generation !== 'bigint' || generation >= 0n) return [];
  return [{ ...invalid(path, generation, 'must be greater than or equal to 0'), declarativeFrom: 38 }];
}

/**
 * Validates labels. Every error names the map and not the key.
 * Upstream: k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go ValidateLabels.
 */
export function labelErrors(labels: ValueMap | undefined, path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of labels === undefined ? [] : sortedKeys(labels)) {
    const value = stringAt(labels, key) ?? '';
    for (const words of qualifiedName(key)) errors.push(invalid(path, key, words));
    for (const words of labelValue(value)) errors.push(invalid(path, value, words));
  }
  return errors;
}

/**
 * Validates annotations: their keys, and the limit of 256 KiB for all of them.
 * Upstream: k8s.io/apimachinery pkg/api/validation/objectmeta.go ValidateAnnotations.
 */
export function annotationErrors(annotations: ValueMap | undefined, path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const key of annotations === undefined ? [] : sortedKeys(annotations)) {
    for (const words of qualifiedName(key.toLowerCase())) errors.push(invalid(path, key, words));
    bytes += byteLength(key) + byteLength(stringAt(annotations, key) ?? '');
  }
  return bytes > annotationsLimit ? [...errors, tooLong(path, annotationsLimit)] : errors;
}

const annotationsLimit = 262_144;

/** Validates owner references. Upstream: objectmeta.go ValidateOwnerReferences. */
export function ownerReferenceErrors(references: readonly Value[], path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  let controller: string | undefined;
  for (const [index, reference] of references.entries()) {
    if (!isMap(reference)) continue;
    errors.push(...formerReferenceErrors(reference, path));
    const place = indexPath(path, index);
    const found = oneReferenceErrors(reference, place);
    errors.push(...inMinors({ from: 37, until: 37 }, found.map(asHandwritten)), ...inMinors({ from: 38 }, found));
    if (reference.get('controller') !== true) continue;
    const name = `${stringAt(reference, 'kind') ?? ''}/${stringAt(reference, 'name') ?? ''}`;
    if (controller === undefined) controller = name;
    else {
      const words = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      errors.push(invalid(path, { raw: `[${references.map(referenceText).join(',')}]` }, words));
    }
  }
  return errors;
}

const notEmpty = { detail: 'must not be empty' };

/** A complaint as handwritten validation makes it. */
export function asHandwritten({ handwritten, ...error }: FieldError): FieldError {
  return { ...error, ...handwritten };
}

/**
 * Complaints about metadata of which a release from v1.38 on lets declarative validation look at the metadata alone:
 * what that finds comes after the handwritten ones about the same metadata, in its own words.
 * Upstream: objectmeta.go ValidateObjectMetaDeclaratively, which v1.37 calls with rules that are not in force.
 */
export function declaredLast(errors: readonly FieldError[]): FieldError[] {
  const isDeclared = ({ declarativeFrom, minors }: FieldError) =>
    declarativeFrom !== undefined && minors?.until === undefined;
  const early = errors.flatMap((error) => {
    if (!isDeclared(error)) return [error];
    return (error.minors?.from ?? 0) >= 38 ? [] : inMinors({ ...error.minors, until: 37 }, [error]);
  });
  const late = errors.filter(isDeclared).map(({ handwritten, ...error }) => error);
  return [...early, ...inMinors({ from: 38 }, late)];
}

function oneReferenceErrors(reference: ValueMap, path: ErrorPath): FieldError[] {
  const missing = (key: string) => ({
    ...required(childPath(path, key)),
    declarativeFrom: 37,
    handwritten: notEmpty,
  });
  return [
    ...['apiVersion', 'kind', 'name', 'uid'].flatMap((key) => {
      const text = stringAt(reference, key) ?? '';
      if (text === '') return [missing(key)];
      return key === 'apiVersion' && isNoVersion(text)
        ? [invalid(childPath(path, key), text, 'must be <group>/<version> or <version>')]
        : [];
    }),
    ...ownedByEvent(reference, path),
  ];
}

function isNoVersion(apiVersion: string): boolean {
  const parts = apiVersion.split('/');
  return parts.length > 2 || parts.at(-1) === '';
}

function ownedByEvent(reference: ValueMap, path: ErrorPath): FieldError[] {
  if (stringAt(reference, 'apiVersion') !== 'v1' || stringAt(reference, 'kind') !== 'Event') return [];
  return [invalid(path, { raw: referenceText(reference) }, '/v1, Kind=Event is disallowed from being an owner')];
}

/** Validates an owner reference as before v1.37, when errors named the list and not its item. */
function formerReferenceErrors(reference: ValueMap, path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  const text = (key: string) => stringAt(reference, key) ?? '';
  const apiVersion = text('apiVersion');
  const version = apiVersion.split('/').length > 2 ? '' : (apiVersion.split('/').at(-1) ?? '');
  if (version === '') {
    const words = 'version must not be empty';
    errors.push(...inMinors({ until: 36 }, [invalid(childPath(path, 'apiVersion'), apiVersion, words)]));
  }
  for (const key of ['kind', 'name', 'uid']) {
    if (text(key) !== '') continue;
    const place = childPath(path, key);
    errors.push(...inMinors({ until: 33 }, [invalid(place, '', `${key} must not be empty`)]));
    errors.push(...inMinors({ from: 34, until: 36 }, [invalid(place, '', 'must not be empty')]));
  }
  return [...errors, ...inMinors({ until: 36 }, ownedByEvent(reference, path))];
}

/** Prints a reference as Go does, with its fields in the order of the struct. */
function referenceText(reference: Value): string {
  if (!isMap(reference)) return formatJson(reference);
  const entries = referenceFields.filter((key) => reference.has(key)).map((key) => [key, reference.get(key)] as const);
  return formatJson(new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))));
}

const referenceFields = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'];

function finalizerErrors(finalizers: readonly Value[], path: ErrorPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const finalizer of finalizers) {
    if (typeof finalizer !== 'string') continue;
    for (const words of qualifiedName(finalizer)) errors.push(invalid(path, finalizer, words));
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}

/**
 * Validates the metadata of a changed object against the old one; both are decoded.
 * Upstream: k8s.io/apimachinery pkg/api/validation/objectmeta.go ValidateObjectMetaAccessorUpdate.
 */
export function objectMetaUpdateErrors(metadata: ValueMap, old: ValueMap, path: ErrorPath): FieldError[] {
  return [
    ...newFinalizerErrors(metadata, old, childPath(path, 'finalizers')),
    ...resourceVersionErrors(metadata, childPath(path, 'resourceVersion')),
    ...lowerGenerationErrors(metadata, old, childPath(path, 'generation')),
    ...textFields.flatMap((key) =>
      changedErrors(stringAt(metadata, key) ?? '', stringAt(old, key) ?? '', childPath(path, key)),
    ),
    ...fixedErrors(stringAt(metadata, 'uid') ?? '', stringAt(old, 'uid') ?? '', childPath(path, 'uid')),
    ...otherFields.flatMap((key) => fixedErrors(metadata.get(key) ?? null, old.get(key) ?? null, childPath(path, key))),
    ...labelErrors(mapAt(metadata, 'labels'), childPath(path, 'labels')),
    ...annotationErrors(mapAt(metadata, 'annotations'), childPath(path, 'annotations')),
    ...ownerReferenceErrors(listAt(metadata, 'ownerReferences') ?? [], childPath(path, 'ownerReferences')),
    ...managedFieldsErrors(listAt(metadata, 'managedFields') ?? [], childPath(path, 'managedFields')),
  ];
}

const textFields = ['name', 'namespace'] as const;
const otherFields = ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

/** Checks that a value does not change. Upstream: objectmeta.go ValidateImmutableField. */
export function changedErrors(value: Value, old: Value, path: ErrorPath): FieldError[] {
  return equals(value, old) ? [] : [invalid(path, value, 'field is immutable')];
}

/** The same of what declarative validation looks at from v1.38 on, which does not show the value. */
function fixedErrors(value: Value, old: Value, path: ErrorPath): FieldError[] {
  const errors = changedErrors(value, old, path);
  const unshown = errors.map((error) => ({ ...error, value: null, declarativeFrom: 38, handwritten: error }));
  return [...inMinors({ until: 37 }, errors), ...inMinors({ from: 38 }, unshown)];
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

function lowerGenerationErrors(metadata: ValueMap, old: ValueMap, path: ErrorPath): FieldError[] {
  const generation = numberOf(metadata.get('generation'));
  return generation < numberOf(old.get('generation')) ? [invalid(path, generation, 'must not be decremented')] : [];
}

function numberOf(value: Value | undefined): bigint {
  return typeof value === 'bigint' ? value : 0n;
}
