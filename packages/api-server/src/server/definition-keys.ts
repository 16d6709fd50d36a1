import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { ResourceVersion } from '../catalog/catalog.ts';
import type { Cluster } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';

/** The group and the plural of definitions. */
export const definitionGroup = 'apiextensions.k8s.io';
export const definitionPlural = 'customresourcedefinitions';

/** The keys under which CustomResourceDefinitions are stored. */
export const definitionKeys = `${definitionGroup}/${definitionPlural}//`;

/** Whether a kind is that of definitions. */
export function isDefinition({ resource }: ResourceVersion): boolean {
  return resource.group === definitionGroup && resource.plural === definitionPlural;
}

/** The name of the definition that an object holds; empty where it has none. */
export function definitionName(crd: ValueMap): string {
  return stringAt(mapAt(crd, 'metadata'), 'name') ?? '';
}

/** Whether what a request changed is something that the server's own controllers see to. */
export function concernsControllers(cluster: Cluster, { version }: Endpoint): boolean {
  if (isDefinition(version)) return true;
  const { group, plural } = version.resource;
  return cluster.definitions.get(`${plural}.${group}`)?.terminating === true;
}
