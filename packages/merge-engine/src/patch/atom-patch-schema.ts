import type { Atom } from '../schema/atom.ts';
import { quote } from '../value/go-format.ts';
import { type PatchLookup, type PatchSchema, patchError } from './patch-schema.ts';

/** A type as a strategic merge patch sees it that carries no patch strategies: maps are merged, lists are replaced. */
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
