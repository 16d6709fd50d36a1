/**
 * A Go type as its JSON decoder and encoder see it. `name` is what Go calls the type in messages: `int32`,
 * `v1.Protocol`, `[]v1.Container`.
 */
export type GoType = GoScalar | GoBytes | GoStruct | GoContainer | GoCustom;

/** A type whose zero is written as `false`, `0` or an empty string. */
export type GoScalar =
  | { readonly kind: 'bool' | 'string' | 'float64'; readonly name: string }
  | { readonly kind: 'int'; readonly bits: 32 | 64; readonly name: string };

/** Bytes, written as base64. */
export interface GoBytes {
  readonly kind: 'bytes';
  readonly name: string;
}

/** A slice or a map with string keys; nil is written as null. */
export interface GoContainer {
  readonly kind: 'slice' | 'map';
  readonly name: string;
  readonly element: GoType;
}

/** A struct; its fields in the order in which they are written, those of embedded structs in place. */
export interface GoStruct {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: ReadonlyMap<string, GoField>;
}

/** A struct that reads and writes itself. */
interface GoCustom {
  readonly kind: 'custom';
  readonly name: string;
  readonly encoding: CustomEncoding;
}

/** How such a struct does it; `raw` keeps any JSON, the last three hold a schema or something else. */
export type CustomEncoding =
  | { readonly kind: 'quantity' | 'time' | 'micro-time' | 'int-or-string' | 'raw' }
  | { readonly kind: 'schema-or-bool' | 'schema-or-list' | 'schema-or-strings'; readonly schema: GoStruct };

/** A field of a struct. */
export interface GoField {
  readonly name: string;
  readonly type: GoType;
  /** Null is told apart from zero. */
  readonly pointer: boolean;
  /** Nil, zero and empty are left out; structs never are. */
  readonly omitEmpty: boolean;
  /** A zero struct is left out. */
  readonly omitZero: boolean;
  /** The names of the embedded structs on the way to the field; messages name them. */
  readonly embedded: readonly string[];
  /** How a strategic merge patch treats the field; empty where it says nothing. */
  readonly patchStrategies: readonly string[];
  readonly patchMergeKey: string;
}
