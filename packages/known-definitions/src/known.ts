import type { CalledNames } from '@managed-fields/kubectl';
import { compareStrings, remembered, type ValueMap } from '@managed-fields/merge-engine';
import { type KnownIndex, type KnownProject, knownFile, knownIndex } from './known-files.ts';

/** A known kind at a version. */
export interface KnownKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** The name of its definition, `certificates.cert-manager.io`. */
  readonly definition: string;
  /** The file that holds its definition, for `loadKnownFile`. */
  readonly file: string;
  readonly of: KnownProject;
}

/** The names of the resource of a known definition, and the versions that it serves. */
export interface KnownResource extends CalledNames {
  /** The name of its definition, `certificates.cert-manager.io`. */
  readonly definition: string;
  readonly versions: readonly string[];
}

/** The definition of a kind; without one where it is known and could not be fetched. */
export interface KnownDefinition {
  readonly kind: KnownKind;
  readonly definition: ValueMap | undefined;
}

/** What is made of an index once. */
const kindsOf = remembered(({ projects, definitions }: KnownIndex): readonly KnownKind[] =>
  definitions.flatMap(({ project, name, kind, namespaced, versions, file = `${groupOf(name)}_${versions[0]}` }) => {
    const of = projects[project];
    if (of === undefined) return [];
    return versions.map((version) => ({
      apiVersion: `${groupOf(name)}/${version}`,
      kind,
      namespaced,
      definition: name,
      file,
      of,
    }));
  }),
);

const resourcesOf = remembered(({ definitions }: KnownIndex): readonly KnownResource[] =>
  definitions
    .map(({ name, kind, singular = kind.toLowerCase(), shortNames = [], versions }) => ({
      definition: name,
      group: groupOf(name),
      kind,
      singular,
      plural: name.slice(0, name.indexOf('.')),
      shortNames,
      versions,
    }))
    .sort((a, b) => compareStrings(a.group, b.group)),
);

function groupOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

// Where the index was not loaded (`loadKnownFile('index')`), each of these leaves the computation (`attempt` of `api-server`).

/** Lists the known kinds, at each version that is served. */
export function knownKinds(): readonly KnownKind[] {
  return kindsOf(knownIndex());
}

/**
 * Lists the known resources in the order in which a server that has all of them lists their groups, so that the first
 * wins an ambiguous name.
 * Upstream: k8s.io/apiserver pkg/endpoints/discovery/aggregated/handler.go calculateAPIGroupsLocked, where the groups
 * of all definitions have one priority.
 */
export function knownResources(): readonly KnownResource[] {
  return resourcesOf(knownIndex());
}

/** A kind at a version by its name; undefined where it is not known. */
export function knownKind(apiVersion: string, kind: string): KnownKind | undefined {
  return knownKinds().find((each) => each.apiVersion === apiVersion && each.kind === kind);
}

/**
 * The CustomResourceDefinition that a project's release brings for a kind at a version, whole with its other versions;
 * undefined where none is known that serves it. The same object each time. Where the file of the kind was
 * not loaded (`loadKnownFile`), the computation is left (`attempt` of `api-server`).
 *
 * @example
 * ```js
 * import { knownDefinition, knownKind } from '@managed-fields/api-server/known-definitions';
 *
 * console.log(knownKind('cert-manager.io/v1', 'Certificate')?.definition);
 * console.log(knownDefinition('cert-manager.io/v1', 'Certificate')?.definition?.get('kind'));
 * ```
 * ```text
 * certificates.cert-manager.io
 * CustomResourceDefinition
 * ```
 */
export function knownDefinition(apiVersion: string, kind: string): KnownDefinition | undefined {
  const known = knownKind(apiVersion, kind);
  return known && { kind: known, definition: knownFile(known.file).get(known.definition) };
}
