import type { Value, ValueMap } from '@managed-fields/merge-engine';
import type { Chance } from '../../conformance/chance.ts';
import type { Definitions, JsonSchema } from './schemas.ts';

/**
 * The ways in which an object may stray from its schema: an update may repeat list items, a few values may be of a
 * wrong type.
 */
export interface Straying {
  readonly duplicates: boolean;
  readonly wrongTypes: boolean;
}

/** Makes values that fit a schema, mostly. Few distinct values, so that managers meet. */
export function randomObject(
  chance: Chance,
  definitions: Definitions,
  root: JsonSchema,
  identity: ReadonlyMap<string, Value>,
  straying: Straying,
): ValueMap {
  const object = new Map(identity);
  const properties = asSchema(root['properties']);
  for (const name of Object.keys(properties)) {
    if (identity.has(name) || name === 'apiVersion' || name === 'kind' || name === 'status') continue;
    if (!chance.once(6)) object.set(name, randomValue(chance, definitions, asSchema(properties[name]), straying, 6));
  }
  return object;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The schema that a reference, plain or in allOf, stands for. */
function resolve(definitions: Definitions, schema: JsonSchema): JsonSchema {
  const all = schema['allOf'];
  const reference = schema['$ref'] ?? (Array.isArray(all) ? asSchema(all[0])['$ref'] : undefined);
  if (typeof reference !== 'string') return schema;
  const name = reference.replace('#/components/schemas/', '');
  return { ...resolve(definitions, definitions[name] ?? {}), ...siblings(schema) };
}

function siblings(schema: JsonSchema): JsonSchema {
  const { $ref: _reference, allOf: _all, ...rest } = schema;
  return rest;
}

function randomValue(
  chance: Chance,
  definitions: Definitions,
  given: JsonSchema,
  straying: Straying,
  depth: number,
): Value {
  if (chance.once(60)) return null;
  if (straying.wrongTypes && chance.once(80)) return chance.pick<Value>(['wrong', 7n, true, [], new Map()]);
  const schema = resolve(definitions, given);
  const { type, items, properties, additionalProperties } = schema;
  if (type === 'array') return randomList(chance, definitions, schema, asSchema(items), straying, depth);
  if (properties !== undefined) return randomStruct(chance, definitions, asSchema(properties), straying, depth);
  if (additionalProperties !== undefined) {
    return randomMap(chance, definitions, asSchema(additionalProperties), straying, depth);
  }
  if (type === 'object') return randomAnything(chance, 2);
  return randomScalar(chance, schema);
}

function randomScalar(chance: Chance, schema: JsonSchema): Value {
  switch (schema['type']) {
    case 'integer':
      return BigInt(chance.integer(3));
    case 'boolean':
      return chance.once(2);
    case 'number':
      return chance.pick<Value>([1n, 2n, 0.5, 1.25]);
    case 'string':
      return chance.pick(['x', 'y', 'z', '', '<&>"']);
    default:
      return chance.pick<Value>(['50%', '1', 1n, 2n]);
  }
}

function randomAnything(chance: Chance, depth: number): Value {
  const kind = chance.integer(depth > 0 ? 6 : 3);
  if (kind < 3) return chance.pick<Value>(['x', 'y', 1n, 2.5, true, null]);
  if (kind === 3) return Array.from({ length: chance.integer(3) }, () => randomAnything(chance, depth - 1));
  const map = new Map<string, Value>();
  for (let i = chance.integer(3); i > 0; i--) map.set(chance.pick(['a', 'b', '10']), randomAnything(chance, depth - 1));
  return map;
}

function randomStruct(
  chance: Chance,
  definitions: Definitions,
  properties: JsonSchema,
  straying: Straying,
  depth: number,
): Value {
  const map = new Map<string, Value>();
  // Kinds with a hundred fields would drown every other choice: a few fields an object.
  const names = Object.keys(properties);
  const share = Math.max(2, Math.ceil(names.length / 5));
  for (const name of names) {
    const wanted = isKeyLike(name) ? !chance.once(8) : chance.once(names.length <= 6 ? 2 : share);
    if (wanted && depth > 0) {
      map.set(name, randomValue(chance, definitions, asSchema(properties[name]), straying, depth - 1));
    }
  }
  if (straying.wrongTypes && chance.once(40)) map.set('unknown', 'x');
  return map;
}

function isKeyLike(name: string): boolean {
  return ['name', 'port', 'containerPort', 'key', 'type', 'ip', 'mountPath'].includes(name);
}

function randomMap(
  chance: Chance,
  definitions: Definitions,
  element: JsonSchema,
  straying: Straying,
  depth: number,
): Value {
  const map = new Map<string, Value>();
  for (let i = chance.integer(3); i > 0 && depth > 0; i--) {
    const key = chance.pick(['a', 'b', '10', '__proto__', 'k/é']);
    map.set(key, randomValue(chance, definitions, element, straying, depth - 1));
  }
  return map;
}

function randomList(
  chance: Chance,
  definitions: Definitions,
  schema: JsonSchema,
  items: JsonSchema,
  straying: Straying,
  depth: number,
): Value {
  if (depth <= 0) return [];
  const made = Array.from({ length: chance.integer(4) }, () =>
    randomValue(chance, definitions, items, straying, depth - 1),
  );
  if (straying.duplicates && chance.once(3)) return chance.once(2) ? [...made, ...made] : made;
  return withoutRepeats(made, keysOf(schema));
}

function keysOf(schema: JsonSchema): readonly string[] {
  const keys = schema['x-kubernetes-list-map-keys'];
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

function withoutRepeats(items: readonly Value[], keys: readonly string[]): readonly Value[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const parts = item instanceof Map && keys.length > 0 ? keys.map((key) => item.get(key)) : [item];
    const identity = parts.map((part) => (part instanceof Map ? 'map' : String(part))).join('\n');
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}
