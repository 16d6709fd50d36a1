import { equals, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { isTrue } from '../customresource/conditions.ts';
import { type Definition, definitionOf } from '../customresource/definition.ts';
import type { JsonSchema } from '../customresource/json-schema.ts';
import { acceptedNames } from '../customresource/naming.ts';
import { catalogOfResource, resourceOf } from '../customresource/resource.ts';
import { bundleComplaints } from '../customresource/rules/conversion.ts';
import { structuralErrors, structuralProblem } from '../customresource/rules/structural.ts';
import { type Cluster, type Definition as InForce, keysUnder, storedAt } from './cluster.ts';
import { definitionKeys } from './definition-keys.ts';

/**
 * Puts the kinds of the stored definitions whose names are accepted in force. Kinds that are merely assumed stay until
 * a definition of their name is stored.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go ServeHTTP.
 */
export function withKindsInForce(cluster: Cluster): Cluster {
  const assumed = [...cluster.definitions].filter(([, definition]) => definition.object === undefined);
  const definitions = new Map<string, InForce>(assumed);
  for (const key of keysUnder(cluster, definitionKeys)) {
    const name = key.slice(definitionKeys.length);
    const object = storedAt(cluster, key)?.object;
    const made = object && definitionMade(object, cluster.definitions.get(name));
    if (made === undefined) definitions.delete(name);
    else definitions.set(name, made);
  }
  return sameDefinitions(cluster.definitions, definitions) ? cluster : { ...cluster, definitions };
}

function definitionMade(object: ValueMap, before: InForce | undefined): InForce | undefined {
  if (before?.object === object) return before;
  if (!isTrue(object, 'NamesAccepted') && !isTrue(object, 'Established')) return undefined;
  const terminating = isTrue(object, 'Terminating');
  if (before?.object !== undefined && sameKinds(before.object, object)) {
    return { ...before, object, terminating };
  }
  if (!isServable(definitionOf(object))) return undefined;
  const names = acceptedNames(object);
  const definition = { ...definitionOf(object), names };
  const resource = resourceOf(definition);
  const { clientConfig } = definition.conversion;
  const broken = clientConfig !== undefined && bundleComplaints(clientConfig).length > 0;
  return { object, catalog: catalogOfResource(resource, names.shortNames, names.categories), terminating, broken };
}

/** Whether a server could serve the kinds of a definition. A pasted definition may be invalid. */
function isServable({ group, names, versions = [] }: Definition): boolean {
  const named = group !== '' && names.plural !== '' && names.kind !== '';
  return named && versions.length > 0 && versions.every(({ schema }) => schema !== undefined && isStructural(schema));
}

function isStructural(schema: JsonSchema): boolean {
  return structuralProblem(schema) === undefined && structuralErrors(schema, '').length === 0;
}

/** Whether two states of a definition declare the same kinds. */
function sameKinds(a: ValueMap, b: ValueMap): boolean {
  const namesOf = (crd: ValueMap) => mapAt(mapAt(crd, 'status'), 'acceptedNames') ?? null;
  return equals(a.get('spec') ?? null, b.get('spec') ?? null) && equals(namesOf(a), namesOf(b));
}

function sameDefinitions(a: ReadonlyMap<string, InForce>, b: ReadonlyMap<string, InForce>): boolean {
  return a.size === b.size && [...a].every(([name, definition]) => b.get(name) === definition);
}
