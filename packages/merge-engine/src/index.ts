export { type ExplainedConflict, explainConflicts } from './explain/explain-conflicts.ts';
export { type FieldsNode, readFieldsTree } from './explain/fields-tree.ts';
export { type Episode, explainField, type FieldEvent } from './explain/history.ts';
export type { FieldOwnership } from './explain/owned-fields.ts';
export { identityOf, type Owner, type OwnerIdentity, ownerOfIdentifier, sameOwner } from './explain/owner.ts';
export type { OwnerNow } from './explain/ownership.ts';
export {
  type ExplainedKind,
  explainOwnership,
  type Ownership,
  ownersNow,
  withoutManagedFields,
} from './explain/ownership.ts';
export { type ComparedApply, explainThreeWay, type ThreeWayRow, type ThreeWayVerdict } from './explain/three-way.ts';
export { difference, recursiveDifference, union } from './fieldpath/algebra.ts';
export {
  comparePaths,
  type FieldPath,
  fieldElement,
  type KeyField,
  type PathElement,
  pathToString,
} from './fieldpath/element.ts';
export { fieldSetFromV1, fieldSetToV1 } from './fieldpath/fields-v1.ts';
export { excluding, type Filter } from './fieldpath/filter.ts';
export { loadGoReader } from './fieldpath/load-go-reader.ts';
export type { Managers, VersionedSet } from './fieldpath/managers.ts';
export { closingBracket, keyFields, literal, pathFromString } from './fieldpath/path-from-string.ts';
export { emptySet, type FieldSet, hasPath, pathsOf, setOf, setSize } from './fieldpath/set.ts';
export type { ConflictCause } from './managedfields/conflict-message.ts';
export { conflictCauses, conflictMessage } from './managedfields/conflict-message.ts';
export { annotationOwners, upgradeManagedFields, upgradeManagedFieldsPatch } from './managedfields/csa-upgrade.ts';
export type { Modernized } from './managedfields/entry.ts';
export {
  emptyEntry,
  formatTime,
  type ManagedFieldsEntry,
  modernizeEntries,
  parseTime,
  readEntries,
} from './managedfields/entry.ts';
export type {
  AppliedConfiguration,
  ApplyRequest,
  RecordedUpdate,
  UpdateRequest,
} from './managedfields/field-manager.ts';
export { applyConfiguration, recordUpdate } from './managedfields/field-manager.ts';
export { inElementOrder, sameFieldOrder, withFieldOrder } from './managedfields/field-order.ts';
export { identifierOf } from './managedfields/identifier.ts';
export type { Converted, Decoded, DecodeSource, Kind, KindVersion } from './managedfields/kind.ts';
export { lastAppliedAnnotation, lastAppliedManager } from './managedfields/last-applied.ts';
export { decodeManaged, entriesOf, type Managed, withManagedFields } from './managedfields/managed.ts';
export { emptyObject, hubVersion, type ManagedKind, managedKind } from './managedfields/managed-kind.ts';
export type { ScaledEntries } from './managedfields/scale-entries.ts';
export { entriesAfterScale, entriesOfScale, type ReplicasPaths } from './managedfields/scale-entries.ts';
export { capUpdaters, maxUpdaters } from './managedfields/update-entries.ts';
export { fieldManagerErrors, managedFieldsErrors } from './managedfields/validation.ts';
export type { Conflict } from './merge/conflict.ts';
export type { MergeTrace } from './merge/trace.ts';
export type { JsonPatched } from './patch/json-patch.ts';
export { applyJsonPatch } from './patch/json-patch.ts';
export type { MergePatched } from './patch/merge-patch.ts';
export { applyMergePatch, threeWayMergePatch, twoWayMergePatch } from './patch/merge-patch.ts';
export type { PatchField } from './patch/patch-schema.ts';
export {
  atomPatchSchema,
  type PatchError,
  type PatchLookup,
  type PatchSchema,
  patchError,
} from './patch/patch-schema.ts';
export type { StrategicMerged } from './patch/strategic-merge.ts';
export { applyStrategicPatch } from './patch/strategic-merge.ts';
export type { Precondition, ThreeWay } from './patch/three-way-strategic.ts';
export {
  type MadePatch,
  requireKeyUnchanged,
  requireMetadataKeyUnchanged,
  threeWayStrategicPatch,
  twoWayStrategicPatch,
} from './patch/three-way-strategic.ts';
export type { Failed } from './patch/working-copy.ts';
export { type Atom, deducedType, type Schema } from './schema/atom.ts';
export type { LibraryDifference } from './schema/library.ts';
export { libraryDoes, type MergeLibrary, mergeLibraries, usualLibrary } from './schema/library.ts';
export { type Definitions, schemaFromOpenApi } from './schema/openapi.ts';
export { typeFromStructuralSchema } from './schema/structural.ts';
export { type WrittenPart, type WrittenSchema, writtenCustomSchema, writtenPart } from './schema/written.ts';
export { locate } from './typed/locate.ts';
export { extractItems } from './typed/remove.ts';
export { asTyped } from './typed/typed.ts';
export { validationErrorsToString } from './typed/validation-error.ts';
export type { Shown } from './validation/field-error.ts';
export {
  childPath,
  complaintsIn,
  duplicate,
  type ErrorPath,
  type FieldError,
  fieldErrorBody,
  fieldErrorsText,
  fieldErrorText,
  forbidden,
  indexPath,
  inMinors,
  internal,
  invalid,
  keyPath,
  notSupported,
  pathText,
  required,
  tooFew,
  tooLong,
  tooMany,
  tooShort,
  typeInvalid,
} from './validation/field-error.ts';
export { addAmounts, amountOf, approximateFloat, milliValue, wholeValue } from './value/amounts.ts';
export { base64, base64url, byteLength, bytesOfBase64, latin1, lossyText, textOfUtf8, utf8 } from './value/bytes.ts';
export { compareDecimals, type Decimal, roundUp } from './value/decimal.ts';
export { decimalText, durationText, readDuration } from './value/duration.ts';
export { fixedFloat, floatText } from './value/go-float.ts';
export {
  atoi,
  cut,
  formatDouble,
  formatFloat,
  formatGoSyntax,
  formatValue,
  goTypeName,
  jsonTypeName,
  quote,
  quoteRune,
  type ReadInteger,
} from './value/go-text.ts';
export type { ParsedTime } from './value/go-time.ts';
export { isWrittenTime, microLayout, parseGoTime, secondsLayout, type TimeLayout } from './value/go-time.ts';
export {
  carryEarlier,
  earlierValues,
  type JsonDuplicate,
  mapFromJson,
  mapFromPlain,
  type ParsedJson,
  parseJson,
  parseJsonBytes,
  valueFromPlain,
} from './value/json.ts';
export { formatJson, formatJsonString } from './value/json-write.ts';
export {
  deletionMetadata,
  finalizersOf,
  generationOf,
  hasManagedFields,
  isDeleting,
  managedFieldsOf,
  metadataOf,
  metadataText,
  serverMetadata,
  serverMetadataPaths,
  systemMetadataPaths,
  wasStored,
  withMetadata,
  withoutServerMetadata,
} from './value/metadata.ts';
export { compareStrings, equals, identical, inKeyOrder, sortedKeys } from './value/order.ts';
export type { ParsedQuantity, QuantityFormat } from './value/quantity.ts';
export {
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  roundUpQuantity,
} from './value/quantity.ts';
export { remembered } from './value/remembered.ts';
export {
  assertNever,
  isList,
  isMap,
  isScalar,
  listAt,
  mapAt,
  mapOf,
  type ScalarValue,
  stringAt,
  textAt,
  type Value,
  type ValueList,
  type ValueMap,
  withEntry,
  withoutEntry,
} from './value/value.ts';
export { placeText, type ValuePath, valueAt, withValueAt } from './value/value-path.ts';
export { writtenNumber } from './value/written-numbers.ts';
