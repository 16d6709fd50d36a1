import {
  fieldSetFromV1,
  isMap,
  listAt,
  mapAt,
  type OwnerIdentity,
  setSize,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';

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

/** Finds objects of a dump by their names; of two with the same names the later. */
export function liveIndex(objects: readonly ValueMap[]): ReadonlyMap<string, ValueMap> {
  return new Map(objects.map((object) => [keyOf(namesOf(object)), object]));
}

/**
 * An object of the cluster that a manager wrote and that its release does not have. An apply leaves it as it is; only
 * tools that prune delete it.
 */
export interface LeftObject {
  readonly object: ObjectNames;
  /** The entries of the manager for the object itself, with the number of fields in each. */
  readonly entries: readonly (Pick<OwnerIdentity, 'manager' | 'operation'> & { readonly fields: number })[];
  /** Whether another object owns it, as a ReplicaSet its Pods: its life goes by that one. */
  readonly owned: boolean;
}

/** Finds the objects that any of some managers wrote and whose keys are not among those of the release. */
export function leftObjects(
  live: readonly ValueMap[],
  inRelease: ReadonlySet<string>,
  managers: ReadonlySet<string>,
): readonly LeftObject[] {
  return live.flatMap((object): readonly LeftObject[] => {
    const metadata = mapAt(object, 'metadata');
    const entries = (listAt(metadata, 'managedFields') ?? []).filter(isMap).flatMap((entry) => {
      const manager = stringAt(entry, 'manager') ?? '';
      if (!managers.has(manager) || (stringAt(entry, 'subresource') ?? '') !== '') return [];
      const operation = stringAt(entry, 'operation') === 'Apply' ? ('Apply' as const) : ('Update' as const);
      const read = fieldSetFromV1(mapAt(entry, 'fieldsV1') ?? new Map());
      return [{ manager, operation, fields: read.kind === 'set' ? setSize(read.set) : 0 }];
    });
    const names = namesOf(object);
    if (entries.length === 0 || inRelease.has(keyOf(names))) return [];
    return [{ object: names, entries, owned: (listAt(metadata, 'ownerReferences') ?? []).length > 0 }];
  });
}
