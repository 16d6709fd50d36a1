import type { Chance } from '../../../conformance/chance.ts';
import type { Schema } from './crd-schema.ts';
import { valueBySchema } from './definition-values.ts';
import { asObject, isArray, type Json } from './makers.ts';

/** A CustomResourceDefinition as JSON. */
export type Definition = { readonly [key: string]: Json };

/** A version of a definition, as far as scenarios look at it. */
export interface DefinedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: Schema;
  readonly subresources: Schema;
}

/** The versions of a definition. */
export function versionsOf(definition: Definition): readonly DefinedVersion[] {
  return rawVersions(definition).map((version) => ({
    name: String(version['name']),
    served: version['served'] === true,
    storage: version['storage'] === true,
    schema: asObject(asObject(version['schema'])?.['openAPIV3Schema']) ?? {},
    subresources: asObject(version['subresources']) ?? {},
  }));
}

function rawVersions(definition: Definition): readonly Schema[] {
  const versions = asObject(definition['spec'])?.['versions'];
  return isArray(versions) ? versions.map((version) => asObject(version) ?? {}) : [];
}

function withVersions(definition: Definition, versions: readonly Schema[]): Definition {
  return { ...definition, spec: { ...asObject(definition['spec']), versions } };
}

/**
 * A definition in which one thing is otherwise: a version more or fewer, served or stored otherwise, or a field of the
 * schema `chosen` that merges otherwise, has a default, or is gone.
 */
export function changedDefinition(chance: Chance, definition: Definition, chosen: Schema): Definition {
  const versions = rawVersions(definition);
  const others = versions.filter((version) => version['storage'] !== true);
  const roll = chance.integer(10);
  if (roll === 0 || (roll === 1 && others.length === 0)) {
    const [storage] = versions.filter((version) => version['storage'] === true);
    const name = `v${8 + chance.integer(2)}`;
    if (versions.some((version) => version['name'] === name)) return definition;
    return withVersions(definition, [...versions, { ...storage, name, served: true, storage: false }]);
  }
  const other = others[chance.integer(Math.max(1, others.length))];
  if (roll === 1 && other !== undefined) {
    const changed = versions.map((version) => ({ ...version, storage: version === other }));
    return withVersions(definition, changed);
  }
  if (roll === 2 && other !== undefined) {
    const changed = versions.map((version) =>
      version === other ? { ...version, served: version['served'] !== true } : version,
    );
    return withVersions(definition, changed);
  }
  const places = placesIn(chosen, []).filter(([first]) => first !== 'status');
  for (let tries = 0; tries < 30; tries++) {
    const place = places[chance.integer(Math.max(1, places.length))];
    const change = place && changeOf(chance, at(chosen, place), place);
    if (place === undefined || change === undefined) continue;
    return withVersions(
      definition,
      versions.map((version) => {
        const schema = asObject(asObject(version['schema'])?.['openAPIV3Schema']) ?? {};
        return { ...version, schema: { openAPIV3Schema: changedAt(schema, place, change) } };
      }),
    );
  }
  return definition;
}

/** A place in a schema: names of properties, `[]` for items and `{}` for the values of a map. */
type Place = readonly string[];

function placesIn(schema: Schema, place: Place): readonly Place[] {
  const inner: (readonly [string, Json | undefined])[] = [
    ...Object.entries(asObject(schema['properties']) ?? {}),
    ['[]', schema['items']],
    ['{}', schema['additionalProperties']],
  ];
  const below = inner.flatMap(([name, each]): readonly Place[] => {
    const object = asObject(each);
    return object === undefined || isHead(name, place) ? [] : placesIn(object, [...place, name]);
  });
  return place.length === 0 ? below : [place, ...below];
}

function isHead(name: string, place: Place): boolean {
  return place.length === 0 && ['apiVersion', 'kind', 'metadata'].includes(name);
}

function at(schema: Schema, [first, ...rest]: Place): Schema {
  return first === undefined ? schema : at(innerOf(schema, first) ?? {}, rest);
}

function innerOf(schema: Schema, name: string): Schema | undefined {
  if (name === '[]') return asObject(schema['items']);
  if (name === '{}') return asObject(schema['additionalProperties']);
  return asObject(asObject(schema['properties'])?.[name]);
}

/** Changes the schema at a place; `gone` takes its property away. */
type Change = (schema: Schema) => Schema | 'gone';

function changeOf(chance: Chance, schema: Schema, place: Place): Change | undefined {
  if (schema['type'] === 'array') return listChange(chance, schema);
  const named = place.at(-1) !== '[]' && place.at(-1) !== '{}';
  if (named && schema['default'] === undefined && chance.once(6)) return () => 'gone';
  if (schema['type'] === 'object') {
    const isAtomic = schema['x-kubernetes-map-type'] === 'atomic';
    return (before) => ({ ...before, 'x-kubernetes-map-type': isAtomic ? 'granular' : 'atomic' });
  }
  if (!named || schema['default'] !== undefined || schema['type'] === undefined) return undefined;
  const value = valueBySchema(chance, schema, 50);
  return value === undefined || value === null ? undefined : (before) => ({ ...before, default: value });
}

function listChange(chance: Chance, schema: Schema): Change | undefined {
  const { 'x-kubernetes-list-type': type, 'x-kubernetes-list-map-keys': _, ...plain } = schema;
  const items = asObject(schema['items']) ?? {};
  const others = (before: Schema): Schema => {
    const { 'x-kubernetes-list-map-keys': _keys, ...rest } = before;
    return { ...rest, 'x-kubernetes-list-type': 'atomic' };
  };
  if (type === 'map' || type === 'set') return others;
  if (items['type'] === 'string' || items['type'] === 'integer') {
    return (before) => ({ ...before, 'x-kubernetes-list-type': 'set' });
  }
  const required = isArray(items['required']) ? items['required'] : [];
  const keys = required.filter((name) =>
    ['string', 'integer'].includes(String(innerOf(items, String(name))?.['type'])),
  );
  const key = keys[chance.integer(Math.max(1, keys.length))];
  if (key === undefined || plain['type'] !== 'array') return undefined;
  return (before) => ({ ...before, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] });
}

/** A schema changed at a place, where it has the place. */
function changedAt(schema: Schema, [first, ...rest]: Place, change: Change): Schema {
  if (first === undefined) return schema;
  const inner = innerOf(schema, first);
  if (inner === undefined) return schema;
  const changed = rest.length === 0 ? change(inner) : changedAt(inner, rest, change);
  if (first === '[]') return changed === 'gone' ? schema : { ...schema, items: changed };
  if (first === '{}') return changed === 'gone' ? schema : { ...schema, additionalProperties: changed };
  const { [first]: _, ...others } = asObject(schema['properties']) ?? {};
  const required = isArray(schema['required']) ? schema['required'] : [];
  if (changed === 'gone') return required.includes(first) ? schema : { ...schema, properties: others };
  return { ...schema, properties: { ...asObject(schema['properties']), [first]: changed } };
}
