import type { Route, TypeCatalog } from '@managed-fields/merge-engine';

/**
 * How a kubectl command calls the resource of a request: by its singular name where kubectl takes that for just this
 * resource and version, else in full (`deployments.v1.apps`).
 * Upstream: k8s.io/cli-runtime pkg/resource/builder.go mappingFor.
 */
export function resourceArgument({ group, version, plural }: Route, catalog: TypeCatalog): string {
  const names = catalog.names();
  const known = names.find((each) => each.group === group && each.plural === plural);
  const first = known && names.find(({ singular }) => singular === known.singular);
  if (known !== undefined && first === known && known.preferredVersion === version) return known.singular;
  if (group === '') return plural;
  return `${plural}.${version}.${group}`;
}
