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
import { keyOf, namesOf, type ObjectNames } from './live-objects.ts';

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
