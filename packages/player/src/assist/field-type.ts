import { type Atom, isList, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { isOpen, type SchemaNode } from './schema-node.ts';

/** The type of a field. `object` has declared fields, `map` has any keys, `any` allows every value. */
export type FieldType =
  | 'object'
  | 'map'
  | 'list'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'int-or-string'
  | 'quantity'
  | 'any';

/** The type of a field: that of its written schema, else that of its compiled type. */
export function fieldTypeOf({ atom, written, definition }: SchemaNode): FieldType {
  if (definition.endsWith('.resource.Quantity')) return 'quantity';
  if (stringAt(written, 'format') === 'int-or-string' || written?.get('x-kubernetes-int-or-string') === true) {
    return 'int-or-string';
  }
  switch (stringAt(written, 'type')) {
    case 'string':
      return 'string';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    case 'object':
      return hasFields(atom, written) ? 'object' : isOpen(atom) ? 'any' : 'map';
    default:
      return typeOfAtom(atom, written);
  }
}

function hasFields({ map }: Atom, written: ValueMap | undefined): boolean {
  return (map?.fields.size ?? 0) > 0 || (mapAt(written, 'properties')?.size ?? 0) > 0;
}

function typeOfAtom(atom: Atom, written: ValueMap | undefined): FieldType {
  if (hasFields(atom, written)) return 'object';
  if (isOpen(atom)) return 'any';
  if (atom.list !== undefined) return 'list';
  if (atom.map !== undefined) return 'map';
  switch (atom.scalar) {
    case 'numeric':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    default:
      return 'any';
  }
}

/** The values that the schema allows for a field, as YAML; empty where any is allowed. */
export function valuesOf({ written, path, kind }: SchemaNode): readonly string[] {
  const values = written?.get('enum') ?? null;
  if (isList(values)) return values.map((value) => (typeof value === 'string' ? value : String(value)));
  if (kind.version.resource.kind !== 'CustomResourceDefinition') return [];
  return wordsOfDefinitions.get(path.at(-1) ?? '') ?? [];
}

/**
 * Values of the fields of a CustomResourceDefinition, which their own schema does not list.
 * Upstream: apiextensions/v1 types.go.
 */
const wordsOfDefinitions: ReadonlyMap<string, readonly string[]> = new Map([
  ['type', ['object', 'array', 'string', 'integer', 'number', 'boolean']],
  ['scope', ['Namespaced', 'Cluster']],
  ['x-kubernetes-list-type', ['atomic', 'set', 'map']],
  ['x-kubernetes-map-type', ['granular', 'atomic']],
]);
