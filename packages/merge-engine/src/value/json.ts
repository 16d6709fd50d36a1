import type { Value } from './value.ts';

/** A key that a map of a JSON text holds twice. */
export interface JsonDuplicate {
  /** The keys and list places that lead to the map, then the key. */
  readonly path: readonly (string | number)[];
  /** Where the second key starts, in UTF-16 units. */
  readonly offset: number;
}

/** The answer of reading a JSON text. */
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: Value; readonly duplicates: readonly JsonDuplicate[] }
  | {
      readonly kind: 'error';
      /** Go's words: `invalid character '}' looking for beginning of object key string`. */
      readonly message: string;
      /** Where reading stopped, in UTF-16 units. */
      readonly offset: number;
    };

/** Reads a JSON text as the server does; of a key that stands twice the last value counts. */
export function parseJson(_text: string): ParsedJson {
  throw new Error('not yet');
}

/** How a value is written. */
export interface JsonFormat {
  /** Spaces for each level; one line when absent. */
  readonly indent?: number;
  /** Whether maps are written in Go's key order; as they are when absent. */
  readonly sortKeys?: boolean;
}

/** Writes a value as Go's encoding/json does, numbers and escapes included. */
export function formatJson(_value: Value, _format: JsonFormat = {}): string {
  throw new Error('not yet');
}

/** The Value of what `JSON.parse` or the import of a .json file gives; whole numbers become bigint. */
export function valueFromPlain(_plain: unknown): Value {
  throw new Error('not yet');
}
