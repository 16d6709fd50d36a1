import type { Chance } from '../../../conformance/chance.ts';
import { conditions } from './kind.ts';
import { asObject, isArray, type Json, type Maker, make, map } from './makers.ts';

/** A structural schema as a definition holds it. */
export type Schema = { readonly [key: string]: Json };

const fieldNames = ['a', 'b', 'c', 'd', 'e'] as const;
const letters = ['x', 'y', 'z', '', '1'] as const;

/** The schema of a kind's objects: a spec of chance, and a status with conditions. */
export function randomSchema(chance: Chance): Schema {
  const condition = { type: 'object', properties: { type: text, status: text, reason: text }, required: ['type'] };
  const conds = {
    type: 'array',
    items: condition,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  };
  const status = { type: 'object', properties: { phase: text, conditions: conds, replicas: { type: 'integer' } } };
  return { type: 'object', properties: { spec: objectSchema(chance, 3), status } };
}

const text: Schema = { type: 'string' };

function objectSchema(chance: Chance, depth: number): Schema {
  const properties: Record<string, Json> = {};
  for (const name of fieldNames) if (chance.once(2)) properties[name] = anySchema(chance, depth - 1);
  const names = Object.keys(properties);
  const required = chance.once(6) ? { required: names.slice(0, 1) } : {};
  return { type: 'object', properties, ...(names.length > 0 ? required : {}), ...mapType(chance) };
}

function mapType(chance: Chance): Schema {
  if (!chance.once(4)) return {};
  return { 'x-kubernetes-map-type': chance.pick(['atomic', 'granular']) };
}

function anySchema(chance: Chance, depth: number): Schema {
  const extra = chance.once(9) ? { nullable: true } : {};
  const roll = chance.integer(depth > 0 ? 14 : 5);
  if (roll < 5) return { ...scalarSchema(chance), ...extra };
  if (roll < 8) return { ...objectSchema(chance, depth), ...extra, ...defaultOf(chance) };
  if (roll === 8)
    return { type: 'object', additionalProperties: anySchema(chance, depth - 1), ...mapType(chance), ...extra };
  if (roll === 9) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, ...mapType(chance) };
  if (roll === 10)
    return {
      type: 'array',
      items: scalarSchema(chance, false),
      'x-kubernetes-list-type': chance.pick(['set', 'set', 'atomic']),
    };
  if (roll < 13) return mapListSchema(chance, depth);
  return { type: 'array', items: anySchema(chance, depth - 1), ...extra };
}

function defaultOf(chance: Chance): Schema {
  return chance.once(10) ? { default: {} } : {};
}

function scalarSchema(chance: Chance, decorated = true): Schema {
  const schema = chance.pick<Schema>([
    text,
    text,
    { type: 'integer' },
    { type: 'boolean' },
    { type: 'number' },
    { type: 'integer', format: chance.pick(['int32', 'int64']) },
    { 'x-kubernetes-int-or-string': true },
  ]);
  if (!decorated) return schema;
  if (chance.once(8)) return { ...schema, default: scalarValue(chance, schema) };
  if (schema !== text) return schema;
  if (chance.once(10)) return { ...text, enum: ['x', 'y', ''] };
  return chance.once(12) ? { ...text, maxLength: 1 } : text;
}

function mapListSchema(chance: Chance, depth: number): Schema {
  const keys = chance.pick([['k'], ['k'], ['k', 'p']]);
  const properties: Record<string, Json> = { k: text, ...asObject(objectSchema(chance, depth - 1)['properties']) };
  if (keys.includes('p')) properties['p'] = chance.once(2) ? { type: 'integer', default: 80 } : { type: 'integer' };
  if (chance.once(4)) properties['k'] = { type: 'string', default: 'dflt' };
  const required = keys.filter((key) => asObject(properties[key])?.['default'] === undefined);
  return {
    type: 'array',
    items: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
  };
}

function scalarValue(chance: Chance, schema: Schema): Json {
  switch (schema['type']) {
    case 'string':
      return isArray(schema['enum']) ? chance.pick(['x', 'y', '']) : chance.pick([...letters]);
    case 'integer':
      return chance.once(9) ? '#raw:2.0' : chance.integer(4);
    case 'number':
      return chance.pick<Json>([1, 0.5, '#raw:1.0', '#raw:1e3', 2]);
    case 'boolean':
      return chance.once(2);
    default:
      return chance.pick<Json>(['25%', 1, 'x', 0]);
  }
}

