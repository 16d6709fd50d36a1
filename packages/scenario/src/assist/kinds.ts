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

/** A kind as manifests name it. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * A kind that can be chosen; `custom` kinds come from a CustomResourceDefinition, `known` ones from that of a project's
 * release, which nobody pasted.
 */
export interface KindView extends KindName {
  readonly origin: 'builtin' | 'custom' | 'known';
  readonly namespaced: boolean;
  /** Whose definition a `known` kind is read by. */
  readonly project?: KnownRelease;
}

/** All kinds and versions that a server serves: custom ones first, then by group and name. */
export function kindsOf(catalog: TypeCatalog): readonly KindView[] {
  const kinds = catalog.names().flatMap(({ group, preferredVersion, plural }) => {
    const { resource } = catalog.find(group, preferredVersion, plural) ?? {};
    const versions = resource === undefined ? [] : [...resource.versions.values()];
    return versions.filter(({ unserved }) => unserved !== true).map(viewOf);
  });
  const rank = ({ origin }: KindView) => (origin === 'custom' ? 0 : 1);
  return kinds.sort(
    (a, b) => rank(a) - rank(b) || a.kind.localeCompare(b.kind, 'en') || a.apiVersion.localeCompare(b.apiVersion, 'en'),
  );
}

/**
 * The kinds that can be chosen where a scenario stands: those of the catalog, then the known ones that are not in it.
 * A catalog may have more than what is in force there, such as a pasted definition.
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

/** A pasted CustomResourceDefinition put into force; the server's words where it refuses. */
export type WithPasted =
  | { readonly kind: 'catalog'; readonly catalog: TypeCatalog; readonly pasted: readonly KindName[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** The kinds of a cluster, with those that a pasted text defines; its documents that define none are passed over. */
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
