/**
 * metadata.managedFields: reading, checking and writing its entries, and what a manager applied (`extractInto`).
 * Upstream: k8s.io/apimachinery pkg/util/managedfields.
 */

export type { FieldPath as Path, KeyField, PathElement } from './fieldpath/element.ts';
export type { Managers as ManagedFields, VersionedSet } from './fieldpath/managers.ts';
export type { FieldSet, FieldSetChild, ReadFields } from './fieldpath/set.ts';
export {
  compareEntries,
  emptyEntry,
  type ManagedFieldsEntry,
  readEntries,
  readFieldsOf,
  writeEntry,
} from './managedfields/entry.ts';
export { type Extracted, extractInto } from './managedfields/extract.ts';
export { identifierOf as buildManagerIdentifier, readIdentifier } from './managedfields/identifier.ts';
export {
  type DecodedManaged,
  decodeManaged as decodeManagedFields,
  encodeManaged as encodeManagedFields,
  entriesOf as getManagedFields,
  type Managed,
  withManagedFields,
} from './managedfields/managed.ts';
export { managedFieldsErrors as validateManagedFields } from './managedfields/validation.ts';
export type { Atom, ListType, MapType, Scalar, StructField } from './schema/atom.ts';
export type { ErrorPath, FieldError } from './validation/field-error.ts';
export { fieldErrorText } from './validation/field-error.ts';
export type { Value, ValueList, ValueMap } from './value/value.ts';
