import { ensureNamedFieldsAreMembers } from '../../fieldpath/algebra.ts';
import { pathToString } from '../../fieldpath/element.ts';
import { fieldSetFromV1 } from '../../fieldpath/fields-v1.ts';
import { emptySet, type FieldSet, pathsOf, setToString } from '../../fieldpath/set.ts';
import type { Atom } from '../../schema/atom.ts';
import { schemaFromOpenApi } from '../../schema/openapi.ts';
import { isMap, mapAt, stringAt, type Value, type ValueMap } from '../../value/value.ts';
import { compareTyped } from '../compare.ts';
import { toFieldSet } from '../field-set.ts';
import { locateAll } from '../locate.ts';
import { mergeTyped } from '../merge.ts';
import { reconcileFieldSet } from '../reconcile.ts';
import { extractItems, removeItems } from '../remove.ts';
import { asTyped, type TypedValue } from '../typed.ts';
import { type ValidationError, validationErrorsToString } from '../validation-error.ts';

/**
 * Runs a case of this folder: the file's `operation` on a `value` of a `type` (T if not named) of the file's OpenAPI
 * `types`, with another value `and`, or some `fields` (as fieldsV1). What comes out is written as a value, sets as
 * their paths and errors as their text.
 */
export function runCase(file: ValueMap, given: ValueMap): Value {
  const types = new Map(
    [...(mapAt(file, 'types') ?? [])].map(([name, each]) => [name, isMap(each) ? each : new Map()]),
  );
  const type = schemaFromOpenApi(types).type(stringAt(given, 'type') ?? 'T');
  if (type === undefined) throw new Error('a file names its type');
  return runOperation(stringAt(file, 'operation') ?? '', type, given);
}

/** Does the same with a type that was made in another way. */
export function runOperation(name: string, type: Atom, given: ValueMap): Value {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error('a case names its operation');
  const value = given.get('value') ?? null;
  return operation({
    typed: { value, type },
    type,
    and: { value: given.get('and') ?? null, type },
    fields: readFields(given.get('fields')),
  });
}

interface Given {
  readonly typed: TypedValue;
  readonly type: Atom;
  readonly and: TypedValue;
  readonly fields: FieldSet;
}

const operations: ReadonlyMap<string, (given: Given) => Value> = new Map([
  ['validate', validation],
  ['fields', ({ typed }: Given) => written(toFieldSet(typed))],
  ['compare', comparison],
  ['merge', merging],
  ['remove', removal],
  ['members', ({ fields, type }: Given) => lines(ensureNamedFieldsAreMembers(fields, type))],
  ['reconcile', ({ fields, type }: Given) => written(reconcileFieldSet(fields, type))],
  ['locate', location],
]);

function readFields(wire: Value | undefined): FieldSet {
  if (wire === undefined) return emptySet;
  const read = fieldSetFromV1(wire);
  if (read.kind === 'error') throw new Error(read.message);
  return read.set;
}

function lines(set: FieldSet): Value {
  return setToString(set) === '' ? [] : setToString(set).split('\n');
}

function written(
  answer:
    | { readonly kind: 'set' | 'reconciled'; readonly set: FieldSet }
    | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] },
): Value {
  return answer.kind === 'invalid' ? validationErrorsToString(answer.errors) : lines(answer.set);
}

function validation({ typed }: Given): Value {
  const [live, applied] = [true, false].map((allowDuplicates) => {
    const answer = asTyped(typed.value, typed.type, { allowDuplicates });
    return answer.kind === 'typed' ? 'valid' : validationErrorsToString(answer.errors);
  });
  return live === applied
    ? (live ?? null)
    : new Map([
        ['live', live ?? null],
        ['applied', applied ?? null],
      ]);
}

function comparison({ typed, and }: Given): Value {
  const answer = compareTyped(typed, and);
  if (answer.kind === 'invalid') return validationErrorsToString(answer.errors);
  const { removed, modified, added } = answer.comparison;
  const parts: [string, FieldSet][] = [
    ['removed', removed],
    ['modified', modified],
    ['added', added],
  ];
  return new Map(parts.filter(([, set]) => pathsOf(set).length > 0).map(([name, set]) => [name, lines(set)]));
}

function merging({ typed, and }: Given): Value {
  const answer = mergeTyped(typed, and);
  return answer.kind === 'invalid' ? validationErrorsToString(answer.errors) : answer.typed.value;
}

function removal({ typed, fields }: Given): Value {
  return new Map([
    ['removed', removeItems(typed, fields).value],
    ['extracted', extractItems(typed, fields).value],
    ['with keys', extractItems(typed, fields, { appendKeyFields: true }).value],
  ]);
}

/** Each field, and the places where it is. */
function location({ typed, type, fields }: Given): Value {
  return new Map(
    pathsOf(fields).map((path): [string, Value] => {
      const places = locateAll(typed.value, type, path);
      return [pathToString(path), places.map((place) => place.join('/'))];
    }),
  );
}
