import { isJsonMap } from '../kubernetes-data.ts';

/**
 * Whether two schemas mean the same: in all but prose, the order of keys, and the kinds that schemas list which every
 * group has. Those are what our own data leaves out of a server's documents.
 */
export function sameSchema(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, i) => sameSchema(each, b[i]))
    );
  }
  if (!isJsonMap(a) || !isJsonMap(b)) return a === b;
  const [ofA, ofB] = [meant(a), meant(b)];
  return ofA.length === ofB.length && ofA.every((key) => Object.hasOwn(b, key) && sameSchema(a[key], b[key]));
}

/** The keys of a schema that have a meaning. A property may be called description: only the text is prose. */
function meant(schema: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(schema).filter((key) => {
    const value = schema[key];
    if (key === 'description') return typeof value !== 'string';
    return key !== 'x-kubernetes-group-version-kind' || !Array.isArray(value) || value.length === 1;
  });
}
