import type { Chance } from '../../conformance/chance.ts';

/** An OpenAPI v3 schema as JSON. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}

/** Component schemas by name. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

const names = ['a', 'b', 'c', 'd', 'e'] as const;

/** Definitions of the kind Foo in both versions, with a spec made at random. */
export function randomDefinitions(chance: Chance): Definitions {
  const spec = randomStruct(chance, 3);
  return {
    Node: {
      type: 'object',
      properties: { value: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } },
    },
    Names: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    Foo1: kind('v1', spec),
    Foo2: kind('v2', otherVersion(chance, spec)),
  };
}

function kind(version: string, spec: JsonSchema): JsonSchema {
  return {
    type: 'object',
    'x-kubernetes-group-version-kind': [{ group: 'example.com', version, kind: 'Foo' }],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          uid: { type: 'string' },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          annotations: { type: 'object', additionalProperties: { type: 'string' } },
          finalizers: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
          managedFields: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      },
      spec,
    },
  };
}

/** The same definitions with one list or map of the spec merged in another way, or a field added or dropped. */
export function changedDefinitions(chance: Chance, definitions: Definitions): Definitions {
  const before = definitions['Foo1']?.['properties'];
  const spec = isSchema(before) && isSchema(before['spec']) ? before['spec'] : {};
  const changed = changedSchema(chance, spec);
  return { ...definitions, Foo1: kind('v1', changed), Foo2: kind('v2', otherVersion(chance, changed)) };
}

/** The spec of the other version, which is the same mostly: where it is not, what one takes the other may refuse. */
function otherVersion(chance: Chance, spec: JsonSchema): JsonSchema {
  if (!chance.once(5)) return spec;
  return chance.once(2) ? changedSchema(chance, spec) : changedField(chance, spec);
}

/** A spec with one of its fields gone, or of another type. */
function changedField(chance: Chance, spec: JsonSchema): JsonSchema {
  const properties = isSchema(spec['properties']) ? { ...spec['properties'] } : {};
  const name = chance.pick(names);
  if (chance.once(2)) delete properties[name];
  else properties[name] = randomSchema(chance, 2);
  return { ...spec, properties };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changedSchema(chance: Chance, schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties } = schema;
  if (chance.once(3)) return { ...schema, ...otherTopology(chance, schema) };
  if (isSchema(properties) && Object.keys(properties).length > 0) {
    const [first = 'a', ...rest] = Object.keys(properties);
    const name = chance.pick([first, ...rest]);
    const inner = properties[name];
    return { ...schema, properties: { ...properties, [name]: isSchema(inner) ? changedSchema(chance, inner) : inner } };
  }
  if (isSchema(items) && schema['x-kubernetes-list-type'] !== 'map') {
    return { ...schema, items: changedSchema(chance, items) };
  }
  if (isSchema(additionalProperties)) {
    return { ...schema, additionalProperties: changedSchema(chance, additionalProperties) };
  }
  return schema;
}

function otherTopology(chance: Chance, schema: JsonSchema): JsonSchema {
  if (schema['type'] === 'object') return { 'x-kubernetes-map-type': chance.pick(['atomic', 'granular']) };
  if (schema['type'] !== 'array') return {};
  const items = schema['items'];
  if (isSchema(items) && items['type'] === 'object') {
    return chance.once(2)
      ? { 'x-kubernetes-list-type': 'atomic' }
      : { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [chance.pick(['name', 'port'])] };
  }
  return { 'x-kubernetes-list-type': chance.pick(['atomic', 'set']) };
}

function randomSchema(chance: Chance, depth: number): JsonSchema {
  if (depth <= 0 || chance.once(3)) return randomScalar(chance);
  switch (chance.integer(9)) {
    case 0:
    case 1:
      return randomStruct(chance, depth - 1);
    case 2:
      return {
        type: 'object',
        additionalProperties: randomSchema(chance, depth - 1),
        ...(chance.once(3) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
      };
    case 3:
    case 4:
      return randomMapList(chance, depth);
    case 5:
      return {
        type: 'array',
        items: randomScalar(chance),
        'x-kubernetes-list-type': 'set',
      };
    case 6:
      return {
        type: 'array',
        items: randomSchema(chance, depth - 1),
        ...(chance.once(2) ? { 'x-kubernetes-list-type': 'atomic' } : {}),
      };
    case 7:
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    default:
      return chance.once(4) ? randomListReference(chance) : randomMapReference(chance);
  }
}

/** A reference to a struct, which may say how it is merged. */
function randomMapReference(chance: Chance): JsonSchema {
  const reference = { $ref: '#/components/schemas/Node' };
  return chance.once(3) ? { ...reference, 'x-kubernetes-map-type': chance.pick(['atomic', 'granular']) } : reference;
}

/**
 * A reference to a list, which may speak of it as of a map. One that calls it granular is left to cases: its items
 * cannot be told apart, and where upstream refuses them depends on what it happens to look at.
 */
function randomListReference(chance: Chance): JsonSchema {
  const reference = { $ref: '#/components/schemas/Names' };
  return chance.once(2) ? reference : { ...reference, 'x-kubernetes-map-type': 'atomic' };
}

function randomScalar(chance: Chance): JsonSchema {
  return chance.pick<JsonSchema>([
    { type: 'string' },
    { type: 'string' },
    { type: 'integer' },
    { type: 'boolean' },
    { type: 'number' },
    { 'x-kubernetes-int-or-string': true },
  ]);
}

function randomStruct(chance: Chance, depth: number): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const name of names) {
    if (!chance.once(4)) properties[name] = randomSchema(chance, depth);
  }
  return {
    type: 'object',
    properties,
    ...(chance.once(6) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    ...(chance.once(8) ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
  };
}

function randomMapList(chance: Chance, depth: number): JsonSchema {
  const keys = chance.pick<readonly string[]>([['name'], ['port'], ['name', 'port'], ['port', 'protocol']]);
  const properties: Record<string, JsonSchema> = {
    name: { type: 'string' },
    port: { type: 'integer' },
    protocol: { type: 'string', ...(chance.once(3) ? {} : { default: 'TCP' }) },
    x: randomSchema(chance, depth - 2),
    y: randomSchema(chance, depth - 2),
  };
  return {
    type: 'array',
    items: { type: 'object', properties },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
  };
}
