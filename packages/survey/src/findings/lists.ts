import { isArray, isObject, type Json, jsonOf, memberOf } from '../json.ts';
import type { OwnedField } from '../owned-fields.ts';
import { findingOf } from './finding.ts';
import type { Judged, Rule } from './rule.ts';

/** An atomic list or map that several appliers own: whoever of them changes it conflicts with all others. */
export const sharedAtomicField: Rule = {
  id: 'shared-atomic-field',
  severity: 'warning',
  conflict: true,
  example: 'atomic-list',
  judge(judged) {
    const { row, owned, appliers } = judged;
    if (appliers.length < 2) return [];
    const found = owned.filter((field) => {
      if (field.inner || field.owners.length < 2 || !isAtomic(field) || cannotChange(field)) return false;
      const first = field.owners.find((owner) => appliers.includes(owner));
      if (first === undefined) return false;
      const name = row.entries[first]?.manager;
      return field.owners.some((owner) => appliers.includes(owner) && row.entries[owner]?.manager !== name);
    });
    if (found.length === 0) return [];
    const entries = appliers.filter((entry) => found.some(({ owners }) => owners.includes(entry)));
    const managers = entries.map((entry) => row.entries[entry]?.manager ?? '').join(', ');
    return [findingOf('shared-atomic-field', found, entries, { managers })];
  },
};

/** Whether the server refuses every change of a field: nobody can conflict about it. */
function cannotChange({ element, parent }: OwnedField): boolean {
  if (element === 'f:roleRef') return parent === undefined;
  return element === 'f:selector' && parent?.element === 'f:spec' && parent.parent === undefined && hasTemplate(parent);
}

/** Whether a spec is one of a workload, whose selector stays as it was made. */
function hasTemplate(spec: OwnedField): boolean {
  return memberOf(spec.value, 'template') !== undefined;
}

/** Granular maps that are owned as if they were whole where somebody applied them empty. */
const emptyStructs: ReadonlySet<string> = new Set([
  'f:strategy',
  'f:updateStrategy',
  'f:resources',
  'f:securityContext',
  'f:metadata',
  'f:labels',
  'f:annotations',
]);

/** Whether a field without owned fields inside of it holds some all the same. */
function isAtomic({ value, element }: OwnedField): boolean {
  if (isArray(value)) return value.length > 0;
  return isObject(value) && !emptyStructs.has(element) && Object.keys(value).length > 0;
}

/**
 * Items of a list with keys that have the same key: client-side apply and strategic merge patches change or remove all
 * of them at once, and server-side apply refuses a configuration with both.
 */
export const duplicateKeys: Rule = {
  id: 'duplicate-keys',
  severity: 'error',
  conflict: false,
  example: 'duplicate-env-live',
  judge({ owned }) {
    const lists = crowdedLists(owned);
    if (lists.length === 0) return [];
    const items = itemsOf(lists, owned);
    const duplicates = lists.flatMap((list) => duplicatesIn(list, items.get(list) ?? []));
    if (duplicates.length === 0) return [];
    const entries = [...new Set(duplicates.flatMap(({ owners }) => owners))].sort((a, b) => a - b);
    return [findingOf('duplicate-keys', duplicates, entries, {})];
  },
};

/** A list whose items are owned by keys, and how many of these were met. */
interface KeyedList {
  readonly list: OwnedField;
  items: number;
}

/**
 * The lists that have more items than are owned by keys. Each of these has a key of its own, so that a list with as many
 * has no duplicates. Fields stand before what is in them, so a stack knows which lists are not finished.
 */
function crowdedLists(owned: Judged['owned']): readonly OwnedField[] {
  const crowded: OwnedField[] = [];
  const open: KeyedList[] = [];
  const close = () => {
    const closed = open.pop();
    if (closed !== undefined && isArray(closed.list.value) && closed.list.value.length > closed.items) {
      crowded.push(closed.list);
    }
  };
  for (const { element, parent, value } of owned) {
    if (parent === undefined || value === undefined || element.charCodeAt(0) !== keyElement) continue;
    let last = open.at(-1);
    while (last !== undefined && last.list !== parent && !isWithin(parent, last.list)) {
      close();
      last = open.at(-1);
    }
    if (last !== undefined && last.list === parent) last.items++;
    else open.push({ list: parent, items: 1 });
  }
  while (open.length > 0) close();
  return crowded;
}

/** The `k` of `k:{"name":"app"}`. */
const keyElement = 0x6b;

function isWithin(field: OwnedField, outer: OwnedField): boolean {
  for (let at = field.parent; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
}

/** The items of some lists that are owned by keys. */
function itemsOf(lists: readonly OwnedField[], owned: Judged['owned']): ReadonlyMap<OwnedField, readonly OwnedField[]> {
  const items = new Map(lists.map((list) => [list, [] as OwnedField[]]));
  for (const field of owned) {
    if (field.parent !== undefined && field.element.charCodeAt(0) === keyElement) items.get(field.parent)?.push(field);
  }
  return items;
}

function duplicatesIn(list: OwnedField, items: readonly OwnedField[]): readonly OwnedField[] {
  const names = keyNamesOf(items[0]?.element ?? '');
  if (names === undefined || !isArray(list.value)) return [];
  const counts = new Map<string, { readonly item: Json; count: number }>();
  for (const item of list.value) {
    // Defaults of keys are not known here, so an item without one of them is like no other.
    if (names.some((name) => memberOf(item, name) === undefined)) continue;
    const key = JSON.stringify(names.map((name) => memberOf(item, name)));
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { item, count: 1 });
    else known.count++;
  }
  const byItem = new Map(items.map((item) => [item.value, item]));
  return [...counts.values()].flatMap(({ item, count }) => {
    if (count < 2) return [];
    const element = `k:${JSON.stringify(Object.fromEntries(names.map((name) => [name, memberOf(item, name)])))}`;
    return [byItem.get(item) ?? { parent: list, element, owners: [], inner: false, value: item }];
  });
}

function keyNamesOf(element: string): readonly string[] | undefined {
  const key = jsonOf(element.slice(2));
  return isObject(key) && Object.keys(key).length > 0 ? Object.keys(key) : undefined;
}
