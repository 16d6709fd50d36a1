import { isList, isMap, jsonTypeName, type Value } from '@managed-fields/merge-engine';

/** The result of checking the operations of a JSON patch. */
export type CheckedOperations =
  | { readonly kind: 'operations'; readonly unknown: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };

const texts = ['op', 'path', 'from'];

/**
 * Checks a JSON patch against the server's type of an operation. `strict` is true unless the request ignores unknown
 * fields; the server then uses another type and other messages.
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
