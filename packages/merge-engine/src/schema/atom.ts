import type { Value } from '../value/value.ts';

/** What a scalar may be; `untyped` is any of the three. */
export type Scalar = 'numeric' | 'string' | 'boolean' | 'untyped';

/**
 * A compiled type: references are resolved, so the graph of atoms may be cyclic. Each alternative that is present is
 * a possible type of the value; an atom with none of them fits nothing.
 * Upstream: structured-merge-diff schema/elements.go Atom, TypeRef.
 */
export interface Atom {
  /** The name of the type; empty for a type written in place. */
  readonly name: string;
  readonly scalar?: Scalar;
  readonly list?: ListType;
  readonly map?: MapType;
}

/** An atom while it is made; it is never changed after its maker returns. */
export interface AtomDraft {
  name: string;
  scalar?: Scalar;
  list?: ListType;
  map?: MapType;
}

/** A list type: a set where it is associative without keys, a map list where it has keys. */
export interface ListType {
  readonly element: Atom;
  /** A list becomes `separable` by a reference with a map type; its items cannot be identified then. */
  readonly relationship: 'atomic' | 'associative' | 'separable';
  readonly keys: readonly string[];
}

/** A map or struct type. Where `element` is undefined, names other than the fields are errors. */
export interface MapType {
  readonly fields: ReadonlyMap<string, StructField>;
  readonly element: Atom | undefined;
  readonly relationship: 'separable' | 'atomic';
}

/** A declared field; its default matters where the field is a key of a map list. */
export interface StructField {
  readonly name: string;
  readonly type: Atom;
  readonly default?: Value;
}

/** A collection of named types. */
export interface Schema {
  /** The type of a name (`io.k8s.api.apps.v1.Deployment`); undefined where there is none. */
  type(name: string): Atom | undefined;
}

function untyped(): Atom {
  const atom: AtomDraft = { name: '__untyped_atomic_', scalar: 'untyped' };
  atom.list = { element: atom, relationship: 'atomic', keys: [] };
  atom.map = { fields: new Map(), element: atom, relationship: 'atomic' };
  return atom;
}

function deduced(): Atom {
  const atom: AtomDraft = { name: '__untyped_deduced_', scalar: 'untyped' };
  atom.list = { element: untypedAtomicType, relationship: 'atomic', keys: [] };
  atom.map = { fields: new Map(), element: atom, relationship: 'separable' };
  return atom;
}

/** Anything at all, owned as one. Upstream: kube-openapi pkg/schemaconv/smd.go untypedDef. */
export const untypedAtomicType: Atom = untyped();

/**
 * Anything at all, deduced from the value: maps are granular, lists atomic. The type of objects without a schema.
 * Upstream: structured-merge-diff typed/parser.go DeducedParseableType.
 */
export const deducedType: Atom = deduced();
