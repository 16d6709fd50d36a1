import { type FieldError, formatJson } from '@managed-fields/merge-engine';

/**
 * Sorts the errors about a kind that has declarative validation too: errors that declarative validation finds come
 * last, and from v1.37 on equal errors are merged.
 * Upstream: apiserver pkg/registry/rest/validate.go ValidateDeclarativelyWithMigrationChecks, whose filter uses an
 * aggregate.
 */
export function inDeclarativeOrder(minor: number, own: readonly FieldError[]): readonly FieldError[] {
  const late = ({ declarativeFrom }: FieldError) => declarativeFrom !== undefined && minor >= declarativeFrom;
  const ordered = own.some(late) ? [...own.filter((error) => !late(error)), ...own.filter(late)] : own;
  return minor >= mergedFrom ? [...new Map(ordered.map((error) => [keyOf(error), error])).values()] : ordered;
}

const mergedFrom = 37;

function keyOf({ type, field, value, detail }: FieldError): string {
  const isRaw = typeof value === 'object' && value !== null && 'raw' in value;
  const shown = isRaw || value === undefined ? value : formatJson(value);
  return JSON.stringify([type, field, shown, detail]);
}
