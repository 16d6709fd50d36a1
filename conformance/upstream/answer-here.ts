import {
  complaintsIn,
  entriesAfterScale,
  entriesOfScale,
  libraryDoes,
  type MergeLibrary,
  type ReplicasPaths,
  type ScaledEntries,
} from '@managed-fields/merge-engine';
import {
  findFieldsOwners,
  upgradeManagedFields,
  upgradeManagedFieldsPatch,
} from '@managed-fields/merge-engine/csaupgrade';
import {
  deserializePathElement,
  difference,
  elementToString,
  empty,
  ensureNamedFieldsAreMembers,
  equals,
  type FieldSet,
  has,
  intersection,
  leaves,
  type ManagedFields,
  managedFieldsDifference,
  managedFieldsEquals,
  managedFieldsToString,
  newExcludeSetFilter,
  newIncludeMatcherFilter,
  newSet,
  type Path,
  type PathElement,
  recursiveDifference,
  serializePathElement,
  setFromJson,
  setToJson,
  setToString,
  size,
  union,
  type VersionedSet,
  withPrefix,
} from '@managed-fields/merge-engine/fieldpath';
import {
  buildManagerIdentifier,
  extractInto,
  fieldErrorText,
  getManagedFields,
  readFieldsOf,
  validateManagedFields,
  writeEntry,
} from '@managed-fields/merge-engine/managedfields';
import {
  asTyped,
  compare,
  comparisonToString,
  deducedParseableType,
  extractItems,
  filterFields,
  isSame,
  merge,
  reconcileFieldSetWithSchema,
  removeItems,
  type TypedValue,
  toFieldSet,
  type ValidationError,
  validationErrorsToString,
} from '@managed-fields/merge-engine/typed';
import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  sortedKeys,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine/value';
import type { Question } from './question.ts';

/** Answers a question by this engine, in lines; a refusal is one line that says so. */
export function answerHere(question: Question, library?: MergeLibrary): readonly string[] {
  const operation = operations[question.operation];
  if (operation === undefined) return [`no operation ${question.operation}`];
  try {
    return operation(question, library);
  } catch (thrown) {
    if (thrown instanceof Refused) return [`error: ${thrown.message}`];
    throw thrown;
  }
}

/** An answer that is an error. */
class Refused extends Error {}

function refuse(message: string): never {
  throw new Refused(message);
}

const operations: Readonly<Record<string, (question: Question, library?: MergeLibrary) => readonly string[]>> = {
  element({ a = '' }, library) {
    const element = elementOf(a, library);
    return [serializePathElement(element, library), elementToString(element)];
  },
  read: ({ a }, library) => written(setOf(a, library), library),
  leaves: ({ a }, library) => written(leaves(setOf(a, library)), library),
  union: ({ a, b }, library) => written(union(setOf(a, library), setOf(b, library)), library),
  intersection: ({ a, b }, library) => written(intersection(setOf(a, library), setOf(b, library)), library),
  difference: ({ a, b }, library) => written(difference(setOf(a, library), setOf(b, library)), library),
  recursiveDifference: ({ a, b }, library) =>
    written(recursiveDifference(setOf(a, library), setOf(b, library)), library),
  exclude({ a, b }, library) {
    const [left, right] = [setOf(a, library), setOf(b, library)];
    return written(newExcludeSetFilter(right)(left), library);
  },
  include({ a, patterns = [] }, library) {
    const set = setOf(a, library);
    const read = patterns.map((keys) => keys.map((key) => (key === '*' ? 'any' : elementOf(key, library))));
    return written(newIncludeMatcherFilter(read)(set), library);
  },
  has({ a, path = [] }, library) {
    const set = setOf(a, library);
    const read = pathOf(path, library);
    const [first] = read;
    return [String(has(set, read)), ...(first === undefined ? [] : written(withPrefix(set, first), library))];
  },
  newSet: ({ patterns = [] }, library) => written(newSet(...patterns.map((keys) => pathOf(keys, library))), library),
  equals({ a, b }, library) {
    const [left, right] = [setOf(a, library), setOf(b, library)];
    return [String(equals(left, right)), String(empty(left))];
  },
  named({ a, ...question }, library) {
    const { type } = typedOf(question, question.value, library);
    return written(ensureNamedFieldsAreMembers(setOf(a, library), type), library);
  },
  validate: ({ typed, value = null }, library) =>
    [false, true].map((allowDuplicates) => {
      const held = asTyped(value, typed?.type ?? deducedParseableType, { allowDuplicates, library });
      return held.kind === 'typed' ? '' : validationErrorsToString(held.errors);
    }),
  fields(question, library) {
    const fields = toFieldSet(typedOf(question, question.value, library));
    return written(fields.kind === 'set' ? fields.set : refuseErrors(fields.errors), library);
  },
  merge(question, library) {
    const merged = merge(typedOf(question, question.value, library), typedOf(question, question.other, library));
    return [printed(merged.kind === 'merged' ? merged.typed.value : refuseErrors(merged.errors))];
  },
  compare({ a, ...question }, library) {
    const compared = compare(typedOf(question, question.value, library), typedOf(question, question.other, library));
    const comparison = compared.kind === 'compared' ? compared.comparison : refuseErrors(compared.errors);
    const excluded = filterFields(comparison, newExcludeSetFilter(setOf(a, library)));
    return [comparisonToString(comparison), String(isSame(comparison)), comparisonToString(excluded)];
  },
  remove({ a, ...question }, library) {
    const typed = typedOf(question, question.value, library);
    const items = setOf(a, library);
    const keyed = extractItems(typed, items, { appendKeyFields: true });
    return [removeItems(typed, items, library), extractItems(typed, items), keyed].map(({ value }) => printed(value));
  },
  reconcile({ a, ...question }, library) {
    const { type } = typedOf(question, question.value, library);
    const reconciled = reconcileFieldSetWithSchema(setOf(a, library), type);
    return written(reconciled.kind === 'reconciled' ? reconciled.set : refuseErrors(reconciled.errors), library);
  },
  decode: ({ value }, library) => managerLines(managersOf(objectOf(value), library)),
  validateEntries({ value }, library) {
    const entries = listAt(mapAt(objectOf(value), 'metadata'), 'managedFields') ?? [];
    const errors = validateManagedFields(entries, 'metadata.managedFields');
    // v7 is asked with the handwritten validation of its release, which words it as the one before.
    return complaintsIn(libraryDoes('jsonOfGo', library) ? 37 : 36, errors).map(fieldErrorText);
  },
  extract({ typed, value, manager = '', subresource = '' }, library) {
    const extracted = extractInto(objectOf(value), typed?.type ?? deducedParseableType, manager, subresource, library);
    if (extracted.kind === 'error') return refuse(extracted.message);
    return [extracted.configuration === undefined ? 'null' : printed(extracted.configuration)];
  },
  owners({ a, value }, library) {
    const fields = setOf(a, library);
    const entries = getManagedFields(objectOf(value)) ?? [];
    const found = (['Apply', 'Update'] as const).flatMap((operation) =>
      findFieldsOwners(entries, operation, fields, library),
    );
    return found.map((entry) => printed(writeEntry(entry)));
  },
  upgrade({ value, names = [], manager = '', subresource = '' }, library) {
    const object = objectOf(value);
    const made = upgradeManagedFieldsPatch(object, names, manager, { subresource, library });
    const upgraded = upgradeManagedFields(object, names, manager, { subresource, library });
    if (made.kind === 'error') return refuse(made.message);
    if (upgraded.kind === 'error') return refuse(upgraded.message);
    const entries = listAt(mapAt(upgraded.object, 'metadata'), 'managedFields') ?? [];
    return [made.patch === undefined ? '' : printed(made.patch), ...entries.map(printed)];
  },
  managersDifference({ value, other }, library) {
    const [before, after] = [managersOf(objectOf(value), library), managersOf(objectOf(other), library)];
    return [...managerLines(managedFieldsDifference(before, after)), String(managedFieldsEquals(before, after))];
  },
  toScale: ({ value, patterns }, library) =>
    entryLines(entriesOfScale(getManagedFields(objectOf(value)), replicasPaths(patterns), library)),
  fromScale({ value, other, patterns, names: [version = ''] = [] }, library) {
    const [parent, scale] = [getManagedFields(objectOf(value)), getManagedFields(objectOf(other))];
    // A manager may have two entries then that nothing but their fields tells apart; upstream leaves their order to chance.
    return [...entryLines(entriesAfterScale(parent, scale, version, replicasPaths(patterns), library))].sort();
  },
};

