import type { ValueMap } from '@managed-fields/merge-engine';
import { duplicate, type Errors, inVersions, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain } from './names.ts';
import { pointer, struct, structs, text, texts, withoutAt } from './object.ts';
import { metadataErrors } from './object-meta.ts';
import { isNonnegative, isQualified } from './scalars.ts';
import { sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';
import { driverName } from './volume-source.ts';

/*
 * CSINodes.
 * Upstream: k8s.io/kubernetes pkg/apis/storage/validation/validation.go ValidateCSINode.
 */

/** Complaints about a new CSINode. */
export function storageNodeErrors(node: ValueMap): Errors {
  const drivers = structs(struct(node, 'spec'), 'drivers');
  const names = drivers.map((driver) => text(driver, 'name'));
  return [
    ...metadataErrors(node, { namespaced: false, name: dns1123Subdomain }),
    ...drivers.flatMap((driver, i) => {
      const place = at('spec.drivers', i);
      const name = names[i] ?? '';
      return [
        ...driverName(name, child(place, 'name')),
        ...nodeErrors(text(driver, 'nodeID'), child(place, 'nodeID')),
        ...isNonnegative(pointer(driver, 'allocatable') ?? new Map(), 'count', child(place, 'allocatable')),
        ...(names.indexOf(name) < i ? [duplicate(child(place, 'name'), name)] : []),
        ...keyErrors(texts(driver, 'topologyKeys'), place),
      ];
    }),
  ];
}

/** The longest name of a node. */
const longestNode = 256;

function nodeErrors(node: string, field: Field): Errors {
  if (node === '') return [required(field)];
  return node.length > longestNode ? [invalid(field, node, `must be ${longestNode} characters or less`)] : [];
}

/** Complaints about topology keys; all name the driver. */
function keyErrors(keys: readonly string[], field: Field): Errors {
  return keys.flatMap((key, i) => [
    ...(key === '' ? [required(field)] : []),
    ...(keys.indexOf(key) < i ? [duplicate(field, key)] : []),
    ...isQualified(key, field),
  ]);
}

/** Complaints about a changed CSINode: drivers may be added and removed, but only what a driver can hold may change. */
export function storageNodeUpdateErrors(node: ValueMap, old: ValueMap): Errors {
  const drivers = (object: ValueMap) => structs(struct(object, 'spec'), 'drivers');
  const mutable = (object: ValueMap) => drivers(object).map((driver) => withoutAt(driver, ['allocatable']));
  return [
    ...storageNodeErrors(node),
    ...inVersions({ until: 'v1.34' }, changedDrivers(drivers(node), drivers(old))),
    // The feature gate MutableCSINodeAllocatableCount.
    ...inVersions({ from: 'v1.35' }, changedDrivers(mutable(node), mutable(old))),
  ];
}

function changedDrivers(now: readonly ValueMap[], before: readonly ValueMap[]): Errors {
  return before.flatMap((was) =>
    now
      .filter((is) => text(is, 'name') === text(was, 'name') && !sameMeaning(is, was))
      .map((is) => invalid('spec.drivers', shown('storage.CSINodeDriver', is), 'field is immutable')),
  );
}
