import { equals, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { fieldTypeOf } from './field-type.ts';
import { childrenOf, type SchemaNode, type SchemaPath } from './schema-node.ts';

/** The value that a field gets if nobody sets it. */
export interface KnownDefault {
  readonly value: Value;
  /**
   * `schema`: the CRD declares it. `server`: the server's code sets it. `key`: it stands for the key of an item without
   * one.
   */
  readonly source: 'schema' | 'server' | 'key';
  /** Whether the default depends on other fields. */
  readonly varies: boolean;
}

/**
 * Finds the defaults of the fields of an object, by name. Schemas of built-in kinds do not have them: the server's
 * defaulting runs on an object that holds nothing but the path to these fields, and again with values in the fields
 * beside.
 */
export function defaultsIn(node: SchemaNode): ReadonlyMap<string, KnownDefault> {
  const isCustom = node.kind.version.resource.origin === 'custom';
  const bare = isCustom ? undefined : defaulted(node, new Map());
  const found = new Map<string, KnownDefault>();
  for (const child of childrenOf(node)) {
    const name = child.path.at(-1);
    if (typeof name !== 'string' || (node.path.length === 0 && identity.has(name))) continue;
    const known = isCustom ? schemaDefault(child) : serverDefault(node, child, name, bare);
    if (known !== undefined) found.set(name, known);
  }
  return found;
}

/** The fields that name an object. They have no defaults. */
const identity: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function schemaDefault({ written }: SchemaNode): KnownDefault | undefined {
  const value = written?.get('default') ?? null;
  return value === null ? undefined : { value, source: 'schema', varies: false };
}

function serverDefault(
  node: SchemaNode,
  { isKey, written }: SchemaNode,
  name: string,
  bare: ValueMap | undefined,
): KnownDefault | undefined {
  const value = bare?.get(name) ?? null;
  // A map is there only because one of its fields has a default.
  if (value !== null && !(isMap(value) && value.size > 0)) {
    const other = defaulted(node, othersBeside(node, name))?.get(name) ?? null;
    return { value, source: 'server', varies: !equals(other, value) };
  }
  // Schemas of built-in kinds have zero values as defaults. They say what Go writes, and no server sets them.
  const ofKey = written?.get('default') ?? null;
  const says = isKey && ofKey !== null && ofKey !== '' && ofKey !== 0n;
  return says ? { value: ofKey, source: 'key', varies: false } : undefined;
}

/** Values for the strings and integers beside a field. */
function othersBeside(node: SchemaNode, name: string): ValueMap {
  const others = childrenOf(node).flatMap((child): readonly (readonly [string, Value])[] => {
    const other = child.path.at(-1) ?? '';
    if (other === name || child.written?.has('enum')) return [];
    const type = fieldTypeOf(child);
    return type === 'string' ? [[other, 'x']] : type === 'integer' ? [[other, 7n]] : [];
  });
  return new Map(others);
}

/** The value at a node after defaulting; undefined where the object does not have it. */
function defaulted({ kind, path }: SchemaNode, at: ValueMap): ValueMap | undefined {
  const { version } = kind;
  const object: ValueMap = new Map<string, Value>([
    ['apiVersion', version.apiVersion],
    ['kind', version.resource.kind],
    ['metadata', new Map()],
  ]);
  let value: Value | undefined = version.setDefaults(withAt(object, path, at));
  for (const step of path) {
    const held: Value = value ?? null;
    value = isList(held) ? held[0] : isMap(held) ? held.get(step ?? '') : undefined;
  }
  return isMap(value) ? value : undefined;
}

/** An object with the maps and lists on the way to a place, one item in each list, and entries at the place. */
function withAt(object: ValueMap, path: SchemaPath, at: ValueMap): ValueMap {
  const [step, ...rest] = path;
  if (typeof step !== 'string') return new Map([...object, ...at]);
  const intoItem = rest[0] === null;
  const inside = withAt(new Map(), intoItem ? rest.slice(1) : rest, at);
  return new Map(object).set(step, intoItem ? [inside] : inside);
}
