/** A value of a host as a record; an empty one where it is none. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The text at some names within a value; empty where there is none. */
export function textAt(value: unknown, ...names: readonly string[]): string {
  let at: unknown = value;
  for (const name of names) {
    const record = asRecord(at);
    at = Object.hasOwn(record, name) ? record[name] : undefined;
  }
  return typeof at === 'string' ? at : '';
}
