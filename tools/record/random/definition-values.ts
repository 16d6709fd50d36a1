import type { Chance } from '../../../conformance/chance.ts';
import type { Schema } from './crd-schema.ts';
import { asObject, isArray, type Json } from './makers.ts';

/** Texts by which most patterns of real definitions are met. */
const texts: readonly string[] = [
  ...['a', 'b', 'web', 'example.com', 'x.example.com', '/a', '/', '10s', '1h', '5m', '1', '80', '25%', 'v1', 'A', 'Ab'],
  ...['https://example.com', 'http://example.com/a', '100m', '1Gi', 'a/b', 'x.io/a', '0 * * * *', '10.0.0.1'],
  ...['10.0.0.0/8', '1.2.3', 'v1.2.3', '2025-01-01T00:00:00Z', 'YQ==', 'oci://example.com/a', 'git@example.com:a/b'],
  ...['example.com/a:1', 'P1D', '1s', '0', '12', '8080', 'PT5M', 'RSA', 'main', 'a@example.com', '24h0m0s', '100'],
  ...['aaaaaaaa', 'sha256:0123456789abcdef', 'eu-west-1a', '[a-z]+', 'a.b', 'True', 'spec.replicas', '#a', '~1.0'],
];
const numbers: readonly number[] = [1, 2, 3, 80, 0, 10, 443, 100, 8080, 1000, -1];
const keys = ['a', 'b', 'x.io/c'] as const;

/**
 * A value by a structural schema, such as a server takes where no rule of the definition says otherwise, with a field now
 * and then that nobody knows. Of what need not be there, `share` in a hundred is. Undefined where nothing is known that the schema takes.
 */
export function valueBySchema(chance: Chance, schema: Schema, share: number): Json | undefined {
  if (schema['nullable'] === true && chance.once(12)) return null;
  const { enum: allowed } = schema;
  if (isArray(allowed)) return allowed.length === 0 ? undefined : allowed[chance.integer(Math.min(allowed.length, 4))];
  if (schema['x-kubernetes-int-or-string'] === true)
    return oneOf(chance, [1, '25%', 'http', 2, '1'].filter(fits(schema)));
  if (schema['x-kubernetes-embedded-resource'] === true) {
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: chance.pick(['a', 'b']) } };
  }
  switch (schema['type']) {
    case 'string':
      return oneOf(chance, (formatted[String(schema['format'])] ?? texts).filter(fits(schema)).slice(0, 3));
    case 'integer':
    case 'number':
      return oneOf(chance, numbersOf(schema).filter(fits(schema)).slice(0, 3));
    case 'boolean':
      return chance.once(2);
    case 'array':
      return listBySchema(chance, schema, share);
    case 'object':
      return mapBySchema(chance, schema, share);
    default:
      return chance.pick<Json>(['x', 1, { a: 1 }, ['x']]);
  }
}

const formatted: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z'],
  date: ['2025-01-01'],
  byte: ['YQ==', 'Yg=='],
  duration: ['10s', '1m'],
  uri: ['https://example.com', 'https://example.com/a'],
  ipv4: ['10.0.0.1'],
  ipv6: ['::1'],
  hostname: ['a', 'example.com'],
  uuid: ['11111111-1111-1111-1111-111111111111'],
};

function oneOf<Value extends Json>(chance: Chance, from: readonly Value[]): Value | undefined {
  return from[chance.integer(Math.max(1, from.length))];
}

function numbersOf({ minimum, maximum, multipleOf }: Schema): readonly number[] {
  const ends = [minimum, maximum, multipleOf].filter((each) => typeof each === 'number');
  return [...numbers, ...ends];
}

/** Whether a scalar keeps the limits of a schema. */
function fits(schema: Schema): (value: string | number) => boolean {
  const { pattern, minLength, maxLength, minimum, maximum, multipleOf } = schema;
  const expression = typeof pattern === 'string' ? patternOf(pattern) : undefined;
  return (value) => {
    if (typeof value === 'number') {
      if (
        typeof minimum === 'number' &&
        (value < minimum || (schema['exclusiveMinimum'] === true && value === minimum))
      )
        return false;
      if (typeof multipleOf === 'number' && value % multipleOf !== 0) return false;
      return !(typeof maximum === 'number' && value > maximum);
    }
    if (typeof minLength === 'number' && value.length < minLength) return false;
    if (typeof maxLength === 'number' && value.length > maxLength) return false;
    return expression === undefined || expression.test(value);
  };
}

