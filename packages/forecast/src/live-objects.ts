import { listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/** The names of an object, whatever version of its API it is written at. */
export interface ObjectNames {
  /** `apps/v1`; the version does not count. */
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for kinds that have none. */
  readonly namespace: string;
  readonly name: string;
}

/** The names of an object as it is written. */
export function namesOf(object: ValueMap): ObjectNames {
  const metadata = mapAt(object, 'metadata');
  return {
    apiVersion: stringAt(object, 'apiVersion') ?? '',
    kind: stringAt(object, 'kind') ?? '',
    namespace: stringAt(metadata, 'namespace') ?? '',
    name: stringAt(metadata, 'name') ?? '',
  };
}

/** A text that two names share if they are of one object: those of a group and kind in a namespace. */
export function keyOf({ apiVersion, kind, namespace, name }: ObjectNames): string {
  // No name has this character.
  return [groupOf(apiVersion), kind, namespace, name].join('\0');
}

/** The group of an API version; empty for the core group. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}

/** Whether managedFields of an object has entries. */
export function hasManagedFields(object: ValueMap): boolean {
  return (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).length > 0;
}

/** Finds objects of a dump by their names; of two with the same names the later. */
export function liveIndex(objects: readonly ValueMap[]): ReadonlyMap<string, ValueMap> {
  return new Map(objects.map((object) => [keyOf(namesOf(object)), object]));
}
