import { catalogOf, emptyCluster, type TypeCatalog } from '@managed-fields/api-server';
import { knownDefinition, knownResources } from '@managed-fields/known-definitions';
import { withKnown } from '../../run/known-kinds.ts';
import type { ErrorFacts } from './error-facts.ts';

/**
 * The kinds of a server, and those that a message may be about and whose definitions are known; the same catalog where
 * there are none. Their definitions must be loaded.
 */
export function withKnownKindsOf(facts: ErrorFacts, catalog: TypeCatalog): TypeCatalog {
  let cluster = emptyCluster(catalog);
  for (const { apiVersion, kind } of meantBy(facts, catalog)) {
    const known = knownDefinition(apiVersion, kind);
    cluster = (known && withKnown(cluster, known)?.cluster) ?? cluster;
  }
  return cluster.definitions.size === 0 ? catalog : catalogOf(cluster);
}

/** An API version and a kind of it. */
interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The known kinds that fit what a message names; a name alone, without a group, means a kind of the server first. */
export function meantBy({ object, managers }: ErrorFacts, catalog: TypeCatalog): readonly TypeMeta[] {
  const { apiVersion, group, kind, resource } = object;
  const isCalled = (names: { readonly kind: string; readonly plural: string }) =>
    (kind === undefined || names.kind === kind) && (resource === undefined || names.plural === resource);
  const called = knownResources()
    .filter(isCalled)
    .flatMap((each) => each.versions.map((version) => ({ apiVersion: `${each.group}/${version}`, kind: each.kind })));
  if (apiVersion !== undefined) return called.filter((each) => each.apiVersion === apiVersion);
  if (group !== undefined) return called.filter((each) => each.apiVersion.startsWith(`${group}/`));
  const written = new Set(managers.map((manager) => manager.apiVersion).filter((each) => each !== ''));
  if (written.size > 0) return called.filter((each) => written.has(each.apiVersion));
  const isNamed = kind !== undefined || resource !== undefined;
  return isNamed && !catalog.names().some(isCalled) ? called : [];
}
