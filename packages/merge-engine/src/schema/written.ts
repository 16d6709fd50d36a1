import { mapAt, type Value, type ValueMap } from '../value/value.ts';
import { objectMetaDefinition, objectMetaName } from './object-meta.ts';
import { referenceOf } from './openapi.ts';

/**
 * A kind's schema as its authors wrote it, in OpenAPI v3, for readers who explain it: types compiled from it keep no
 * enums, formats and required fields, and do not tell a marker from its absence.
 */
export interface WrittenSchema {
  readonly root: ValueMap;
  /** What a reference names; undefined where there is nothing of the name. */
  named(name: string): ValueMap | undefined;
}

/** A part of a written schema with its reference followed; the name of what it refers to is empty for a part in place. */
export interface WrittenPart {
  readonly name: string;
  readonly schema: ValueMap;
}

/** Follows the reference of a part, if it is one; what stands beside the reference wins over what it refers to. */
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
