import { mapAt, type Value, type ValueMap } from '../value/value.ts';
import { objectMetaDefinition, objectMetaName } from './object-meta.ts';
import { referenceOf } from './openapi.ts';

/**
 * A kind's schema as its authors wrote it, in OpenAPI v3, for code that explains it. Compiled types keep no enums,
 * formats and required fields, and do not say whether a marker was written.
 */
export interface WrittenSchema {
  /** The name by which others refer to it; absent where it has none. */
  readonly name?: string;
  readonly root: ValueMap;
  /** The schema that a reference names; undefined where there is none. */
  named(name: string): ValueMap | undefined;
}

/**
 * A part of a written schema with its reference followed. `name` is the name of the referenced schema; empty for a part
 * in place.
 */
export interface WrittenPart {
  readonly name: string;
  readonly schema: ValueMap;
}

/** Follows the reference of a part, if it is one. Keys beside the reference win over those of the referenced schema. */
export function writtenPart(part: ValueMap, { named }: Pick<WrittenSchema, 'named'>): WrittenPart {
  const name = referenceOf(part);
  if (name === undefined) return { name: '', schema: part };
  const beside = [...part].filter(([key]) => key !== '$ref' && key !== 'allOf');
  return { name, schema: new Map([...(named(name) ?? []), ...beside]) };
}

/** The schema of a custom resource's version as it was written, with the fields of every object. */
export function writtenCustomSchema(schema: ValueMap | undefined): WrittenSchema {
  const text: ValueMap = new Map([['type', 'string']]);
  const metadata: ValueMap = new Map([['$ref', `#/components/schemas/${objectMetaName}`]]);
  const properties = new Map<string, Value>([
    ['apiVersion', text],
    ['kind', text],
    ['metadata', metadata],
  ]);
  for (const [name, property] of mapAt(schema, 'properties') ?? []) {
    if (!properties.has(name)) properties.set(name, property);
  }
  const root = new Map<string, Value>(schema ?? [['type', 'object']]).set('properties', properties);
  return { root, named: (name) => (name === objectMetaName ? objectMetaDefinition : undefined) };
}
