import { equals, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { fieldTypeOf } from './field-type.ts';
import { childrenOf, type SchemaNode, type SchemaPath } from './schema-node.ts';

/** What a field gets that nobody set. */
export interface KnownDefault {
  readonly value: Value;
  /** `schema`: the CRD says so. `server`: the server's own code sets it. `key`: stands for the key of an item without it. */
  readonly source: 'schema' | 'server' | 'key';
  /** It is another one where fields beside it are set otherwise. */
  readonly varies: boolean;
}

/**
 * The defaults of the fields of an object, by name. Those of built-in kinds are in no schema: they are found by letting
 * the server's defaulting loose on an object that has nothing but the way there, and once more with other values beside.
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

/** What names an object is given with it. */
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
  // What holds something is only there because that has a default.
  if (value !== null && !(isMap(value) && value.size > 0)) {
    const other = defaulted(node, othersBeside(node, name))?.get(name) ?? null;
    return { value, source: 'server', varies: !equals(other, value) };
  }
  // The zero values in schemas of built-in kinds say what Go writes, not what anybody gets.
  const ofKey = written?.get('default') ?? null;
  const says = isKey && ofKey !== null && ofKey !== '' && ofKey !== 0n;
  return says ? { value: ofKey, source: 'key', varies: false } : undefined;
}

/** Texts and whole numbers beside a field, set to something. */
function othersBeside(node: SchemaNode, name: string): ValueMap {
  const others = childrenOf(node).flatMap((child): readonly (readonly [string, Value])[] => {
    const other = child.path.at(-1) ?? '';
    if (other === name || child.written?.has('enum')) return [];
    const type = fieldTypeOf(child);
    return type === 'string' ? [[other, 'x']] : type === 'integer' ? [[other, 7n]] : [];
  });
  return new Map(others);
}

/** What stands at a node's place once the server has set defaults; undefined where it does not get that far. */
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

/** An object with the way to a place, lists with one item, and entries there. */
function withAt(object: ValueMap, path: SchemaPath, at: ValueMap): ValueMap {
  const [step, ...rest] = path;
  if (typeof step !== 'string') return new Map([...object, ...at]);
  const intoItem = rest[0] === null;
  const inside = withAt(new Map(), intoItem ? rest.slice(1) : rest, at);
  return new Map(object).set(step, intoItem ? [inside] : inside);
}
