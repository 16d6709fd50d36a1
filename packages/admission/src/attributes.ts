import {
  type AdmissionAttributes,
  catalogOf,
  type Decision,
  objectsOf,
  type Refusal,
  requesterOf,
  type User,
  usualMinor,
  type Wish,
} from '@managed-fields/api-server';
import { isMap, listAt, mapAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** Whether a request is to a resource itself, or to a subresource of it. `group` is empty for core. */
export function isFor({ endpoint }: AdmissionAttributes, group: string, plural: string, subresource = ''): boolean {
  const { resource } = endpoint.version;
  return resource.plural === plural && resource.group === group && endpoint.route.subresource === subresource;
}

/** The object that a request creates, where it is of this resource; undefined for other requests. */
export function newObject(attributes: AdmissionAttributes, group: string, plural: string): ValueMap | undefined {
  return attributes.operation === 'CREATE' && isFor(attributes, group, plural) ? attributes.object : undefined;
}

/** A refusal that says what caused it, and other fields of its status. */
export function withCauses(refusal: Refusal, causes: readonly ValueMap[], fields: ValueMap = new Map()): Refusal {
  const body = new Map(isMap(refusal.body) ? refusal.body : []);
  return {
    ...refusal,
    body: new Map([...body, ['details', withEntry(mapAt(body, 'details') ?? new Map(), 'causes', causes)], ...fields]),
  };
}

/** What the server's authorizer says to what somebody wants to do: whoever sends the request, or another user. */
export function decisionOn({ cluster, request }: AdmissionAttributes, wish: Wish, user?: User): Decision {
  const decision = cluster.builtin.authorize?.(wish, user ?? requesterOf(request), (...place) =>
    objectsOf(cluster, ...place),
  );
  return decision ?? { allowed: true, reason: '' };
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
