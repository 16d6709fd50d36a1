import { type CelValue, isCelList, isCelMap, isMade, type MadeObject } from '@managed-fields/api-server/cel';
import { quote, type Value } from '@managed-fields/merge-engine';
import type { Atom, ValidationError } from '@managed-fields/merge-engine/typed';
import { type GoText, goText } from './go-text.ts';

/** An apply configuration as JSON. */
export interface ConfigurationValue {
  readonly value: Value;
  /** Values that no JSON has, such as a map inside of a list; in `value` something stands for them that no type takes. */
  readonly foreign: readonly Foreign[];
}

/** Such a value, and what messages show of it. */
export interface Foreign extends GoText {
  /** What is wrong with it, where its place takes whatever could stand for it. */
  readonly error?: ValidationError;
}

/** The place of a value in a configuration. */
interface Place {
  readonly type: Atom | undefined;
  readonly path: string;
}

/**
 * Converts an object that an expression made to JSON by its type. The server leaves some values as they are in Go. A
 * whole double of a built-in kind becomes an integer, as its Go struct reads it.
 * Upstream: apiserver pkg/cel/mutation/dynamic/objects.go ConvertToNative, convertField.
 */
export function configurationValue(object: MadeObject, type: Atom, isBuiltin: boolean): ConfigurationValue {
  const conversion = new Conversion(isBuiltin);
  return { value: conversion.object(object, { type, path: '' }), foreign: conversion.foreign };
}

class Conversion {
  readonly foreign: Foreign[] = [];
  private readonly isBuiltin: boolean;

  constructor(isBuiltin: boolean) {
    this.isBuiltin = isBuiltin;
  }

  object({ fields }: MadeObject, place: Place): Value {
    const made = new Map<string, Value>();
    for (const [name, field] of fields) {
      const wrong = unkeyed(field);
      if (wrong !== undefined) {
        const text = `fail to convert field ${quote(name)}: ${wrong}`;
        return this.standIn({ type: '*types.Err', text, code: text }, place);
      }
      made.set(name, this.field(field, fieldPlace(place, name)));
    }
    return made;
  }

  private field(value: CelValue, place: Place): Value {
    if (isCelList(value) && value.native === undefined) {
      return value.items.map((item, index) =>
        this.native(item, { type: place.type?.list?.element, path: `${place.path}[${index}]` }),
      );
    }
    if (!isCelMap(value) || value.native !== undefined) return this.native(value, place);
    const made = new Map<string, Value>();
    for (const key of value.keys()) {
      made.set(String(key), this.native(value.find(key) ?? null, fieldPlace(place, String(key))));
    }
    return made;
  }

  /** Upstream: github.com/google/cel-go common/types, the methods Value. */
  private native(value: CelValue, place: Place): Value {
    if (value === null) return this.standIn(goText(value), place);
    const isWhole = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21;
    if (isWhole && this.isBuiltin) return BigInt(value);
    if (typeof value !== 'object') return value;
    if (isMade(value)) return this.object(value, place);
    switch (value.kind) {
      case 'optional':
        return value.value === undefined ? null : this.native(value.value, place);
      case 'list':
      case 'map':
        return value.native ?? this.standIn(goText(value), place);
      case 'type':
        return value.name;
      default:
        return this.standIn(goText(value), place);
    }
  }

  private standIn(value: GoText, { type, path }: Place): Value {
    const takesAll = type?.scalar === 'untyped' && type.map !== undefined;
    const error = { path, message: `expected map, got &{${value.text}}` };
    this.foreign.push(takesAll ? { ...value, error } : value);
    if (type?.scalar === 'untyped') return [];
    return type?.scalar === 'boolean' ? 'true' : true;
  }
}

/** Why a map cannot be a field: one of its keys is no text. */
export function unkeyed(value: CelValue): string | undefined {
  if (!isCelMap(value) || value.native !== undefined) return undefined;
  const key = value.keys().find((each) => typeof each !== 'string');
  if (typeof key !== 'bigint') return undefined;
  return `map key '${quote(String.fromCodePoint(Number(key))).slice(1, -1)}' is of type types.Int, not string`;
}

function fieldPlace({ type, path }: Place, name: string): Place {
  return { type: type?.map?.fields.get(name)?.type ?? type?.map?.element, path: `${path}.${name}` };
}

/** Puts into a message what messages show of a value for which something else stands. */
export function withForeign(message: string, [foreign]: readonly Foreign[]): string {
  if (foreign === undefined) return message;
  return message
    .replace(/\[=(?:true|"true")\](?=: expected \w+, got &value)/g, '[={{undefined}}]')
    .replace(/got bool$/gm, `got ${foreign.type}`)
    .replace(/&value\.valueUnstructured\{Value:(?:true|"true")\}$/gm, `&value.valueUnstructured{Value:${foreign.code}}`)
    .replace(/&\{(?:true|\[\])\}$/gm, `&{${foreign.text}}`);
}
