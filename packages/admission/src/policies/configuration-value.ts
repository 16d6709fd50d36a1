import {
  type CelList,
  type CelUint,
  type CelValue,
  isCelList,
  isCelMap,
  isMade,
  kindOf,
  type MadeObject,
  type Optional,
} from '@managed-fields/api-server/cel';
import { quote, quoteRune, type Value } from '@managed-fields/merge-engine';
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
  readonly path: string;
  /** What is wrong with it where its place takes what stands for it, as one for anything does. */
  readonly error: ValidationError;
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

  private field(held: CelValue, place: Place): Value {
    const value = heldBy(held);
    if (isCelList(value) && value.native === undefined) {
      if (place.type !== undefined && place.type.list === undefined) return this.standIn(listText(value), place);
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
    if (typeof value === 'number' && this.isBuiltin && isNumber(place.type)) return goInteger(value);
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
    this.foreign.push({ ...value, path, error: { path, message: `expected map, got &{${value.text}}` } });
    if (type?.scalar === 'untyped') return [];
    return type?.scalar === 'boolean' ? 'true' : true;
  }
}

/** What a field has of a value: what an optional holds, but for what the server keeps in structures of Go. */
export function heldBy(value: CelValue): CelValue {
  if (kindOf(value) !== 'optional') return value;
  const { value: held = null } = value as Optional;
  return held === null || (typeof held === 'object' && 'go' in held) ? value : heldBy(held);
}

/** Why a map cannot be a field: one of its keys is no text. Upstream: Go fmt, the verb %q. */
export function unkeyed(field: CelValue): string | undefined {
  const value = heldBy(field);
  if (!isCelMap(value) || value.native !== undefined) return undefined;
  const key = value.keys().find((each) => typeof each !== 'string');
  if (key === undefined) return undefined;
  if (typeof key === 'boolean') return `map key %!q(types.Bool=${key}) is of type types.Bool, not string`;
  const [rune, type] = typeof key === 'bigint' ? [key, 'Int'] : [(key as CelUint).value, 'Uint'];
  return `map key ${quotedCode(rune)} is of type types.${type}, not string`;
}

/** Whether a map of an object, or of an object that is one of its fields, has a key that is no text. */
export function hasWrongKeys({ fields }: MadeObject): boolean {
  return [...fields.values()].some((field) => unkeyed(field) !== undefined || (isMade(field) && hasWrongKeys(field)));
}

/** A number as the character of that code, which many numbers are not. Upstream: Go strconv AppendQuoteRune. */
function quotedCode(code: bigint): string {
  return quoteRune(code < 0n || code > 0x10ffffn ? '\ufffd' : String.fromCodePoint(Number(code)));
}

/** A list that is a field, of which Go's own values are made. */
function listText({ items }: CelList): GoText {
  const texts = items.map(goText);
  const code = texts.map((item) => item.code).join(', ');
  const type = '[]interface {}';
  return { type, text: `[${texts.map((item) => item.text).join(' ')}]`, code: `${type}{${code}}` };
}

/** Whether a number may stand in a place. */
function isNumber(type: Atom | undefined): boolean {
  return type?.scalar === 'numeric' || type?.scalar === 'untyped';
}

/** A whole double as an integer; one that is out of range becomes the smallest, as processors do it. */
function goInteger(double: number): Value {
  if (!Number.isInteger(double)) return double;
  return Math.abs(double) < 2 ** 63 ? BigInt(double) : -(2n ** 63n);
}

function fieldPlace({ type, path }: Place, name: string): Place {
  return { type: type?.map?.fields.get(name)?.type ?? type?.map?.element, path: `${path}.${name}` };
}

/** Puts into a message what messages show of the values for which something else stands. */
export function withForeign(message: string, all: readonly Foreign[]): string {
  const [first] = all;
  if (first === undefined) return message;
  const lines = message.split('\n').map((line) => {
    const { type, text, code } = all.find(({ path }) => line.includes(`${path}: `)) ?? first;
    return line
      .replace(/\[=(?:true|"true")\](?=: expected \w+, got &value)/, '[={{undefined}}]')
      .replace(/got bool$/, `got ${type}`)
      .replace(/&value\.valueUnstructured\{Value:(?:true|"true")\}$/, `&value.valueUnstructured{Value:${code}}`)
      .replace(/&\{(?:true|\[\])\}$/, `&{${text}}`);
  });
  return lines.join('\n');
}
