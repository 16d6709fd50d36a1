import {
  type Cluster,
  catalogOf,
  customResources,
  type ResourceVersion,
  type TypeCatalog,
} from '@managed-fields/api-server';
import { knownKinds } from '@managed-fields/known-definitions';
import { isMap, stringAt } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import type { KnownRelease, PlayState } from '../run/play-state.ts';

/** A kind and its API version, as manifests name them. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * A kind to choose from. `custom` kinds have a CustomResourceDefinition in the scenario, `known` kinds one of a
 * project's release.
 */
export interface KindView extends KindName {
  readonly origin: 'builtin' | 'custom' | 'known';
  readonly namespaced: boolean;
  /** The release of a project whose definition a `known` kind has. */
  readonly project?: KnownRelease;
}

/** All kinds and versions that a server serves: custom kinds first, then by kind and API version. */
export function kindsOf(catalog: TypeCatalog): readonly KindView[] {
  const kinds = catalog.names().flatMap(({ group, preferredVersion, plural }) => {
    const { resource } = catalog.find(group, preferredVersion, plural) ?? {};
    const versions = resource === undefined ? [] : [...resource.versions.values()];
    return versions.filter(({ served }) => served).map(viewOf);
  });
  const rank = ({ origin }: KindView) => (origin === 'custom' ? 0 : 1);
  return kinds.sort(
    (a, b) => rank(a) - rank(b) || a.kind.localeCompare(b.kind, 'en') || a.apiVersion.localeCompare(b.apiVersion, 'en'),
  );
}

/**
 * The kinds to choose from at a state of a scenario: those of the catalog, then known kinds that the catalog does not
 * have. The catalog may have more kinds than the state, such as those of a pasted definition.
 */
export function kindsAt(catalog: TypeCatalog, state: PlayState | undefined): readonly KindView[] {
  const there = kindsOf(catalog).map((kind): KindView => {
    const resource = catalog.findKind(kind.apiVersion, kind.kind)?.resource;
    const project = resource && state?.known.get(resource);
    return project === undefined ? kind : knownView(kind, project);
  });
  const names = new Set(there.map(keyOf));
  const others = knownKinds().filter((kind) => !names.has(keyOf(kind)) && !state?.ownDefinitions.has(kind.definition));
  return [...there, ...others.map((kind) => knownView(kind, kind.of))];
}

function knownView(
  { apiVersion, kind, namespaced }: KindName & { readonly namespaced: boolean },
  { project, release }: KnownRelease,
): KindView {
  return { apiVersion, kind, origin: 'known', namespaced, project: { project, release } };
}

function viewOf({ apiVersion, resource }: ResourceVersion): KindView {
  return { apiVersion, kind: resource.kind, origin: resource.origin, namespaced: resource.namespaced };
}

/** A cluster with a pasted CustomResourceDefinition, or the message of the server that refuses it. */
export type WithPasted =
  | { readonly kind: 'catalog'; readonly catalog: TypeCatalog; readonly pasted: readonly KindName[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/**
 * Installs the definitions in a pasted text and returns the kinds of the cluster. Other documents of the text are
 * skipped.
 */
export function withPasted(cluster: Cluster, text: string): WithPasted {
  const documents = readDocuments(text);
  const broken = documents.flatMap(({ problems }) => problems).find(({ severity }) => severity === 'error');
  if (broken !== undefined) return { kind: 'refused', problems: [broken.message] };
  let installed = cluster;
  const before = new Set(kindsOf(catalogOf(cluster)).map(keyOf));
  for (const { value } of documents) {
    if (!isMap(value) || stringAt(value, 'kind') !== 'CustomResourceDefinition') continue;
    const answer = customResources().installCrd(installed, value);
    if (answer.kind === 'refused') return { kind: 'refused', problems: answer.problems };
    installed = answer.cluster;
  }
  const catalog = catalogOf(installed);
  const pasted = kindsOf(catalog).filter((kind) => kind.origin === 'custom');
  const fresh = pasted.filter((kind) => !before.has(keyOf(kind)));
  return { kind: 'catalog', catalog, pasted: fresh.length > 0 ? fresh : pasted };
}

function keyOf({ apiVersion, kind }: KindName): string {
  return `${apiVersion} ${kind}`;
}
