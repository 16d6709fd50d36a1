import type { OwnedField } from '../owned-fields.ts';
import type { Judged } from './rule.ts';

/** The fields without owned ones inside of them that an entry owns. */
export function leavesOf({ owned }: Pick<Judged, 'owned'>, entry: number): readonly OwnedField[] {
  return owned.filter((field) => !field.inner && field.owners.includes(entry));
}

/** The fields inside of a field of the object itself (`f:status`), in their order. */
export function fieldsWithin({ owned }: Pick<Judged, 'owned'>, element: string): readonly OwnedField[] {
  const first = owned.findIndex((field) => field.parent === undefined && field.element === element);
  if (first < 0) return [];
  let end = first + 1;
  while (end < owned.length && owned[end]?.parent !== undefined) end++;
  return owned.slice(first, end);
}

/** The fields inside of a field of the object itself that have no owned ones inside of them, and such an owner. */
export function leavesWithin(
  { owned }: Pick<Judged, 'owned'>,
  element: string,
  isOwner: (entry: number) => boolean,
): readonly OwnedField[] {
  const found: OwnedField[] = [];
  let within = false;
  for (const field of owned) {
    if (field.parent === undefined) within = field.element === element;
    if (within && !field.inner && field.owners.some(isOwner)) found.push(field);
  }
  return found;
}

/** Whether a field is metadata of its object, or in it. */
export function isMetadata(field: OwnedField): boolean {
  let root = field;
  while (root.parent !== undefined) root = root.parent;
  return root.element === 'f:metadata';
}

/** The managers of some entries, each once, in a list for a sentence. */
export function managersOf({ row }: Pick<Judged, 'row'>, entries: readonly number[]): string {
  return [...new Set(entries.map((entry) => row.entries[entry]?.manager ?? ''))].join(', ');
}
