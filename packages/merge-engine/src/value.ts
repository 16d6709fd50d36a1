/**
 * The values that all operations take and return, with upstream's order and equality.
 * Upstream: sigs.k8s.io/structured-merge-diff/v6/value.
 */
export { valueToString } from './fieldpath/element.ts';
export {
  type JsonDuplicate,
  mapFromJson,
  mapFromPlain,
  type ParsedJson,
  parseJson,
  valueFromPlain,
} from './value/json.ts';
export { formatJson, type JsonFormat } from './value/json-write.ts';
export { compare, compareStrings, equals, sortedKeys } from './value/order.ts';
export {
  isList,
  isMap,
  listAt,
  mapAt,
  mapOf,
  stringAt,
  textAt,
  type Value,
  type ValueList,
  type ValueMap,
  withEntry,
  withoutEntry,
} from './value/value.ts';
