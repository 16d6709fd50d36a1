import { complaintsIn, type FieldError, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { CustomResource } from '../catalog/catalog.ts';
import { usualRelease } from '../cel/release.ts';
import { definitionOf, readDefinition, readNames } from './definition.ts';
import { schemaWarnings } from './definition-warnings.ts';
import { resourceOf } from './resource.ts';
import { definitionErrors, definitionUpdateErrors, storedVersionsOf } from './rules/definition.ts';

/** An installed CustomResourceDefinition, with which its replacement is compared. */
export interface InstalledDefinition {
  /** `foos.example.com` */
  readonly name: string;
  /** The definition as it was sent. */
  readonly crd: ValueMap;
  /** `status.storedVersions` */
  readonly storedVersions: readonly string[];
  readonly resource: CustomResource;
}

/** The result of reading a CustomResourceDefinition. */
export type CrdReading =
  | {
      readonly kind: 'resource';
      readonly resource: CustomResource;
      readonly installed: InstalledDefinition;
      /**
       * The errors of strict field validation, `unknown field "spec.x"`; otherwise the server ignores them or warns.
       */
      readonly unknown: readonly string[];
      /** Warnings of the server. */
      readonly warnings: readonly string[];
    }
  /** The errors of the server's 422 for the definition `name`. */
  | { readonly kind: 'invalid'; readonly name: string; readonly errors: readonly FieldError[] }
  /** The message of the server's 400. */
  | { readonly kind: 'malformed'; readonly message: string };

/**
 * Reads a CustomResourceDefinition that is created, or that replaces `previous`: defaults, validates it in the server's
 * words of a minor version, and makes its resource. Conversion webhooks are not called; `resource.unmodelled` says so.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go.
 */
export function resourceFromCrd(crd: Value, previous?: InstalledDefinition, minor = usualRelease.minor): CrdReading {
  const reading = readDefinition(crd);
  if (reading.kind === 'malformed') return reading;
  const { definition, crd: sent } = reading;
  const before = previous && {
    definition: definitionOf(previous.crd),
    storedVersions: previous.storedVersions,
    established: true,
  };
  const storedVersions = storedVersionsOf(definition, previous?.storedVersions ?? []);
  const status = { storedVersions, acceptedNames: readNames(undefined) };
  const found =
    before === undefined ? definitionErrors(definition, status) : definitionUpdateErrors(definition, status, before);
  const errors = complaintsIn(minor, found);
  if (errors.length > 0) return { kind: 'invalid', name: definition.name, errors };
  const resource = resourceOf(definition);
  return {
    kind: 'resource',
    resource,
    installed: { name: definition.name, crd: sent, storedVersions, resource },
    unknown: reading.unknown.map((path) => `unknown field "${path}"`),
    warnings: schemaWarnings(definition, before?.definition),
  };
}