/** The entries of a conversion between a resource and its Scale. */
function entryLines(scaled: ScaledEntries): readonly string[] {
  return scaled.kind === 'error' ? refuse(scaled.message) : (scaled.entries ?? []).map(printed);
}

function replicasPaths(patterns: Question['patterns'] = []): ReplicasPaths {
  return new Map(patterns.map(([version = '', ...names]) => [version, names.length === 0 ? null : names]));
}

function setOf(text: string | undefined, library: MergeLibrary | undefined): FieldSet {
  const read = setFromJson(text ?? '', library);
  return read.kind === 'set' ? read.set : refuse(read.message);
}

function written(set: FieldSet, library: MergeLibrary | undefined): readonly string[] {
  return [setToJson(set, library), setToString(set), String(size(set))];
}

function elementOf(key: string, library: MergeLibrary | undefined): PathElement {
  const read = deserializePathElement(key, library);
  if (read.kind === 'element') return read.element;
  return refuse(read.kind === 'error' ? read.message : 'unknown path element type');
}

function pathOf(keys: readonly string[], library: MergeLibrary | undefined): Path {
  return keys.map((key) => elementOf(key, library));
}

function typedOf(
  { typed }: Question | Omit<Question, 'a'>,
  value: Value | undefined,
  library: MergeLibrary | undefined,
): TypedValue {
  const held = asTyped(value ?? null, typed?.type ?? deducedParseableType, { allowDuplicates: true, library });
  return held.kind === 'typed' ? held.typed : refuseErrors(held.errors);
}

function refuseErrors(errors: readonly ValidationError[]): never {
  return refuse(validationErrorsToString(errors));
}

function printed(value: Value): string {
  return formatJson(value, { sortKeys: true });
}

function objectOf(value: Value | undefined): ValueMap {
  return isMap(value) ? value : new Map();
}

function managersOf(object: ValueMap, library: MergeLibrary | undefined): ManagedFields {
  const managers = new Map<string, VersionedSet>();
  for (const entry of getManagedFields(object) ?? []) {
    const read = readFieldsOf(entry, library);
    if (read.kind === 'error') return refuse(read.message);
    const { apiVersion, operation } = entry;
    managers.set(buildManagerIdentifier(entry), { set: read.set, apiVersion, applied: operation === 'Apply' });
  }
  return managers;
}

function managerLines(managers: ManagedFields): readonly string[] {
  return sortedKeys(managers).map((name) =>
    managedFieldsToString(new Map([[name, managers.get(name) as VersionedSet]])),
  );
}
