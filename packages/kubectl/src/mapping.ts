import type { ResourceNames, ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import type { PatchSchema } from '@managed-fields/merge-engine';
import { type Failure, fail } from './failure.ts';
import { partsOf } from './parts-of.ts';

/** The result of looking for a resource. */
export type Mapped =
  | {
      readonly kind: 'mapped';
      readonly version: ResourceVersion;
      /** Other resources of the short name that the user typed, `events.events.k8s.io`. */
      readonly lower: readonly string[];
    }
  | Failure;

/**
 * Finds the resource that a user names by `deploy`, `deployments.apps`, `hpa.v1.autoscaling` or a kind. A failure has
 * the argument as `unknownResource`.
 * Upstream: k8s.io/cli-runtime pkg/resource/builder.go mappingFor, apimachinery pkg/api/meta/restmapper.go.
 */
export function mappingForArgument(catalog: TypeCatalog, argument: string): Mapped {
  const find = ({ group, plural }: ResourceNames, version: string) => catalog.find(group, version, plural);
  const meant = resourceMeant(catalog.names(), argument, (names, version) => find(names, version) !== undefined);
  const found = meant && find(meant.names, meant.version ?? meant.names.preferredVersion);
  if (found !== undefined) return { kind: 'mapped', version: found, lower: lowerOf(catalog.names(), argument, found) };
  const [name] = partsOf(argument, '.');
  return { ...fail(`the server doesn't have a resource type "${name}"`), unknownResource: argument };
}

/** Whether any kind is served at a group and version. */
export function isVersionServed(catalog: TypeCatalog, group: string, version: string): boolean {
  return catalog.names().some((names) => names.group === group && catalog.find(group, version, names.plural)?.served);
}

/**
 * Other resources that have the same short name, where that is what the user typed.
 * Upstream: k8s.io/client-go restmapper/shortcut.go expandResourceShortcut.
 */
function lowerOf(all: readonly ResourceNames[], argument: string, { resource }: ResourceVersion): readonly string[] {
  const [name, ...group] = partsOf(argument.toLowerCase(), '.');
  if (all.some(({ plural, singular }) => plural === name || singular === name)) return [];
  return all
    .filter(({ shortNames }) => shortNames.includes(name))
    .filter((each) => group.length === 0 || each.group === group.join('.'))
    .filter((each) => each.group !== resource.group || each.plural !== resource.plural)
    .map((each) => (each.group === '' ? each.plural : `${each.plural}.${each.group}`));
}

/** The names that a resource is called by. */
export type CalledNames = Pick<ResourceNames, 'group' | 'plural' | 'singular' | 'kind' | 'shortNames'>;

/**
 * Finds the resource that an argument names, with the version where the argument has one that is served. Full names win
 * over short names, and short names over kinds; among equals the first of `all` wins. It returns undefined where
 * nothing matches.
 * Upstream: as `mappingForArgument`, and k8s.io/client-go restmapper/shortcut.go expandResourceShortcut.
 */
export function resourceMeant<Names extends CalledNames>(
  all: readonly Names[],
  argument: string,
  serves: (names: Names, version: string) => boolean,
): { readonly names: Names; readonly version: string | undefined } | undefined {
  const [name, ...rest] = partsOf(argument, '.');
  const [version = '', ...group] = rest;
  const exact = group.length > 0 ? named(all, name, group.join('.')) : undefined;
  // A short name leaves the version to the server.
  if (exact?.shortNames.includes(name) && ['', exact.group].includes(group.join('.'))) {
    return { names: exact, version: undefined };
  }
  if (exact !== undefined && serves(exact, version)) return { names: exact, version };
  const names = named(all, name, rest.join('.'));
  return names && { names, version: undefined };
}

function named<Names extends CalledNames>(all: readonly Names[], name: string, group: string): Names | undefined {
  const lower = name.toLowerCase();
  return (
    inGroup(all, group, ({ plural, singular }) => plural === lower || singular === lower) ??
    inGroup(all, group, ({ shortNames }) => shortNames.includes(name)) ??
    inGroup(all, group, ({ kind }) => kind === name)
  );
}

/** Prefers a resource whose group is exactly this one to those whose groups begin with it. */
function inGroup<Names extends CalledNames>(
  all: readonly Names[],
  group: string,
  isCalled: (names: Names) => boolean,
): Names | undefined {
  const called = all.filter((names) => names.group.startsWith(group) && isCalled(names));
  return called.find((names) => names.group === group) ?? called[0];
}

/** Finds the resource of a kind at its preferred version. */
export function mappingForKind(catalog: TypeCatalog, group: string, kind: string): ResourceVersion | undefined {
  const names = catalog.names().find((each) => each.group === group && each.kind === kind);
  return names && catalog.find(names.group, names.preferredVersion, names.plural);
}

/**
 * Returns the error for a kind that no resource has. Upstream: apimachinery pkg/api/meta/errors.go NoKindMatchError.
 */
export function noKindMatch(apiVersion: string, kind: string): string {
  return `no matches for kind "${kind}" in version "${apiVersion}"`;
}

/** `apps/v1, Resource=deployments` as Go prints it; the core group is empty. */
export function resourceText({ resource, version }: ResourceVersion): string {
  return `${resource.group}/${version}, Resource=${resource.plural}`;
}

/** `apps/v1, Kind=Deployment` as Go prints it. */
export function kindText({ resource, version }: ResourceVersion): string {
  return `${resource.group}/${version}, Kind=${resource.kind}`;
}

/** `deployment.apps`, or `configmap` in the core group. Upstream: apimachinery pkg/runtime/schema GroupKind.String. */
export function qualifiedKind({ resource }: ResourceVersion): string {
  return (resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`).toLowerCase();
}

/** `deployments.apps`, or `configmaps` in the core group. */
export function qualifiedResource({ resource }: ResourceVersion): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** The groups of built-in kinds that kubectl is not compiled with. */
const foreign = ['apiextensions.k8s.io', 'apiregistration.k8s.io'];

/**
 * Returns the schema that kubectl uses for a strategic merge patch of a kind; undefined for kinds that it is not
 * compiled with, even if the server is. Upstream: k8s.io/kubectl pkg/scheme/install.go.
 */
export function ownPatchSchema({ resource, patchType }: ResourceVersion): PatchSchema | undefined {
  return foreign.includes(resource.group) ? undefined : patchType;
}

/** `Deployment.apps`, `Pod`. Upstream: apimachinery pkg/runtime/schema GroupKind.String. */
export function groupKindText({ resource: { kind, group } }: ResourceVersion): string {
  return group === '' ? kind : `${kind}.${group}`;
}
