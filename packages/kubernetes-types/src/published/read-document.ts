import { isJsonMap, type JsonMap } from '../kubernetes-data.ts';

/** The schemas of an OpenAPI v3 document, or why it cannot be used. */
export type DocumentReading =
  | { readonly kind: 'read'; readonly schemas: ReadonlyMap<string, JsonMap> }
  | { readonly kind: 'unreadable'; readonly reason: 'too-large' | 'syntax' | 'no-schemas' | 'too-deep' };

/** The longest text that is read, in UTF-16 units: several times the largest document of Kubernetes itself. */
export const mostCharacters = 2 ** 25;

/** How many levels schemas may have. Those of Kubernetes have eight, generated ones of custom resources some dozens. */
export const mostLevels = 400;

/**
 * Reads the schemas of an OpenAPI v3 document, `components.schemas`, by name. Whatever the text holds, it takes time
 * that grows with it and does not throw; parts that are no schemas are left out.
 */
export function readDocument(text: string): DocumentReading {
  if (typeof text !== 'string') return { kind: 'unreadable', reason: 'syntax' };
  if (text.length > mostCharacters) return { kind: 'unreadable', reason: 'too-large' };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', reason: 'syntax' };
  }
  const components = isJsonMap(document) && own(document, 'components');
  const schemas = isJsonMap(components) && own(components, 'schemas');
  if (!isJsonMap(schemas)) return { kind: 'unreadable', reason: 'no-schemas' };
  if (!isWithin(schemas, mostLevels)) return { kind: 'unreadable', reason: 'too-deep' };
  const read = Object.entries(schemas).filter((entry): entry is [string, JsonMap] => isJsonMap(entry[1]));
  return read.length === 0 ? { kind: 'unreadable', reason: 'no-schemas' } : { kind: 'read', schemas: new Map(read) };
}

/** The kind at a version that a schema is of, by its own word; undefined for schemas of parts, and of many kinds. */
export function kindOf(schema: JsonMap): { readonly apiVersion: string; readonly kind: string } | undefined {
  const kinds = own(schema, 'x-kubernetes-group-version-kind');
  // Types that every group has, such as DeleteOptions, name all of them.
  const [only] = Array.isArray(kinds) && kinds.length === 1 ? (kinds as readonly unknown[]) : [];
  if (!isJsonMap(only)) return undefined;
  const [group, version, kind] = [own(only, 'group'), own(only, 'version'), own(only, 'kind')];
  if (typeof group !== 'string' || typeof version !== 'string' || typeof kind !== 'string') return undefined;
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind };
}

/** A member of a JSON object, not of its prototype. */
export function own(map: JsonMap, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Whether a value has at most so many levels. It keeps its own stack, as the value may be deeper than that of calls. */
function isWithin(value: object, levels: number): boolean {
  let level: readonly object[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return false;
    level = level.flatMap((each) =>
      Object.values(each).filter((child): child is object => typeof child === 'object' && child !== null),
    );
  }
  return true;
}
