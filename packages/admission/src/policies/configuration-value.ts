import { type CelValue, isCelList, isCelMap, isMade, type MadeObject } from '@managed-fields/api-server/cel';
import { quote, type Value } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';

/** An apply configuration as JSON. */
export interface ConfigurationValue {
  readonly value: Value;
  /** Values that no JSON has, such as a map inside of a list; in `value` something stands for them that no type takes. */
  readonly foreign: readonly Foreign[];
}

/** The Go type of such a value, and the text that messages show of it. */
export interface Foreign {
  readonly type: string;
  readonly text: string;
}

/**
 * Converts an object that an expression made to JSON by its type. The server leaves some values as they are in Go.
 * Upstream: apiserver pkg/cel/mutation/dynamic/objects.go ConvertToNative, convertField.
 */
export function configurationValue(object: MadeObject, type: Atom): ConfigurationValue {
  const foreign: Foreign[] = [];
  return { value: objectOf(object, type, foreign), foreign };
}

function objectOf({ fields }: MadeObject, type: Atom | undefined, foreign: Foreign[]): Value {
  const made = new Map<string, Value>();
  for (const [name, field] of fields) {
    const wrong = unkeyed(field);
    if (wrong !== undefined) {
      return standIn({ type: '*types.Err', text: `fail to convert field ${quote(name)}: ${wrong}` }, type, foreign);
    }
    made.set(name, fieldOf(field, fieldType(type, name), foreign));
  }
  return made;
}

/** Why a map cannot be a field: one of its keys is no text. */
function unkeyed(value: CelValue): string | undefined {
  if (!isCelMap(value) || value.native !== undefined) return undefined;
  const key = value.keys().find((each) => typeof each !== 'string');
  if (typeof key !== 'bigint') return undefined;
  return `map key '${quote(String.fromCodePoint(Number(key))).slice(1, -1)}' is of type types.Int, not string`;
}

function fieldOf(value: CelValue, type: Atom | undefined, foreign: Foreign[]): Value {
  if (isCelList(value) && value.native === undefined) {
    return value.items.map((item) => nativeOf(item, type?.list?.element, foreign));
  }
  if (!isCelMap(value) || value.native !== undefined) return nativeOf(value, type, foreign);
  const made = new Map<string, Value>();
  for (const key of value.keys()) {
    made.set(String(key), nativeOf(value.find(key) ?? null, fieldType(type, String(key)), foreign));
  }
  return made;
}

/** Upstream: github.com/google/cel-go common/types, the methods Value. */
function nativeOf(value: CelValue, type: Atom | undefined, foreign: Foreign[]): Value {
  if (value === null) return standIn({ type: 'structpb.NullValue', text: 'NULL_VALUE' }, type, foreign);
  // Go writes a whole double as an integer, and reads it as one.
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21) return BigInt(value);
  if (typeof value !== 'object') return value;
  if (isMade(value)) return objectOf(value, type, foreign);
  switch (value.kind) {
    case 'uint':
      return value.value;
    case 'optional':
      return value.value === undefined ? null : nativeOf(value.value, type, foreign);
    case 'list':
      return value.native ?? standIn({ type: '[]ref.Val', text: '[]' }, type, foreign);
    case 'map':
      return value.native ?? standIn({ type: 'map[ref.Val]ref.Val', text: 'map[]' }, type, foreign);
    case 'duration':
      return standIn({ type: 'time.Duration', text: `${value.nanos}ns` }, type, foreign);
    case 'timestamp':
      return standIn({ type: 'time.Time', text: '' }, type, foreign);
    default:
      return standIn({ type: value.kind, text: '' }, type, foreign);
  }
}

function standIn(value: Foreign, type: Atom | undefined, foreign: Foreign[]): Value {
  foreign.push(value);
  return type?.scalar === 'boolean' ? 'true' : true;
}

function fieldType(type: Atom | undefined, name: string): Atom | undefined {
  return type?.map?.fields.get(name)?.type ?? type?.map?.element;
}

/** Puts into a message what messages show of a value for which something else stands. */
export function withForeign(message: string, [foreign]: readonly Foreign[]): string {
  if (foreign === undefined) return message;
  return message
    .replace(/got bool$/gm, `got ${foreign.type}`)
    .replace(/&value\.valueUnstructured\{Value:(?:true|"true")\}$/gm, `&value.valueUnstructured{Value:${foreign.text}}`)
    .replace(/&\{true\}$/gm, `&{${foreign.text}}`);
}
