/**
 * Handing fields over from client-side apply to server-side apply.
 * Upstream: k8s.io/client-go util/csaupgrade.
 */

export type { KeyField, PathElement } from './fieldpath/element.ts';
export type { FieldSet, FieldSetChild } from './fieldpath/set.ts';
export {
  findFieldsOwners,
  type UpgradeError,
  type UpgradeOptions,
  upgradeManagedFields,
  upgradeManagedFieldsPatch,
} from './managedfields/csa-upgrade.ts';
export type { ManagedFieldsEntry } from './managedfields/entry.ts';
export type { Value, ValueList, ValueMap } from './value/value.ts';
