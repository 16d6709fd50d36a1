import { type AdmissionAttributes, catalogOf, usualMinor } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** Whether a request is to a resource itself: no subresource. `group` is empty for core. */
export function isFor({ endpoint }: AdmissionAttributes, group: string, plural: string): boolean {
  const { resource } = endpoint.version;
  return resource.plural === plural && resource.group === group && endpoint.route.subresource === '';
}

/** The minor version of a server: 36 for v1.36. */
export function minorOf({ cluster }: Pick<AdmissionAttributes, 'cluster'>): number {
  return catalogOf(cluster).minor ?? usualMinor;
}

/** The spec of an object; empty where it has none. */
export function specOf(object: ValueMap | undefined): ValueMap {
  return mapAt(object, 'spec') ?? new Map();
}

/** An object with another field in its spec. */
export function withSpec(object: ValueMap, field: string, value: Value): ValueMap {
  return withEntry(object, 'spec', withEntry(specOf(object), field, value));
}

/** The maps in a list field; empty where it is absent. */
export function mapsAt(map: ValueMap | undefined, key: string): readonly ValueMap[] {
  return (listAt(map, key) ?? []).filter(isMap);
}
