import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { newSet, paths, serializePathElement, setFromJson, setToJson } from '@managed-fields/merge-engine/fieldpath';
import { asTyped, toFieldSet } from '@managed-fields/merge-engine/typed';
import type { Chance } from '../../conformance/chance.ts';
import type { Question, TypedQuestion } from '../../conformance/upstream/question.ts';
import { fieldsText, hostileKey, soundKey, type Temper } from './hostile-fields.ts';

/** A question about sets alone, of which one in so many is hostile. */
export function setQuestion(chance: Chance): Question {
  const temper: Temper = chance.once(4) ? 'hostile' : 'sound';
  const a = fieldsText(chance, temper);
  const operation = chance.pick([
    ...(['read', 'leaves', 'union', 'intersection', 'difference', 'recursiveDifference'] as const),
    ...(['exclude', 'include', 'has', 'newSet', 'equals', 'element'] as const),
  ]);
  switch (operation) {
    case 'read':
      // What does not read is worth the most here.
      return { operation, a: fieldsText(chance, 'hostile') };
    case 'leaves':
      return { operation, a };
    case 'element':
      return { operation, a: hostileKey(chance) };
    case 'has':
      return { operation, a, path: chance.once(2) ? somePath(chance, a) : keys(chance, temper) };
    case 'include':
      return { operation, a, patterns: patterns(chance, a, temper) };
    case 'newSet':
      return { operation, patterns: Array.from({ length: chance.integer(6) }, () => keys(chance, temper)) };
    default:
      return { operation, a, b: chance.once(3) ? partOf(chance, a) : fieldsText(chance, temper) };
  }
}

/** The keys of a path. */
function keys(chance: Chance, temper: Temper): readonly string[] {
  const key = () => (temper === 'hostile' && chance.once(6) ? hostileKey(chance) : soundKey(chance));
  return Array.from({ length: chance.integer(4) }, key);
}

/** A path of a set by its keys, without its last ones perhaps. */
function somePath(chance: Chance, text: string): readonly string[] {
  const read = setFromJson(text);
  const all = read.kind === 'set' ? paths(read.set) : [];
  const path = all[chance.integer(Math.max(1, all.length))] ?? [];
  return path
    .slice(0, chance.once(3) ? chance.integer(path.length + 1) : path.length)
    .map((element) => serializePathElement(element));
}

/** A set with some of the fields of another. */
function partOf(chance: Chance, text: string): string {
  const read = setFromJson(text);
  const all = read.kind === 'set' ? paths(read.set) : [];
  return setToJson(newSet(...all.filter(() => chance.once(2))));
}

function patterns(chance: Chance, text: string, temper: Temper): readonly (readonly string[])[] {
  return Array.from({ length: chance.integer(4) }, () => {
    const pattern = chance.once(2) ? somePath(chance, text) : keys(chance, temper);
    return pattern.map((key) => (chance.once(3) ? '*' : key));
  });
}

/** A question about two values of a type. */
export function typedQuestion(chance: Chance, typed: TypedQuestion | undefined, value: Value, other: Value): Question {
  const operation = chance.pick(['validate', 'fields', 'merge', 'compare', 'remove', 'reconcile', 'named']);
  const given: Question = { operation, value, ...(typed === undefined ? {} : { typed }) };
  switch (operation) {
    case 'validate':
    case 'fields':
      return given;
    case 'merge':
      return { ...given, other };
    case 'compare':
      return { ...given, other, a: someFields(chance, typed, value) };
    default:
      return { ...given, a: someFields(chance, typed, chance.once(4) ? other : value) };
  }
}

/** Some fields of a value, or others. */
function someFields(chance: Chance, typed: TypedQuestion | undefined, value: Value): string {
  const held = typed === undefined ? undefined : asTyped(value, typed.type, { allowDuplicates: true });
  const fields = held?.kind === 'typed' ? toFieldSet(held.typed) : undefined;
  if (fields?.kind !== 'set' || chance.once(6)) return fieldsText(chance, 'sound');
  // What a list item without keys is called has no text.
  const all = paths(fields.set).filter((path) => path.every(({ kind }) => kind !== 'index'));
  const share = chance.pick([2, 2, 4]);
  const chosen = all.flatMap((path) => {
    if (!chance.once(share)) return [];
    return [chance.once(4) ? path.slice(0, 1 + chance.integer(path.length)) : path];
  });
  return setToJson(newSet(...chosen));
}

