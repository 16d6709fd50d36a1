import { isList, isMap, jsonTypeName, type Value } from '@managed-fields/merge-engine';

/** What reading the operations of a JSON patch says. */
export type CheckedOperations =
  | { readonly kind: 'operations'; readonly unknown: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };

const texts = ['op', 'path', 'from'];

/**
 * Holds a JSON patch against the server's type of an operation; `strict` is how it does unless the request ignores
 * unknown fields, and what it then says before the words of the reader.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go jsonPatchOp, applyJSPatch.
 */
export function checkOperations(patch: Value, strict: boolean): CheckedOperations {
  const type = strict ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation';
  const error = (value: Value, into: string): CheckedOperations => {
    const why = `json: cannot unmarshal ${jsonTypeName(value)} into Go ${into}`;
    return { kind: 'error', message: strict ? `error decoding patch: ${why}` : why };
  };
  if (patch === null) return { kind: 'operations', unknown: [] };
  if (!isList(patch)) return error(patch, `value of type ${strict ? `[]${type}` : 'jsonpatch.Patch'}`);
  const unknown: string[] = [];
  for (const [index, operation] of patch.entries()) {
    if (operation === null) continue;
    if (!isMap(operation)) return error(operation, `value of type ${type}`);
    if (!strict) continue;
    for (const [key, value] of operation) {
      if (!texts.includes(key)) {
        if (key !== 'value') unknown.push(`unknown field "[${index}].${key}"`);
      } else if (value !== null && typeof value !== 'string') {
        return error(value, `struct field jsonPatchOp.${key} of type string`);
      }
    }
  }
  return { kind: 'operations', unknown };
}
