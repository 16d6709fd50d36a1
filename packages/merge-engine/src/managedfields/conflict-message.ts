import { pathToString } from '../fieldpath/element.ts';
import type { Conflict } from '../merge/conflict.ts';
import { quote } from '../value/go-text.ts';
import { compareStrings } from '../value/order.ts';
import { readIdentifier } from './identifier.ts';

/** One conflicting field, as the causes of a Status list it. */
export interface ConflictCause {
  readonly message: string;
  readonly field: string;
}

/**
 * A manager as conflicts name it: `"m"`, with its subresource, and for an updater with its API version.
 * Upstream: apimachinery pkg/util/managedfields/internal/conflict.go printManager.
 */
export function printManager(identifier: string): string {
  const named = readIdentifier(identifier);
  if (named === undefined) return quote(identifier);
  const subresource = named.subresource === '' ? '' : ` with subresource ${quote(named.subresource)}`;
  const version = named.operation === 'Update' ? ` using ${named.apiVersion}` : '';
  return `${quote(named.manager)}${subresource}${version}`;
}

/**
 * The causes of a conflict, one for each field.
 * Upstream: conflict.go NewConflictError; its order is random, ours is that of the conflicts.
 */
export function conflictCauses(conflicts: readonly Conflict[]): ConflictCause[] {
  return conflicts.map((conflict) => ({
    message: `conflict with ${printManager(conflict.manager)}`,
    field: pathToString(conflict.path),
  }));
}

/**
 * The message of a conflict: on one line for one field, else the fields grouped by manager.
 * Upstream: conflict.go getConflictMessage.
 */
export function conflictMessage(conflicts: readonly Conflict[]): string {
  const [only] = conflicts;
  if (conflicts.length === 1 && only !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${printManager(only.manager)}: ${pathToString(only.path)}`;
  }
  const paths = new Map<string, string[]>();
  for (const conflict of conflicts) {
    const listed = paths.get(conflict.manager) ?? [];
    listed.push(`- ${pathToString(conflict.path)}`);
    paths.set(conflict.manager, listed);
  }
  const lines = [...paths]
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([identifier, listed]) => [`conflicts with ${printManager(identifier)}:`, ...listed]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}
