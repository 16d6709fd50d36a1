import { type FieldError, listAt, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { isTrue, withStatus } from './conditions.ts';
import { type Definition, definitionOf } from './definition.ts';
import { unknownFormatWarnings } from './format-warnings.ts';
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

/** The object with its storage version among those that were ever stored. */
export function withStorageVersion(crd: ValueMap): ValueMap {
  const before = storedVersions(crd);
  const after = storedVersionsOf(definitionOf(crd), before);
  return after === before ? crd : withStatus(crd, 'storedVersions', after);
}

/** Complaints about a new definition. */
export function definitionCreateErrors(crd: ValueMap): readonly FieldError[] {
  return definitionErrors(definitionOf(crd), statusOf(crd));
}

/** Complaints about a definition in the place of another, those about its metadata apart. */
export function definitionChangeErrors(crd: ValueMap, old: ValueMap): readonly FieldError[] {
  const previous: PreviousDefinition = {
    definition: definitionOf(old),
    storedVersions: storedVersions(old),
    established: isTrue(old, 'Established'),
  };
  return definitionUpdateErrors(definitionOf(crd), statusOf(crd), previous);
}

/** Complaints about a status that was written. */
export function definitionStatusChangeErrors(crd: ValueMap): readonly FieldError[] {
  return definitionStatusErrors(statusOf(crd));
}

/** Warnings about a definition, but for what it already had; `old` is undefined where it is new. */
export function definitionWarnings(crd: ValueMap, old: ValueMap | undefined): readonly string[] {
  const before: Definition | undefined = old === undefined ? undefined : definitionOf(old);
  return unknownFormatWarnings(definitionOf(crd), before);
}

function statusOf(crd: ValueMap): DefinitionStatus {
  return { storedVersions: storedVersions(crd), acceptedNames: acceptedNames(crd) };
}

function storedVersions(crd: ValueMap): readonly string[] {
  return (listAt(mapAt(crd, 'status'), 'storedVersions') ?? []).filter((name) => typeof name === 'string');
}
