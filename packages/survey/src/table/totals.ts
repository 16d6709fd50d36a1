import type { SurveyedObject } from '../object.ts';

/** What one manager has in all objects. */
export interface ManagerTotals {
  readonly manager: string;
  /** The operations of its entries, in the order of their names. */
  readonly operations: readonly string[];
  readonly objects: number;
  /** Fields of all its entries; one that two of its own entries have counts twice. */
  readonly fields: number;
  readonly alone: number;
  readonly shared: number;
  /** The times of its oldest and newest write, as written; empty where no entry has one. */
  readonly oldest: string;
  readonly newest: string;
  /** Bytes of its entries. */
  readonly bytes: number;
}

/** Adds up what each manager has; who is in the most objects comes first. */
export function totalsOf(objects: Iterable<SurveyedObject>): readonly ManagerTotals[] {
  const totals = startTotals();
  for (const object of objects) totals.add(object);
  return totals.all();
}

/** Totals that grow while objects come. */
export interface GrowingTotals {
  add(object: SurveyedObject): void;
  /** Those of all objects so far; who is in the most objects comes first. */
  all(): readonly ManagerTotals[];
}

/** Begins with no objects. */
export function startTotals(): GrowingTotals {
  const totals = new Map<string, ManagerTotals & { readonly last: number }>();
  const add = ({ index, entries }: SurveyedObject) => {
    for (const { manager, operation, fields, alone, shared, time, bytes } of entries) {
      const before = totals.get(manager);
      totals.set(manager, {
        manager,
        operations: withOperation(before?.operations ?? [], operation),
        objects: (before?.objects ?? 0) + (before?.last === index ? 0 : 1),
        fields: (before?.fields ?? 0) + fields,
        alone: (before?.alone ?? 0) + alone,
        shared: (before?.shared ?? 0) + shared,
        oldest: earlier(before?.oldest ?? '', time),
        newest: later(before?.newest ?? '', time),
        bytes: (before?.bytes ?? 0) + bytes,
        last: index,
      });
    }
  };
  const all = () =>
    [...totals.values()]
      .map(({ last: _, ...total }) => total)
      .sort((a, b) => b.objects - a.objects || (a.manager < b.manager ? -1 : 1));
  return { add, all };
}

function withOperation(operations: readonly string[], operation: string): readonly string[] {
  return operations.includes(operation) ? operations : [...operations, operation].sort();
}

/** The earlier of two times, where an empty one is none. */
function earlier(a: string, b: string): string {
  if (a === '' || b === '') return a + b;
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return [a, b].sort()[1] ?? '';
}
