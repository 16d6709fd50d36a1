import type { ResourceNames, ResourceVersion, TypeCatalog } from '../catalog/catalog.ts';
import { type Failure, fail } from './failure.ts';

/** The answer of looking for a resource. */
export type Mapped = { readonly kind: 'mapped'; readonly version: ResourceVersion } | Failure;

/**
 * The resource that a user means by `deploy`, `deployments.apps`, `hpa.v1.autoscaling`, or a kind.
 * Upstream: k8s.io/cli-runtime pkg/resource/builder.go mappingFor, apimachinery pkg/api/meta/restmapper.go.
 */
export function mappingForArgument(catalog: TypeCatalog, argument: string): Mapped {
  const [name = '', ...rest] = argument.split('.');
  const [version = '', ...group] = rest;
  if (group.length > 0) {
    const exact = named(catalog, name, group.join('.'), version);
    if (exact !== undefined) return { kind: 'mapped', version: exact };
  }
  const found = named(catalog, name, rest.join('.'));
  if (found !== undefined) return { kind: 'mapped', version: found };
  return fail(`the server doesn't have a resource type "${name}"`);
}

function named(catalog: TypeCatalog, name: string, group: string, version?: string): ResourceVersion | undefined {
  const called = catalog.names().filter((names) => isCalled(names, name));
  const exact = called.filter((names) => names.group === group);
  const [best] = exact.length > 0 ? exact : called.filter((names) => names.group.startsWith(group));
  return best && catalog.find(best.group, version ?? best.preferredVersion, best.plural);
}

function isCalled({ plural, singular, kind, shortNames }: ResourceNames, name: string): boolean {
  const lower = name.toLowerCase();
  return plural === lower || singular === lower || shortNames.includes(lower) || kind === name;
}

/** The resource of a kind in its preferred version. */
export function mappingForKind(catalog: TypeCatalog, group: string, kind: string): ResourceVersion | undefined {
  const names = catalog.names().find((each) => each.group === group && each.kind === kind);
  return names && catalog.find(names.group, names.preferredVersion, names.plural);
}

/** Upstream's words for a kind that no resource has. Upstream: apimachinery pkg/api/meta/errors.go NoKindMatchError. */
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

/** `deployments.apps`, or `configmaps` in the core group. */
export function qualifiedResource({ resource }: ResourceVersion): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}
