import type { Value } from '@managed-fields/merge-engine';

/**
 * A value of an expression. `bigint` is CEL's int, `number` its double.
 * Upstream: github.com/google/cel-go common/types, k8s.io/apiserver pkg/cel.
 */
export type CelValue = null | boolean | bigint | number | string | CelObject;

export type CelObject =
  | CelError
  | CelUint
  | CelBytes
  | CelList
  | CelMap
  | Timestamp
  | Duration
  | Optional
  | TypeValue
  | MadeObject
  | Opaque;

/** An error. Operators return the error of an operand; `&&` and `||` may ignore it. */
export interface CelError {
  readonly kind: 'error';
  readonly message: string;
  /** Whether it stands in the place of a value, so that an optional value may hold it. */
  readonly held?: true;
}

export interface CelUint {
  readonly kind: 'uint';
  readonly value: bigint;
}

export interface CelBytes {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
}

export interface CelList {
  readonly kind: 'list';
  readonly items: readonly CelValue[];
  /** The list of the object, where a schema gives types to its items. */
  readonly native?: Value;
  /** Whether the server keeps it as a slice of Go, which knows no other index than an int: admission since v1.37. */
  readonly go?: 'list(dyn)';
  /** The type of that slice, `[]v1.Container`, or of a list that is no usual one. */
  readonly goType?: string;
  /** The comparison and concatenation of a list in an object, where its schema defines them. */
  equals?(other: CelList): CelValue;
  plus?(other: CelList): CelValue;
}

export interface CelMap {
  readonly kind: 'map';
  readonly size: number;
  keys(): readonly CelValue[];
  /** Returns the value at a key; undefined where there is none, and an error where the key or the value is invalid. */
  find(key: CelValue): CelValue | undefined;
  /** The map of the object. */
  readonly native?: Value;
  /** The same for a map of Go, and the name of the type of a struct, `v1.ObjectMeta`; they know no other keys than texts. */
  readonly go?: string;
  /** The type of that map or struct, `map[string]string`. */
  readonly goType?: string;
  equals?(other: CelMap): CelValue;
  /** Adds an entry in place, where a loop makes the map; an error where the key is there. */
  insert?(key: CelValue, value: CelValue): CelValue;
}

/** A time in nanoseconds since 1970; `offset` is the time zone in which it was written, in minutes east of UTC. */
export interface Timestamp {
  readonly kind: 'timestamp';
  readonly nanos: bigint;
  readonly offset: number;
}

export interface Duration {
  readonly kind: 'duration';
  readonly nanos: bigint;
}

/** An optional value. */
export interface Optional {
  readonly kind: 'optional';
  readonly value: CelValue | undefined;
}

export interface TypeValue {
  readonly kind: 'type';
  readonly name: string;
}

/** An object that an expression makes, `Object.spec{replicas: 3}`, with the fields that it sets. */
export interface MadeObject {
  readonly kind: 'made';
  readonly type: string;
  readonly fields: ReadonlyMap<string, CelValue>;
}

/** A value of a type of Kubernetes, such as `kubernetes.Quantity`. */
export interface Opaque {
  readonly kind: 'opaque';
  readonly type: string;
  /** The value for the functions of the type. */
  readonly content: unknown;
  equals(other: Opaque): boolean;
  readonly text: string;
  /** Its size for what it costs, where it has one. */
  readonly size?: number;
}

/** Makes an error with the server's words. */
export function celError(message: string): CelError {
  return { kind: 'error', message };
}

export const noSuchOverload: CelError = celError('no such overload');

export function uintValue(value: bigint): CelUint {
  return { kind: 'uint', value };
}

export function bytesValue(bytes: Uint8Array): CelBytes {
  return { kind: 'bytes', bytes };
}

export function listValue(items: readonly CelValue[]): CelList {
  return { kind: 'list', items };
}

export function timestampValue(nanos: bigint, offset = 0): Timestamp {
  return { kind: 'timestamp', nanos, offset };
}

export function durationValue(nanos: bigint): Duration {
  return { kind: 'duration', nanos };
}

export const none: Optional = { kind: 'optional', value: undefined };

export function optionalOf(value: CelValue): Optional {
  return { kind: 'optional', value };
}

/** Returns the kind of an object; undefined for plain values. */
export function kindOf(value: CelValue): CelObject['kind'] | undefined {
  return value !== null && typeof value === 'object' ? value.kind : undefined;
}

export function isError(value: CelValue | undefined): value is CelError {
  return typeof value === 'object' && value !== null && value.kind === 'error';
}

export function isCelList(value: CelValue | undefined): value is CelList {
  return typeof value === 'object' && value !== null && value.kind === 'list';
}

export function isCelMap(value: CelValue | undefined): value is CelMap {
  return typeof value === 'object' && value !== null && value.kind === 'map';
}

export function isMade(value: CelValue | undefined): value is MadeObject {
  return typeof value === 'object' && value !== null && value.kind === 'made';
}

/** Returns the name of a value's type, as `type(…)` does. */
export function typeName(value: CelValue): string {
  if (value === null) return 'null_type';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      return objectTypeName(value);
  }
}

function objectTypeName(value: CelObject): string {
  switch (value.kind) {
    case 'timestamp':
      return 'google.protobuf.Timestamp';
    case 'duration':
      return 'google.protobuf.Duration';
    case 'optional':
      return 'optional_type';
    case 'made':
    case 'opaque':
      return value.type;
    default:
      return value.kind;
  }
}
