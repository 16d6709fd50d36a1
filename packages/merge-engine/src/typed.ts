/**
 * Values with a type, and what is done with them: field set, merge, compare, remove, extract, reconcile; and the types.
 * Names are upstream's; methods of `TypedValue` and `Comparison` are functions here.
 * Upstream: sigs.k8s.io/structured-merge-diff/v6/typed, and its schemas.
 */
export type { FieldPath as Path, KeyField, PathElement } from './fieldpath/element.ts';
export type { Filter } from './fieldpath/filter.ts';
export type { FieldSet, FieldSetChild } from './fieldpath/set.ts';
export {
  type Atom,
  deducedType as deducedParseableType,
  type ListType,
  type MapType,
  type Scalar,
  type Schema,
  type StructField,
} from './schema/atom.ts';
export { type Definitions, schemaFromOpenApi as toSchemaFromOpenAPI } from './schema/openapi.ts';
export { type StructuralOptions, typeFromStructuralSchema } from './schema/structural.ts';
export {
  type Compared,
  type Comparison,
  compareTyped as compare,
  comparisonToString,
  filterComparison as filterFields,
  isSame,
} from './typed/compare.ts';
export { type Fields, toFieldSet } from './typed/field-set.ts';
export { type Merged, mergeTyped as merge } from './typed/merge.ts';
export { type Reconciled, reconcileFieldSet as reconcileFieldSetWithSchema } from './typed/reconcile.ts';
export { extractItems, removeItems } from './typed/remove.ts';
export { asTyped, type Typed, type TypedValue, type ValidationOptions } from './typed/typed.ts';
export { type ValidationError, validationErrorsToString } from './typed/validation-error.ts';
export type { Value, ValueList, ValueMap } from './value/value.ts';
