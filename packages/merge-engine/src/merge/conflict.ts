import { type FieldPath, pathToString } from '../fieldpath/element.ts';
import { type FieldSet, pathsOf, setOf } from '../fieldpath/set.ts';
import { quote } from '../value/go-text.ts';
import { compareStrings } from '../value/order.ts';

/**
 * A field that another manager owns and the applied configuration would change.
 * Upstream: merge/conflict.go Conflict.
 */
export interface Conflict {
  /** The identifier of the manager that owns the field. */
  readonly manager: string;
  readonly path: FieldPath;
}

/** The conflicts of some managers, by the order of their identifiers. Upstream: ConflictsFromManagers. */
export function conflictsOf(sets: ReadonlyMap<string, FieldSet>): Conflict[] {
  return [...sets]
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([manager, set]) => pathsOf(set).map((path) => ({ manager, path })));
}

/**
 * Conflicts in the words of the merge library: one in a line, several grouped by manager. The server's message is
 * `conflictMessage` in `managedfields/`.
 * Upstream: merge/conflict.go Conflicts.Error.
 */
export function conflictsToString(conflicts: readonly Conflict[]): string {
  const [only] = conflicts;
  if (only !== undefined && conflicts.length === 1) {
    return `conflict with ${quote(only.manager)}: ${pathToString(only.path)}`;
  }
  const managers = [...new Set(conflicts.map(({ manager }) => manager))].sort(compareStrings);
  return managers
    .flatMap((manager) => [
      `conflicts with ${quote(manager)}:`,
      ...conflicts.filter((each) => each.manager === manager).map(({ path }) => `- ${pathToString(path)}`),
    ])
    .join('\n');
}

/** The fields that conflict, whoever owns them. Upstream: merge/conflict.go Conflicts.ToSet. */
export function conflictsToSet(conflicts: readonly Conflict[]): FieldSet {
  return setOf(...conflicts.map(({ path }) => path));
}
