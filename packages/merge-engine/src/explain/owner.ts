import { fieldSetFromV1 } from '../fieldpath/fields-v1.ts';
import { emptySet, type FieldSet } from '../fieldpath/set.ts';
import { readEntries } from '../managedfields/entry.ts';
import { readIdentifier } from '../managedfields/identifier.ts';
import { listAt, mapAt, type ValueMap } from '../value/value.ts';

/**
 * Who an owner is: the identity of an entry of managedFields. An applier's apiVersion is the one it last applied at.
 */
export interface OwnerIdentity {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /** Empty for the main resource. */
  readonly subresource: string;
  readonly apiVersion: string;
}

/** One entry of an object's managedFields, read. */
export interface Owner extends OwnerIdentity {
  /** As the server writes it; undefined where the entry has none. */
  readonly time: string | undefined;
  /** What it owns, at its own API version; empty where the entry does not decode. */
  readonly set: FieldSet;
  /** Why the entry does not decode; undefined where it does. */
  readonly broken: string | undefined;
}

/**
 * Reads the owners of an object in the order of its managedFields. Undefined where the object has no such list, as
 * `kubectl get` prints objects unless it is asked for managed fields. An entry that does not decode owns nothing.
 */
export function ownersOf(object: ValueMap): readonly Owner[] | undefined {
  const list = listAt(mapAt(object, 'metadata'), 'managedFields');
  if (list === undefined) return undefined;
  return list.map((item) => {
    const [entry] = readEntries([item]) ?? [];
    const read = entry?.fieldsV1 === undefined ? undefined : fieldSetFromV1(entry.fieldsV1);
    return {
      manager: entry?.manager ?? '',
      operation: entry?.operation === 'Apply' ? 'Apply' : 'Update',
      subresource: entry?.subresource ?? '',
      apiVersion: entry?.apiVersion ?? '',
      time: entry?.time,
      set: read?.kind === 'set' ? read.set : emptySet,
      broken: entry === undefined ? 'malformed entry' : read?.kind === 'error' ? read.message : undefined,
    };
  });
}

/** The identity of an owner, without its fields. */
export function identityOf({ manager, operation, subresource, apiVersion }: OwnerIdentity): OwnerIdentity {
  return { manager, operation, subresource, apiVersion };
}

/** The owner that a manager's identifier names. */
export function ownerOfIdentifier(identifier: string): OwnerIdentity {
  const named = readIdentifier(identifier);
  return {
    manager: named?.manager ?? identifier,
    operation: named?.operation === 'Apply' ? 'Apply' : 'Update',
    subresource: named?.subresource ?? '',
    apiVersion: named?.apiVersion ?? '',
  };
}

/** Whether two identities are of the same entry. The API version of an applier does not count. */
export function sameOwner(a: OwnerIdentity, b: OwnerIdentity): boolean {
  return (
    a.manager === b.manager &&
    a.operation === b.operation &&
    a.subresource === b.subresource &&
    (a.operation === 'Apply' || a.apiVersion === b.apiVersion)
  );
}
