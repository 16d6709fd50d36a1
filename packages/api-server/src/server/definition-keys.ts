import { mapAt, textAt, type ValueMap } from '@managed-fields/merge-engine';
import type { ResourceVersion } from '../catalog/catalog.ts';
import type { Cluster } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';

/** The group and the plural name of CustomResourceDefinitions. */
export const definitionGroup = 'apiextensions.k8s.io';
export const definitionPlural = 'customresourcedefinitions';

/** The prefix of the keys under which CustomResourceDefinitions are stored. */
export const definitionKeys = `${definitionGroup}/${definitionPlural}//`;

/** Whether a resource is that of CustomResourceDefinitions. */
export function isDefinition({ resource }: ResourceVersion): boolean {
  return resource.group === definitionGroup && resource.plural === definitionPlural;
}

/** Returns the name of a definition; empty where it has none. */
export function definitionName(crd: ValueMap): string {
  return textAt(mapAt(crd, 'metadata'), 'name');
}

/** Whether the server's controllers have to act after a change of this endpoint. */
export function concernsControllers(cluster: Cluster, { version }: Endpoint): boolean {
  if (isDefinition(version)) return true;
  const { group, plural } = version.resource;
  return cluster.definitions.get(`${plural}.${group}`)?.terminating === true;
}
