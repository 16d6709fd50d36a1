import { type Cluster, catalogOf, customResources, type Resource } from '@managed-fields/api-server';
import {
  type KnownDefinition,
  type KnownKind,
  knownDefinition,
  knownKind,
  knownResources,
} from '@managed-fields/known-definitions';
import { resourceMeant } from '@managed-fields/kubectl';
import { mapAt, remembered, stringAt, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import type { PlayState } from './play-state.ts';

/**
 * Adds the definition of a kind to the cluster that the server itself publishes, else the known one. Returns the same
 * state where there is none or it could not be fetched, or where the scenario holds one of its own.
 */
export function withKnownKind(state: PlayState, apiVersion: string, kind: string): PlayState {
  const published = withPublishedKind(state, apiVersion, kind);
  if (published !== undefined) return published;
  const of = knownKind(apiVersion, kind);
  const known =
    of === undefined || state.ownDefinitions.has(of.definition) ? undefined : knownDefinition(apiVersion, kind);
  const assumed = known && withKnown(state.cluster, known);
  if (known === undefined || assumed === undefined) return state;
  return { ...state, cluster: assumed.cluster, known: new Map(state.known).set(assumed.resource, known.kind.of) };
}

/**
 * Adds the definition that the server publishes of a kind; undefined where there is none that servers accept, or where
 * the scenario holds one of its own.
 */
function withPublishedKind(state: PlayState, apiVersion: string, kind: string): PlayState | undefined {
  const published = catalogOf(state.cluster).published?.(apiVersion, kind);
  const name = stringAt(mapAt(published?.definition, 'metadata'), 'name') ?? '';
  if (published === undefined || state.ownDefinitions.has(name)) return undefined;
  const installed = customResources().installCrd(state.cluster, published.definition);
  if (installed.kind !== 'installed') return undefined;
  const { cluster } = installed;
  const resource = catalogOf(cluster).findKind(apiVersion, kind)?.resource;
  if (resource === undefined) return undefined;
  return { ...state, cluster, published: new Map(state.published).set(resource, published.release) };
}

/**
 * Adds the known definition of the resource that an argument of kubectl names, such as `cert` or
 * `certificates.cert-manager.io`. Returns the same state where it names none, or where the scenario holds a definition
 * of its own.
 */
export function withKnownResource(state: PlayState, argument: string): PlayState {
  const meant = knownKindMeant(argument, state.ownDefinitions);
  return meant === undefined ? state : withKnownKind(state, meant.apiVersion, meant.kind);
}

/** The known kind that an argument of kubectl means, but for those whose definitions are among `others`. */
function knownKindMeant(argument: string, others: ReadonlySet<string>): KnownKind | undefined {
  const known = knownResources().filter(({ definition }) => !others.has(definition));
  const meant = resourceMeant(known, argument, ({ versions }, version) => versions.includes(version));
  return meant && knownKind(`${meant.names.group}/${meant.names.versions[0]}`, meant.names.kind);
}

/**
 * Makes a kind with a known definition keep the fields that the definition does not have. Its object comes from a
 * server with another release of the project.
 */
export function withUnknownKept(state: PlayState, apiVersion: string, kind: string): PlayState {
  const { kind: of, definition } = knownDefinition(apiVersion, kind) ?? {};
  if (of === undefined || definition === undefined) return state;
  const assumed = withKnown(state.cluster, { kind: of, definition: keepingUnknown(definition) });
  if (assumed === undefined) return state;
  const known = new Map(state.known).set(assumed.resource, { ...of.of, keepsUnknown: true });
  return { ...state, cluster: assumed.cluster, known };
}

const keepingUnknown = remembered((definition: ValueMap) =>
  withEntry(definition, 'spec', withEntry(mapAt(definition, 'spec') ?? new Map(), 'preserveUnknownFields', true)),
);

/** Adds a known definition to a cluster; undefined where the definition could not be fetched. */
export function withKnown(
  cluster: Cluster,
  { kind: { apiVersion, kind }, definition }: KnownDefinition,
): { readonly cluster: Cluster; readonly resource: Resource } | undefined {
  const assumed = definition && customResources().assumeCrd(cluster, definition);
  const resource = assumed && catalogOf(assumed).findKind(apiVersion, kind)?.resource;
  return resource && { cluster: assumed, resource };
}
