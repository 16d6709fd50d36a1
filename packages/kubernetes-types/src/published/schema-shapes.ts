import { hasOwnEncoding, reference } from '../codec/go-types.ts';
import { isJsonMap, type JsonMap } from '../kubernetes-data.ts';
import { own } from './read-document.ts';

/** A definition as our own data has it: its schema, and the shape of its Go struct. */
export interface KnownShape {
  readonly schema: JsonMap;
  readonly shape: JsonMap;
}

/**
 * The shape of a Go struct by its schema; undefined where the schema is of no struct. Fields that our data has with the
 * same type keep the shape that they have there. Others get one that keeps what is sent: nothing is written for a field
 * that is not set, and empty lists and maps are left out, as most Go structs do. `isStruct` says whether a definition has
 * a shape.
 */
export function shapeBySchema(
  schema: JsonMap,
  known: KnownShape | undefined,
  isStruct: (definition: string) => boolean,
): JsonMap | undefined {
  const properties = own(schema, 'properties');
  if (!isJsonMap(properties)) return known?.shape;
  const before = known === undefined ? undefined : own(known.schema, 'properties');
  const kept = known === undefined ? [] : Object.keys(known.shape).filter((name) => Object.hasOwn(properties, name));
  const added = Object.keys(properties).filter((name) => !kept.includes(name));
  const shapeOf = (name: string): JsonMap => {
    const shape = fieldShape(own(properties, name), isStruct);
    const former = isJsonMap(before) && known !== undefined ? own(before, name) : undefined;
    const ours = known === undefined ? undefined : own(known.shape, name);
    const isSame = former !== undefined && typeText(former, isStruct) === typeText(own(properties, name), isStruct);
    return isSame && isJsonMap(ours) ? ours : shape;
  };
  return Object.fromEntries([...kept, ...inOrder(added)].map((name) => [name, shapeOf(name)]));
}

/** Whether a schema has the properties of a struct. */
export function isStructSchema(schema: JsonMap | undefined): boolean {
  return schema !== undefined && isJsonMap(own(schema, 'properties'));
}

const first = ['kind', 'apiVersion', 'metadata'];

/** The names of fields with those first that every object has, as Go writes them. */
function inOrder(names: readonly string[]): readonly string[] {
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
}

function fieldShape(schema: unknown, isStruct: (definition: string) => boolean): JsonMap {
  const { kind, elem } = kindOfSchema(schema, isStruct);
  // Lists and maps are never pointers: protobuf forgets that an empty one was set.
  const pointer = kind === 'slice' || kind === 'map' || kind === 'bytes' ? {} : { pointer: true };
  return { kind, omitempty: true, ...pointer, ...(elem === undefined ? {} : { elem }) };
}

/** Which of Go's types a schema stands for, in one line, its references included. */
function typeText(schema: unknown, isStruct: (definition: string) => boolean): string {
  const inside = isJsonMap(schema) ? (own(schema, 'items') ?? own(schema, 'additionalProperties')) : undefined;
  const { kind, elem = '' } = kindOfSchema(schema, isStruct);
  return [kind, elem, reference(schema), reference(inside)].join(' ');
}

interface ShapeKind {
  readonly kind: string;
  readonly elem?: string;
}

/** The kind of Go type of a schema, as shapes name it, with that of what is inside. */
function kindOfSchema(schema: unknown, isStruct: (definition: string) => boolean): ShapeKind {
  const kind = outerKind(schema, isStruct);
  if (kind !== 'slice' && kind !== 'map') return { kind };
  const inside = insideOf(schema, kind);
  const elem = outerKind(inside, isStruct);
  if (elem !== 'slice' && elem !== 'map') return { kind, elem };
  // Shapes name one level, and of lists within maps only those of strings.
  const isStrings = kind === 'map' && elem === 'slice' && outerKind(insideOf(inside, elem), isStruct) === 'string';
  return { kind, elem: isStrings ? 'slice' : 'any' };
}

function insideOf(schema: unknown, kind: 'slice' | 'map'): unknown {
  return isJsonMap(schema) ? own(schema, kind === 'slice' ? 'items' : 'additionalProperties') : undefined;
}

/** The kind of Go type of a schema, whatever is inside; `any` keeps whatever is there. */
function outerKind(schema: unknown, isStruct: (definition: string) => boolean): string {
  if (!isJsonMap(schema)) return 'any';
  const name = reference(schema);
  if (name !== '') return hasOwnEncoding(name) || isStruct(name) ? 'struct' : 'any';
  const [type, format] = [own(schema, 'type'), own(schema, 'format')];
  switch (type) {
    case 'string':
      return format === 'byte' ? 'bytes' : 'string';
    case 'boolean':
      return 'bool';
    case 'integer':
      return format === 'int32' ? 'int32' : 'int64';
    case 'number':
      return 'float64';
    case 'array':
      return 'slice';
    case 'object':
      return isJsonMap(own(schema, 'additionalProperties')) ? 'map' : 'any';
    default:
      return 'any';
  }
}
