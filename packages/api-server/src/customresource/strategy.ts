import {
  type FieldError,
  generationOf,
  invalid,
  mapAt,
  textAt,
  type ValueMap,
  withEntry,
  withoutEntry,
} from '@managed-fields/merge-engine';
import type { Strategy } from '../catalog/catalog.ts';
import { dns1123SubdomainOrPrefix } from '../catalog/names.ts';
import { declaredLast, objectMetaErrors, objectMetaUpdateErrors } from '../catalog/object-meta-rules.ts';
import type { Definition, DefinitionVersion, ScalePaths } from './definition.ts';
import { embeddedErrors } from './embedded.ts';
import { validateRules } from './expressions/validate-rules.ts';
import { newFinalizerWarnings } from './finalizers.ts';
import { hasRules, type JsonSchema } from './json-schema.ts';
import { listErrors } from './list-rules.ts';
import { scaleSpecErrors, scaleStatusErrors } from './scale-rules.ts';
import { correlatedKey } from './validation/correlation.ts';
import { toFieldErrors } from './validation/result.ts';
import { sameValue } from './validation/same-value.ts';
import { validateChanged, validateValue } from './validation/validate-value.ts';

const noMetadata: ValueMap = new Map();

/**
 * Makes the strategy for custom resources that are written through a version; objects are at that version. Through
 * `status` only the status changes; through `scale` the rules of the main resource apply.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresource/strategy.go, status_strategy.go, validator.go.
 */
export function customResourceStrategy(
  definition: Definition,
  version: DefinitionVersion,
  schema: JsonSchema,
): Strategy {
  const kind: Kind = {
    name: definition.names.kind,
    apiVersion: `${definition.group}/${version.name}`,
    namespaced: definition.scope === 'Namespaced',
    hasStatus: version.hasStatus,
    scale: version.scale,
    schema,
    hasRules: hasRules(schema),
  };
  return {
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    prepareForCreate: (object) => withGeneration(kind.hasStatus ? withoutEntry(object, 'status') : object, 1n),
    prepareForUpdate: (object, old, subresource) =>
      subresource === 'status' ? onlyStatus(object, old, kind) : allButStatus(object, old, kind),
    validateCreate: (object, _, minor) => createErrors(object, kind, minor),
    validateUpdate: (object, old, subresource, _, minor) =>
      subresource === 'status' ? statusErrors(object, old, kind, minor) : updateErrors(object, old, kind, minor),
    warningsOnCreate: (object) => newFinalizerWarnings(object, undefined),
    // A write of the status leaves the finalizers as they are.
    warningsOnUpdate: newFinalizerWarnings,
    validationWarnings: (object) => warnings.get(object) ?? [],
  };
}

interface Kind {
  readonly name: string;
  readonly apiVersion: string;
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
  readonly schema: JsonSchema;
  /** Whether the schema has rules of x-kubernetes-validations. */
  readonly hasRules: boolean;
}

function allButStatus(object: ValueMap, old: ValueMap, kind: Kind): ValueMap {
  const next = kind.hasStatus ? withFieldOf(object, old, 'status') : object;
  const unchanged = sameValue(withoutEntry(next, 'metadata'), withoutEntry(old, 'metadata'));
  return unchanged ? next : withGeneration(next, generationOf(old) + 1n);
}

/**
 * The old object with the new status. A null where there was none counts as unchanged, so that it passes validation, and is
 * dropped when the object is read back.
 * Upstream: status_strategy.go PrepareForUpdate; apiextensions-apiserver pkg/apiserver/validation/ratcheting.go;
 * pkg/apiserver/schema/defaulting PruneNonNullableNullsWithoutDefaults.
 */
function onlyStatus(object: ValueMap, old: ValueMap, { schema }: Kind): ValueMap {
  const managedFields = mapAt(object, 'metadata')?.get('managedFields');
  const metadata = mapAt(old, 'metadata') ?? noMetadata;
  const recorded =
    managedFields === undefined
      ? withoutEntry(metadata, 'managedFields')
      : withEntry(metadata, 'managedFields', managedFields);
  const next = withFieldOf(withEntry(old, 'metadata', recorded), object, 'status');
  const isDropped = object.get('status') === null && (old.get('status') ?? null) === null;
  return isDropped && schema.properties.get('status')?.nullable === false ? withoutEntry(next, 'status') : next;
}

/** Copies one field from another object. */
function withFieldOf(object: ValueMap, source: ValueMap, key: string): ValueMap {
  const value = source.get(key);
  return value === undefined ? withoutEntry(object, key) : withEntry(object, key, value);
}

function withGeneration(object: ValueMap, generation: bigint): ValueMap {
  return withEntry(object, 'metadata', withEntry(mapAt(object, 'metadata') ?? noMetadata, 'generation', generation));
}

