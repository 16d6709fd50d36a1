import type { FieldError, Value } from '@managed-fields/merge-engine';
import type { CustomResource } from '../catalog/catalog.ts';
import { type Definition, readDefinition, readNames } from './definition.ts';
import { unknownFormatWarnings } from './format-warnings.ts';
import { resourceOf } from './resource.ts';
import type { PreviousDefinition } from './rules/conversion.ts';
import { definitionErrors, definitionUpdateErrors, storedVersionsOf } from './rules/definition.ts';

/** An installed CustomResourceDefinition; what a later one with its name replaces. */
export interface InstalledDefinition extends PreviousDefinition {
  /** `foos.example.com` */
  readonly name: string;
  readonly definition: Definition;
  readonly storedVersions: readonly string[];
  readonly resource: CustomResource;
}

/** The answer of reading a CustomResourceDefinition. */
export type CrdReading =
  | {
      readonly kind: 'resource';
      readonly resource: CustomResource;
      readonly installed: InstalledDefinition;
      /** What strict field validation complains about, `unknown field "spec.x"`; the server ignores or warns otherwise. */
      readonly unknown: readonly string[];
      /** Warnings of the server. */
      readonly warnings: readonly string[];
    }
  /** The server's 422 over `name`. */
  | { readonly kind: 'invalid'; readonly name: string; readonly errors: readonly FieldError[] }
  /** The server's 400, in its words. */
  | { readonly kind: 'malformed'; readonly message: string };

/**
 * Reads a CustomResourceDefinition as the server does when one is created, or replaces `previous`: defaults, then the
 * server's validation with its words, then the resource that it makes. Conversion webhooks are not called; `resource.unmodelled`
 * says so.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go.
 */
export function resourceFromCrd(crd: Value, previous?: InstalledDefinition): CrdReading {
  const reading = readDefinition(crd);
  if (reading.kind === 'malformed') return reading;
  const { definition } = reading;
  const storedVersions = storedVersionsOf(definition, previous?.storedVersions ?? []);
  const status = { storedVersions, acceptedNames: readNames(undefined) };
  const errors =
    previous === undefined
      ? definitionErrors(definition, status)
      : definitionUpdateErrors(definition, status, previous);
  if (errors.length > 0) return { kind: 'invalid', name: definition.name, errors };
  const resource = resourceOf(definition);
  return {
    kind: 'resource',
    resource,
    installed: { name: definition.name, definition, storedVersions, established: true, resource },
    unknown: reading.unknown.map((path) => `unknown field "${path}"`),
    warnings: unknownFormatWarnings(definition, previous?.definition),
  };
}