/** An object's body by its schema, with unknown fields, nulls and duplicates now and then. */
export function bodyMaker(schema: Schema): Maker {
  const spec = asObject(asObject(schema['properties'])?.['spec']) ?? {};
  return (chance) => ({ spec: valueBy(chance, spec) });
}

/** The status that a controller writes. */
export const statusMaker = map({ phase: 'Ready', conditions, 'replicas?': 2 });

function valueBy(chance: Chance, schema: Schema): Json {
  if (chance.once(schema['nullable'] === true ? 6 : 80)) return null;
  if (schema['type'] === 'array') return listBy(chance, schema);
  if (schema['type'] !== 'object') return scalarValue(chance, schema);
  const made: Record<string, Json> = {};
  const inner = asObject(schema['additionalProperties']);
  if (inner !== undefined) for (const key of fieldNames) if (chance.once(2)) made[key] = valueBy(chance, inner);
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) {
    return make(chance, freeForm) ?? {};
  }
  for (const [name, property] of Object.entries(asObject(schema['properties']) ?? {})) {
    if (!chance.once(4)) made[name] = valueBy(chance, asObject(property) ?? {});
  }
  if (chance.once(40)) made['unknown'] = chance.pick<Json>(['x', { a: 1 }, [1]]);
  return made;
}

const freeForm = map({ a: 'x', b: { c: 1, d: ['x', 1, null] }, 'e.f/g': [{ a: 1 }, { a: 2 }], h: true, i: {}, j: 1.5 });

function listBy(chance: Chance, schema: Schema): Json {
  const items = asObject(schema['items']) ?? {};
  const made = Array.from({ length: chance.integer(4) }, () => valueBy(chance, items));
  const associative = schema['x-kubernetes-list-type'] === 'set' || schema['x-kubernetes-list-type'] === 'map';
  if (!associative || chance.once(40)) return made;
  const keys = schema['x-kubernetes-list-map-keys'];
  const seen = new Set<string>();
  return made.filter((item) => {
    const object = asObject(item);
    const identity = isArray(keys)
      ? keys.map(
          (key) => object?.[String(key)] ?? asObject(asObject(items['properties'])?.[String(key)])?.['default'] ?? null,
        )
      : item;
    const written = JSON.stringify(identity);
    return !seen.has(written) && seen.add(written);
  });
}

/** A schema in which a few things are otherwise: what is atomic, what is there, what is a default. */
export function changedSchema(chance: Chance, schema: Schema): Schema {
  const properties = asObject(schema['properties']) ?? {};
  return { ...schema, properties: { ...properties, spec: changed(chance, asObject(properties['spec']) ?? {}, 3) } };
}

function changed(chance: Chance, schema: Schema, depth: number): Schema {
  const made: Record<string, Json> = { ...schema };
  const kind = schema['x-kubernetes-list-type'];
  if (schema['type'] === 'object' && chance.once(5)) {
    if (schema['x-kubernetes-map-type'] === 'atomic') delete made['x-kubernetes-map-type'];
    else made['x-kubernetes-map-type'] = 'atomic';
  }
  if (schema['type'] === 'array' && chance.once(4)) {
    if (kind === 'set' || kind === 'map') {
      made['x-kubernetes-list-type'] = 'atomic';
      delete made['x-kubernetes-list-map-keys'];
    } else if (
      isArray(asObject(schema['items'])?.['required']) &&
      asObject(asObject(schema['items'])?.['properties'])?.['k'] !== undefined
    ) {
      made['x-kubernetes-list-type'] = 'map';
      made['x-kubernetes-list-map-keys'] = ['k'];
    }
  }
  const properties = asObject(schema['properties']);
  if (properties !== undefined) {
    const required = isArray(schema['required']) ? schema['required'] : [];
    const keys = new Set(['k', 'p']);
    const kept = Object.entries(properties).filter(
      ([name]) => required.includes(name) || keys.has(name) || !chance.once(9),
    );
    const next: Record<string, Json> = Object.fromEntries(
      kept.map(([name, inner]) => [name, keys.has(name) ? inner : changed(chance, asObject(inner) ?? {}, depth - 1)]),
    );
    if (chance.once(3)) next['f'] = anySchema(chance, depth - 1);
    made['properties'] = next;
  }
  const items = asObject(schema['items']);
  if (items !== undefined) made['items'] = changed(chance, items, depth - 1);
  return made;
}
