import { type FieldError, listAt, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { isTrue, withStatus } from './conditions.ts';
import { definitionOf } from './definition.ts';
import { type FormatsWarned, schemaWarnings } from './definition-warnings.ts';
import { acceptedNames } from './naming.ts';
import type { PreviousDefinition } from './rules/conversion.ts';
import {
  type DefinitionStatus,
  definitionErrors,
  definitionStatusErrors,
  definitionUpdateErrors,
  storedVersionsOf,
} from './rules/definition.ts';

/*
 * A CustomResourceDefinition as a kind like others: what its strategy does to whole objects, which are decoded and
 * defaulted. Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go.
 */

/** Adds the storage version to `status.storedVersions`. */
export function withStorageVersion(crd: ValueMap): ValueMap {
  return withStatus(crd, 'storedVersions', storedVersionsOf(definitionOf(crd), storedVersions(crd)));
}

/** Validates a new definition. */
export function definitionCreateErrors(crd: ValueMap): readonly FieldError[] {
  return definitionErrors(definitionOf(crd), statusOf(crd));
}

/** Validates a changed definition, apart from its metadata. */
export function definitionChangeErrors(crd: ValueMap, old: ValueMap): readonly FieldError[] {
  const previous: PreviousDefinition = {
    definition: definitionOf(old),
    storedVersions: storedVersions(old),
    established: isTrue(old, 'Established'),
  };
  return definitionUpdateErrors(definitionOf(crd), statusOf(crd), previous);
}

/** Validates a written status. */
export function definitionStatusChangeErrors(crd: ValueMap): readonly FieldError[] {
  return definitionStatusErrors(statusOf(crd));
}

/**
 * Returns the warnings about a definition, without those that apply to the old one; `old` is undefined for a new one.
 */
export function definitionWarnings(
  crd: ValueMap,
  old: ValueMap | undefined,
  warned?: FormatsWarned,
): readonly string[] {
  return schemaWarnings(definitionOf(crd), old && definitionOf(old), warned);
}

function statusOf(crd: ValueMap): DefinitionStatus {
  return { storedVersions: storedVersions(crd), acceptedNames: acceptedNames(crd) };
}

function storedVersions(crd: ValueMap): readonly string[] {
  return (listAt(mapAt(crd, 'status'), 'storedVersions') ?? []).filter((name) => typeof name === 'string');
}
