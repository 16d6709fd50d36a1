import type { Atom } from '../schema/atom.ts';
import { quote } from '../value/go-text.ts';

/**
 * A type as a strategic merge patch sees it: which fields there are, and how their lists and maps are merged.
 * Upstream: apimachinery pkg/util/strategicpatch/meta.go LookupPatchMeta.
 */
export interface PatchSchema {
  /** The name of the type in messages. */
  readonly name: string;
  /** The field that holds a map. */
  struct(field: string): PatchLookup;
  /** The field that holds a list; `schema` is that of its items. */
  slice(field: string): PatchLookup;
}

/** The answer of a lookup, or upstream's error. */
export type PatchLookup = { readonly kind: 'field'; readonly field: PatchField } | PatchError;

/** A field and its patch strategy. */
export interface PatchField {
  readonly schema: PatchSchema;
  /** `merge`, `replace`, `retainKeys`; empty for the default, which merges maps and replaces lists. */
  readonly strategies: readonly string[];
  /** The field by which the items of a merged list are told apart; empty for none. */
  readonly mergeKey: string;
}

/** Why a patch cannot be applied or made; `reason` decides how the server's handler answers. */
export interface PatchError {
  readonly kind: 'error';
  readonly reason: 'bad-patch' | 'unprocessable' | 'other';
  readonly message: string;
}

/** An error that handlers do not treat specially. */
export function patchError(message: string): PatchError {
  return { kind: 'error', reason: 'other', message };
}

/** How the value of a field is merged, and whether only the keys that a patch names are kept. */
interface PatchStrategy {
  readonly kind: 'strategy';
  readonly retainKeys: boolean;
  readonly strategy: string;
}

/** The strategy of a field. Upstream: strategicpatch/patch.go extractRetainKeysPatchStrategy. */
export function patchStrategy(field: PatchField): PatchStrategy | PatchError {
  const { strategies } = field;
  const others = strategies.filter((name) => name !== 'retainKeys');
  const retainKeys = others.length < strategies.length;
  if (strategies.length <= 1 || (strategies.length === 2 && retainKeys)) {
    return { kind: 'strategy', retainKeys, strategy: others[0] ?? '' };
  }
  return patchError(`unexpected patch strategy: [${strategies.join(' ')}]`);
}

/** A type without patch strategies, as a strategic merge patch sees it: maps are merged, lists are replaced. */
export function atomPatchSchema(type: Atom): PatchSchema {
  return {
    name: type.name,
    struct: (name) => lookup(type, name, (field) => field),
    slice: (name) => lookup(type, name, (field) => field.list?.element ?? field),
  };
}

function lookup(type: Atom, name: string, part: (field: Atom) => Atom): PatchLookup {
  const field = type.map?.fields.get(name)?.type ?? type.map?.element;
  if (field === undefined) return patchError(`unable to find api field ${quote(name)}`);
  return { kind: 'field', field: { schema: atomPatchSchema(part(field)), strategies: [], mergeKey: '' } };
}