/** A pattern as JavaScript reads it; one that only Go reads is met by nothing. */
function patternOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch {
    return /(?!)/;
  }
}

function mapBySchema(chance: Chance, schema: Schema, share: number): Json | undefined {
  const made: Record<string, Json> = {};
  const inner = asObject(schema['additionalProperties']);
  if (inner !== undefined) {
    for (const key of keys) {
      const value = chance.once(2) ? valueBySchema(chance, inner, share) : undefined;
      if (value !== undefined) made[key] = value;
    }
    return made;
  }
  const properties = asObject(schema['properties']);
  if (properties === undefined) return chance.pick<Json>([{ a: 'x' }, { a: 1, b: { c: [1, 'x'] } }, {}]);
  const required = isArray(schema['required']) ? schema['required'] : [];
  for (const [name, property] of Object.entries(properties)) {
    const needed = required.includes(name);
    if (!needed && chance.integer(100) >= share) continue;
    const value = valueBySchema(chance, asObject(property) ?? {}, share);
    if (value !== undefined) made[name] = value;
    else if (needed) return undefined;
  }
  if (chance.once(60)) made['unknown'] = chance.pick<Json>(['x', { a: 1 }, [1]]);
  return made;
}

function listBySchema(chance: Chance, schema: Schema, share: number): Json | undefined {
  const items = asObject(schema['items']) ?? {};
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const most = Math.min(typeof schema['maxItems'] === 'number' ? schema['maxItems'] : 3, Math.max(least, 3));
  const wanted = least + chance.integer(most - least + 1);
  const made = new Map<string, Json>();
  const names = schema['x-kubernetes-list-map-keys'];
  const unique = schema['x-kubernetes-list-type'] === 'set' || isArray(names);
  for (let tries = 0; made.size < wanted && tries < 4 * wanted; tries++) {
    const item = valueBySchema(chance, items, share);
    if (item === undefined) continue;
    const identity = isArray(names) ? names.map((name) => asObject(item)?.[String(name)] ?? null) : item;
    made.set(unique ? JSON.stringify(identity) : String(tries), item);
  }
  return made.size < least ? undefined : [...made.values()];
}

/**
 * A schema with a few of its properties, all that are required among them, so that the managers of a scenario meet in the
 * same fields. Lists and maps that say how they merge are chosen before others.
 */
export function someOfSchema(chance: Chance, schema: Schema, depth: number): Schema {
  const made: Record<string, Json> = { ...schema };
  for (const below of ['items', 'additionalProperties']) {
    const inner = asObject(schema[below]);
    if (inner !== undefined) made[below] = someOfSchema(chance, inner, depth - 1);
  }
  const properties = asObject(schema['properties']);
  if (properties === undefined) return made;
  const required = new Set(isArray(schema['required']) ? schema['required'] : []);
  const names = Object.keys(properties).filter((name) => !required.has(name));
  const marked = names.filter((name) => isMarked(asObject(properties[name])));
  const wanted = new Set(Object.keys(properties).filter((name) => required.has(name)));
  const most = depth <= 0 ? 0 : Math.min(names.length, depth > 3 ? 3 + chance.integer(4) : 1 + chance.integer(3));
  for (let count = 0; count < most; count++) {
    const among = marked.length > 0 && chance.once(2) ? marked : names;
    wanted.add(among[chance.integer(among.length)] ?? '');
  }
  made['properties'] = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => wanted.has(name))
      .map(([name, inner]) => [name, someOfSchema(chance, asObject(inner) ?? {}, depth - 1)]),
  );
  return made;
}

function isMarked(schema: Schema | undefined): boolean {
  return ['x-kubernetes-list-type', 'x-kubernetes-map-type', 'default'].some((name) => schema?.[name] !== undefined);
}
