import { type FieldError, formatJson } from '@managed-fields/merge-engine';

/**
 * Complaints about a kind that is validated declaratively as well: those that declarative validation finds come last,
 * and from v1.37 on each is told once.
 * Upstream: apiserver pkg/registry/rest/validate.go ValidateDeclarativelyWithMigrationChecks, whose filter goes by way
 * of an aggregate.
 */
export function inDeclarativeOrder(minor: number, own: readonly FieldError[]): readonly FieldError[] {
  const late = ({ declarativeFrom }: FieldError) => declarativeFrom !== undefined && minor >= declarativeFrom;
  const ordered = own.some(late) ? [...own.filter((error) => !late(error)), ...own.filter(late)] : own;
  return minor >= toldOnceFrom ? [...new Map(ordered.map((error) => [keyOf(error), error])).values()] : ordered;
}

const toldOnceFrom = 37;

function keyOf({ type, field, value, detail }: FieldError): string {
  const isRaw = typeof value === 'object' && value !== null && 'raw' in value;
  const shown = isRaw || value === undefined ? value : formatJson(value);
  return JSON.stringify([type, field, shown, detail]);
}
