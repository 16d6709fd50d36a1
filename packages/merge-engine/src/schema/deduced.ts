import type { Atom, ListType, MapType } from './atom.ts';

/** An atom while it is made; it is never changed after its maker returns. */
interface Draft {
  name: string;
  scalar?: 'untyped';
  list?: ListType;
  map?: MapType;
}

function untyped(): Atom {
  const atom: Draft = { name: '__untyped_atomic_', scalar: 'untyped' };
  atom.list = { element: atom, relationship: 'atomic', keys: [] };
  atom.map = { fields: new Map(), element: atom, relationship: 'atomic' };
  return atom;
}

function deduced(): Atom {
  const atom: Draft = { name: '__untyped_deduced_', scalar: 'untyped' };
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
