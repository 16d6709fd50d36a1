/**
 * Updates and applies on managers: who owns what afterwards, what conflicts, and the merged object.
 * Upstream: sigs.k8s.io/structured-merge-diff/v6/merge, whose Updater is given here with each call.
 */
export type { FieldPath as Path, KeyField, PathElement } from './fieldpath/element.ts';
export type { Filter } from './fieldpath/filter.ts';
export type { Managers as ManagedFields, VersionedSet } from './fieldpath/managers.ts';
export type { FieldSet, FieldSetChild } from './fieldpath/set.ts';
export { type Applied, type ApplyInput, apply } from './merge/apply.ts';
export {
  type Conflict,
  conflictsOf as conflictsFromManagers,
  conflictsToSet,
  conflictsToString,
} from './merge/conflict.ts';
export { type ConvertedObject, type Converter, sameVersion } from './merge/converter.ts';
export type { MergeTrace } from './merge/trace.ts';
export { type Updated, type UpdateInput, update } from './merge/update.ts';
export type { Failure, Surroundings } from './merge/update-managers.ts';
export type { Atom, ListType, MapType, Scalar, StructField } from './schema/atom.ts';
export type { Comparison } from './typed/compare.ts';
export type { TypedValue } from './typed/typed.ts';
export type { Value, ValueList, ValueMap } from './value/value.ts';
