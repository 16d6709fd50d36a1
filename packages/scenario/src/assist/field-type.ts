import { type Atom, isList, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { isOpen, type SchemaNode } from './schema-node.ts';

/** What a field holds. `object` has fields of its own, `map` any keys, `any` whatever is written. */
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

/** The type of a field, by its written schema where there is one. */
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

/** The only values that a field may have, as they are written in YAML; empty where any will do. */
export function valuesOf({ written, path, kind }: SchemaNode): readonly string[] {
  const values = written?.get('enum') ?? null;
  if (isList(values)) return values.map((value) => (typeof value === 'string' ? value : String(value)));
  if (kind.version.resource.kind !== 'CustomResourceDefinition') return [];
  return wordsOfDefinitions.get(path.at(-1) ?? '') ?? [];
}

/** What the fields of a CustomResourceDefinition take, which their schema does not say. Upstream: apiextensions/v1 types.go. */
const wordsOfDefinitions: ReadonlyMap<string, readonly string[]> = new Map([
  ['type', ['object', 'array', 'string', 'integer', 'number', 'boolean']],
  ['scope', ['Namespaced', 'Cluster']],
  ['x-kubernetes-list-type', ['atomic', 'set', 'map']],
  ['x-kubernetes-map-type', ['granular', 'atomic']],
]);
