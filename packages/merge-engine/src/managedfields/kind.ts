import type { FieldSet } from '../fieldpath/set.ts';
import type { Atom } from '../schema/atom.ts';
import { mapAt, stringAt, type ValueMap } from '../value/value.ts';

/** A kind in all its versions, as far as merging and explaining need to know it. */
export interface Kind {
  readonly kind: string;
  /** Built-in kinds are encoded by Go structs; custom ones are free-form JSON behind a structural schema. */
  readonly origin: 'builtin' | 'custom';
  /** The version in which objects are stored, `v1`. */
  readonly storageVersion: string;
  /**
   * Versions by name; a custom kind also has those that are declared but not served, for their entries in
   * managedFields.
   */
  readonly versions: ReadonlyMap<string, KindVersion>;
  /** Converts an object from the version it names to another served version. */
  convert(object: ValueMap, toVersion: string): Converted;
}

/** A kind at one of its versions. */
export interface KindVersion {
  readonly resource: Kind;
  /** `v1` */
  readonly version: string;
  /** `apps/v1`, or `v1` for the core group. */
  readonly apiVersion: string;
  /**
   * Set for the version of another group that has the same objects: objects are held at it, but entries of managedFields at
   * it are of a kind that the converter does not know.
   */
  readonly heldOnly?: true;
  /** The schema by which fields are owned at this version. */
  readonly type: Atom;
  /**
   * The fields that the strategy resets and that therefore nobody owns, through the main resource ('') or a
   * subresource.
   */
  resetFields(subresource: string): FieldSet | undefined;
  /** Reads an object as the server's decoder for this version does, and writes it back as the encoder would. */
  decode(object: ValueMap, source: DecodeSource): Decoded;
  /** Sets defaults, as decoding does after reading. */
  setDefaults(object: ValueMap): ValueMap;
  /**
   * Leaves out what the encoder leaves out. Only the few kinds have it whose decoded objects keep empty lists, because
   * their strategy treats an empty list and none differently. Absent: decoded objects are as they are written.
   */
  encode?(object: ValueMap): ValueMap;
  /**
   * Writes the amounts and times of a decoded object as they are printed. Only kinds have it that hold them in lists which
   * are compared as a whole, where Go compares them as they were sent. Absent: decoded objects hold them as printed.
   */
  settle?(object: ValueMap): ValueMap;
  /**
   * The object from which a create starts: apiVersion, kind and the zero fields that the kind's struct always writes,
   * neither defaulted nor converted. Absent: apiVersion and kind alone.
   */
  readonly zero?: ValueMap;
}

/** The answer of a conversion; `missing-version` where the kind has no such version. */
export type Converted =
  | { readonly kind: 'converted'; readonly object: ValueMap }
  | { readonly kind: 'missing-version'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Where an object comes from: a request body (`json`), a merged apply (`unstructured`), storage, or a file that a
 * client reads by the type of its version alone. Their error messages differ.
 */
export type DecodeSource = 'json' | 'unstructured' | 'storage' | 'client';

/** The answer of a decoder. `unknown` holds what strict field validation complains about, in its words and order. */
export type Decoded =
  | { readonly kind: 'decoded'; readonly object: ValueMap; readonly unknown: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };

/** An object as these messages name it: `namespace/name; group/version, Kind=Kind`. Upstream: objectGVKNN. */
export function describe(object: ValueMap): string {
  const metadata = mapAt(object, 'metadata');
  const name = `${stringAt(metadata, 'namespace') ?? ''}/${stringAt(metadata, 'name') ?? ''}`;
  return `${name}; ${describeKind(object)}`;
}

/** `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. Upstream: apimachinery pkg/runtime/schema GroupVersionKind.String. */
export function describeKind(object: ValueMap): string {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const slashed = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  // A text with two slashes is no API version, and Go then knows nothing of the kind.
  if (slashed.split('/').length > 2) return '/, Kind=';
  return `${slashed}, Kind=${stringAt(object, 'kind') ?? ''}`;
}