/**
 * Adds the errors about a scale to those about metadata and the schema; of an object of another kind or version neither are
 * looked for. Upstream: validator.go Validate, ValidateUpdate.
 */
function ownErrors(object: ValueMap, kind: Kind, others: () => readonly FieldError[]): readonly FieldError[] {
  const wrongType = typeErrors(object, kind);
  if (wrongType.length > 0) return wrongType;
  return [...others(), ...scaleSpecErrors(object, kind.scale), ...scaleStatusErrors(object, kind.scale)];
}

/** Checks apiVersion and kind. Upstream: validator.go ValidateTypeMeta. */
function typeErrors(object: ValueMap, kind: Kind): FieldError[] {
  const errors: FieldError[] = [];
  const named = textAt(object, 'kind');
  if (named !== kind.name) errors.push(invalid('kind', named, `must be ${kind.name}`));
  const apiVersion = textAt(object, 'apiVersion');
  if (apiVersion !== kind.apiVersion) errors.push(invalid('apiVersion', apiVersion, `must be ${kind.apiVersion}`));
  return errors;
}

function metadataUpdateErrors(object: ValueMap, old: ValueMap): FieldError[] {
  const [metadata, before] = [mapAt(object, 'metadata') ?? noMetadata, mapAt(old, 'metadata') ?? noMetadata];
  return declaredLast(objectMetaUpdateErrors(metadata, before, 'metadata'));
}

function createErrors(object: ValueMap, kind: Kind, minor: number | undefined): FieldError[] {
  const names = { namespaced: kind.namespaced, name: dns1123SubdomainOrPrefix };
  const own = ownErrors(object, kind, () => [
    ...declaredLast(objectMetaErrors(mapAt(object, 'metadata') ?? noMetadata, names, 'metadata')),
    ...toFieldErrors(validateValue(object, kind.schema, '', { forObjects: true, minor }), undefined),
  ]);
  return withRules({ kind, object, old: undefined, minor }, [
    ...own,
    ...embeddedErrors(object, kind.schema, undefined),
    ...listErrors(object, kind.schema),
  ]);
}

function updateErrors(object: ValueMap, old: ValueMap, kind: Kind, minor: number | undefined): FieldError[] {
  const correlation = { value: object, old, schema: kind.schema };
  const own = ownErrors(object, kind, () => [
    ...metadataUpdateErrors(object, old),
    ...toFieldErrors(validateChanged(object, kind.schema, { forObjects: true, minor }, correlation), undefined),
  ]);
  return withRules({ kind, object, old, minor }, [
    ...own,
    ...embeddedErrors(object, kind.schema, undefined),
    ...newListErrors(object, old, kind.schema),
  ]);
}

function statusErrors(object: ValueMap, old: ValueMap, kind: Kind, minor: number | undefined): FieldError[] {
  const status = object.get('status');
  const schema = kind.schema.properties.get('status');
  const errors = metadataUpdateErrors(object, old);
  if (status !== undefined && schema !== undefined) {
    const whole = { value: object, old, schema: kind.schema };
    const result = validateChanged(status, schema, { forObjects: true, minor }, correlatedKey(whole, 'status'));
    errors.push(...toFieldErrors(result, 'status'));
  }
  errors.push(...scaleStatusErrors(object, kind.scale), ...newListErrors(object, old, kind.schema));
  return withRules({ kind, object, old, minor }, errors);
}

/** Finds duplicates in lists, unless the old object has duplicates too. */
function newListErrors(object: ValueMap, old: ValueMap, schema: JsonSchema): FieldError[] {
  const errors = listErrors(object, schema);
  return errors.length > 0 && listErrors(old, schema).length > 0 ? [] : errors;
}

const blocking: readonly FieldError['type'][] = ['NotSupported', 'Required', 'TooLong', 'TooMany', 'TypeInvalid'];

/** An object that is written to a server of a minor version; absent: v1.36. */
interface Written {
  readonly kind: Kind;
  readonly object: ValueMap;
  readonly old: ValueMap | undefined;
  readonly minor: number | undefined;
}

/** Adds the errors of rules, which are evaluated last and only if no other error prevents it. */
function withRules(written: Written, errors: FieldError[]): FieldError[] {
  if (!written.kind.hasRules) return errors;
  if (isBlocked(errors)) {
    const words =
      'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    return [...errors, invalid(undefined, null, words)];
  }
  return [...errors, ...askRules(written)];
}

function isBlocked(errors: readonly FieldError[]): boolean {
  return errors.some((error) => blocking.includes(error.type));
}

const warnings = new WeakMap<ValueMap, readonly string[]>();

/** Asks the rules, and keeps what they warn about for as long as the object is looked at. */
function askRules({ kind, object, old, minor }: Written): readonly FieldError[] {
  const result = validateRules(object, kind.schema, old, minor);
  warnings.set(object, result.warnings);
  return result.errors;
}