const managers = ['alice', 'bob', 'carol', 'kubectl', 'dave'] as const;

/** A question about the managedFields of an object, before and after something happened to it. */
export function entriesQuestion(
  chance: Chance,
  typed: TypedQuestion | undefined,
  before: ValueMap,
  after: ValueMap,
): Question {
  const operation = chance.pick([
    'decode',
    'validateEntries',
    'extract',
    'extract',
    'owners',
    'upgrade',
    'managersDifference',
    'toScale',
    'fromScale',
  ]);
  const given: Question = { operation, value: after };
  const manager = managerOf(chance, after, operation === 'extract' ? 'Apply' : undefined);
  const subresource = chance.once(8) ? 'status' : '';
  switch (operation) {
    case 'extract':
      return { ...given, manager, subresource, ...(typed === undefined ? {} : { typed }) };
    case 'owners':
      return { ...given, a: chance.once(3) ? fieldsText(chance, 'sound') : ownedText(chance, after) };
    case 'upgrade':
      // Upstream takes several former managers in an order left to chance.
      return { ...given, manager, subresource, names: chance.once(8) ? [] : [managerOf(chance, after, 'Update')] };
    case 'managersDifference':
      return { ...given, other: before };
    case 'toScale':
      return { ...given, patterns: replicasPaths(chance, after) };
    case 'fromScale': {
      const names = [stringAt(after, 'apiVersion') ?? ''];
      return { ...given, other: scaleOf(chance, after), patterns: replicasPaths(chance, after), names };
    }
    default:
      return given;
  }
}

/** Where versions keep their replicas: the version, and the fields down to them; the version alone where it has no scale. */
function replicasPaths(chance: Chance, object: ValueMap): readonly (readonly string[])[] {
  const versions = entriesOf(object).map((entry) => stringAt(entry, 'apiVersion') ?? '');
  const own = [stringAt(object, 'apiVersion') ?? '', ...versions.filter(() => !chance.once(8))];
  return [...new Set(own)].map((version) => {
    if (chance.once(8)) return [version];
    return [version, 'spec', chance.pick(['a', 'b', 'replicas'])];
  });
}

/** A Scale with entries of the managers of an object, as a write of it may leave them, some of which do not read. */
function scaleOf(chance: Chance, object: ValueMap): ValueMap {
  const kept = entriesOf(object).flatMap((entry): readonly ValueMap[] => {
    if (chance.once(3)) return [];
    const shown = new Map(entry);
    if (!chance.once(4)) shown.set('fieldsV1', new Map([['f:spec', new Map([['f:replicas', new Map()]])]]));
    if (!chance.once(4)) shown.set('apiVersion', 'autoscaling/v1');
    if (chance.once(6)) shown.set('manager', chance.pick(managers));
    if (chance.once(30)) shown.set('fieldsType', 'FieldsV2');
    return [shown];
  });
  return new Map<string, Value>([
    ['apiVersion', 'autoscaling/v1'],
    ['kind', 'Scale'],
    ['metadata', new Map([['managedFields', kept]])],
  ]);
}

/** A manager with an entry of an operation, or of any, mostly. */
function managerOf(chance: Chance, object: ValueMap, operation: 'Apply' | 'Update' | undefined): string {
  const found = entriesOf(object).filter((entry) => operation === undefined || entry.get('operation') === operation);
  const name = found[chance.integer(Math.max(1, found.length))]?.get('manager');
  return typeof name === 'string' && !chance.once(4) ? name : chance.pick(managers);
}

function entriesOf(object: ValueMap): readonly ValueMap[] {
  return (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).filter(isMap);
}

/** Some of what an entry of an object owns. */
function ownedText(chance: Chance, object: ValueMap): string {
  const entries = entriesOf(object);
  const fields = entries[chance.integer(Math.max(1, entries.length))]?.get('fieldsV1');
  const first = isMap(fields) ? [...fields.keys()].filter((key) => key.startsWith('f:')) : [];
  return `{${first
    .filter(() => chance.once(2))
    .map((key) => `${JSON.stringify(key)}:{}`)
    .join(',')}}`;
}
