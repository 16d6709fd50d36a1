import type { SurveyedObject } from '../object.ts';

/** What the rows of a table are sorted by. */
export const sortings = [
  'name',
  'kind',
  'namespace',
  'managers',
  'fields',
  'shared',
  'written',
  'bytes',
  'managedFieldsBytes',
  'findings',
] as const;

/** A column to sort by. */
export type SortBy = (typeof sortings)[number];

/** What the rows of a table are grouped by. */
export const groupings = ['nothing', 'kind', 'namespace', 'manager', 'owner'] as const;

/** One of the groupings. */
export type GroupBy = (typeof groupings)[number];

/** Rows under one heading: a kind, a namespace, a manager or an owner, empty where they have none. */
export interface Group {
  readonly name: string;
  readonly objects: readonly SurveyedObject[];
}

/** Sorts objects; those that are equal stay in the order of kind, namespace and name. */
export function sortObjects(
  objects: readonly SurveyedObject[],
  by: SortBy,
  descending: boolean,
): readonly SurveyedObject[] {
  const keyed = objects.map((object) => ({ object, key: keyOf(object, by) }));
  const sign = descending ? -1 : 1;
  keyed.sort((a, b) => sign * compare(a.key, b.key) || compareNames(a.object, b.object));
  return keyed.map(({ object }) => object);
}

/**
 * Groups objects, each group in their order; the groups by their names. An object with several managers stands below each of
 * them.
 */
export function groupObjects(objects: readonly SurveyedObject[], by: GroupBy): readonly Group[] {
  if (by === 'nothing') return [{ name: '', objects }];
  const groups = new Map<string, SurveyedObject[]>();
  for (const object of objects) {
    for (const name of groupsOf(object, by)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [object]);
      else group.push(object);
    }
  }
  return [...groups].sort(([a], [b]) => compare(a, b)).map(([name, grouped]) => ({ name, objects: grouped }));
}

function groupsOf(object: SurveyedObject, by: Exclude<GroupBy, 'nothing'>): Iterable<string> {
  switch (by) {
    case 'manager':
      return object.entries.length === 0 ? [''] : new Set(object.entries.map(({ manager }) => manager));
    // Two owners of one name in two namespaces are two owners.
    case 'owner':
      return [object.owner === '' || object.namespace === '' ? object.owner : `${object.namespace}/${object.owner}`];
    default:
      return [object[by]];
  }
}

/** The time of the newest entry, as written; empty where none has one. */
export function newestWrite({ entries }: SurveyedObject): string {
  return (
    entries
      .map(({ time }) => time)
      .sort()
      .at(-1) ?? ''
  );
}

function keyOf(object: SurveyedObject, by: SortBy): string | number {
  switch (by) {
    case 'managers':
      return new Set(object.entries.map(({ manager }) => manager)).size;
    case 'written':
      return newestWrite(object);
    case 'findings':
      return object.findings.length;
    default:
      return object[by];
  }
}

function compareNames(a: SurveyedObject, b: SurveyedObject): number {
  return compare(a.kind, b.kind) || compare(a.namespace, b.namespace) || compare(a.name, b.name) || a.index - b.index;
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
