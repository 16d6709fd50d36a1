import type { Route, TypeCatalog } from '@managed-fields/api-server';
import { isDeduced } from '../deduced-kind.ts';

/**
 * The argument by which a kubectl command names the resource of a request: the singular name if kubectl resolves that
 * to this resource and version, else the full name (`deployments.v1.apps`). A kind without a definition, whose names
 * are not known, is named by its kind (`Certificate.v1.example.org`).
 * Upstream: k8s.io/cli-runtime pkg/resource/builder.go mappingFor.
 */
export function resourceArgument({ group, version, plural }: Route, catalog: TypeCatalog): string {
  const found = catalog.find(group, version, plural);
  if (found !== undefined && isDeduced(found)) return `${found.resource.kind}.${version}.${group}`;
  const names = catalog.names();
  const known = names.find((each) => each.group === group && each.plural === plural);
  const first = known && names.find(({ singular }) => singular === known.singular);
  if (known !== undefined && first === known && known.preferredVersion === version) return known.singular;
  if (group === '') return plural;
  return `${plural}.${version}.${group}`;
}
