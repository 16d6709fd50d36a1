/**
 * Field paths, path elements, and sets of fields: their algebra, filters, printing, and their form in fieldsV1.
 * Names are upstream's; methods of `Set`, `Path` and `ManagedFields` are functions here.
 * Upstream: sigs.k8s.io/structured-merge-diff/v6/fieldpath.
 */
export {
  difference,
  ensureNamedFieldsAreMembers,
  intersection,
  recursiveDifference,
  union,
} from './fieldpath/algebra.ts';
export {
  compareElements,
  comparePaths,
  elementToString,
  equalElements,
  equalPaths,
  type FieldPath as Path,
  fieldElement as fieldNameElement,
  indexElement,
  type KeyField,
  keyElement,
  type PathElement,
  pathToString,
  type ReadElement,
  valueElement,
} from './fieldpath/element.ts';
export {
  fieldSetFromJson as setFromJson,
  fieldSetFromV1 as fieldsToSet,
  fieldSetToJson as setToJson,
  fieldSetToV1 as setToFields,
} from './fieldpath/fields-v1.ts';
export {
  excluding as newExcludeSetFilter,
  type Filter,
  including as newIncludeMatcherFilter,
  type PathPattern,
} from './fieldpath/filter.ts';
export { loadGoReader } from './fieldpath/load-go-reader.ts';
export {
  differenceOfManagers as managedFieldsDifference,
  equalManagers as managedFieldsEquals,
  type Managers as ManagedFields,
  managersToString as managedFieldsToString,
  type VersionedSet,
} from './fieldpath/managers.ts';
export { pathFromString } from './fieldpath/path-from-string.ts';
export {
  elementFromV1 as deserializePathElement,
  elementToV1 as serializePathElement,
} from './fieldpath/serialize-element.ts';
export {
  childSet,
  emptySet,
  equalSets as equals,
  type FieldSet,
  type FieldSetChild,
  hasBelow,
  hasMember,
  hasPath as has,
  isEmptySet as empty,
  leavesOf as leaves,
  pathsOf as paths,
  type ReadFields,
  setOf as newSet,
  setSize as size,
  setToString,
  withPrefix,
} from './fieldpath/set.ts';
export type { Atom, ListType, MapType, Scalar, StructField } from './schema/atom.ts';
export type { Value, ValueList, ValueMap } from './value/value.ts';
