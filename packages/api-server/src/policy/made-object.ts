import type { CelType } from '../cel/check/type.ts';
import { dynType, opaqueType, stringType, structType } from '../cel/check/type.ts';
import type { Extension } from '../cel/compile.ts';
import { type Declaration, declarationsOf, overloads } from '../cel/library/declaration.ts';
import { type CelValue, celError, isCelList, isCelMap, isMade, type MadeObject } from '../cel/value/cel-value.ts';

/** The type of an apply configuration; parts of it are of types such as `Object.spec`. */
export const objectType: CelType = { ...structType('Object'), others: dynType };

/** The type of one operation of a JSON patch. */
export const jsonPatchType: CelType = {
  ...structType(
    'JSONPatch',
    new Map([
      ['op', stringType],
      ['path', stringType],
      ['from', stringType],
      ['value', dynType],
    ]),
  ),
  // Fields that it does not have are of a type without a name.
  others: opaqueType(''),
};

function structs(name: string): CelType | undefined {
  if (name === 'JSONPatch') return jsonPatchType;
  if (name === 'Object') return objectType;
  return name.startsWith('Object.') ? { ...structType(name), others: dynType } : undefined;
}

/** Upstream: k8s.io/apiserver pkg/cel/mutation/jsonpatch.go Val, mutation/dynamic/objects.go NewObjectVal. */
function make(type: string, fields: ReadonlyMap<string, CelValue>): CelValue {
  if (type === 'JSONPatch') {
    for (const [name, value] of fields) {
      if (!jsonPatchType.fields?.has(name)) return celError(`unexpected JSONPatchType field: ${name}`);
      if (name !== 'value' && typeof value !== 'string') {
        return celError(`unexpected type ${goTypeOf(value)} for JSONPatchType '${name}' field`);
      }
    }
  }
  return { kind: 'made', type, fields };
}

function goTypeOf(value: CelValue): string {
  if (value === null) return 'structpb.NullValue';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return 'float64';
  return typeof value === 'boolean' ? 'bool' : 'map[string]interface {}';
}

/** Upstream: k8s.io/apiserver pkg/cel/library/jsonpatch.go. */
const jsonPatchLibrary: readonly Declaration[] = [
  overloads('jsonpatch.escapeKey', [
    '(string) string',
    (key = null) => String(key).replace(/[~/]/g, (sign) => (sign === '/' ? '~1' : '~0')),
  ]),
];

/** What mutations have beyond other expressions. Upstream: k8s.io/apiserver pkg/admission/plugin/cel/compile.go hasPatchTypes. */
export const patchTypes: Extension = { functions: declarationsOf(...jsonPatchLibrary), structs, make };

/**
 * Returns in which parts of an object the name of a type is not the path that leads there, in the server's words.
 * Upstream: k8s.io/apiserver pkg/cel/mutation/dynamic/objects.go CheckTypeNamesMatchFieldPathNames.
 */
export function wrongTypeNames(object: MadeObject): readonly string[] {
  return wrongNames(object, object.type);
}

function wrongNames(value: CelValue, path: string): readonly string[] {
  if (isMade(value)) {
    const inside = [...value.fields].flatMap(([name, field]) => wrongNames(field, `${path}.${name}`));
    if (value.type === path) return inside;
    const words = `unexpected type name "${value.type}", expected "${path}", which matches field name path from root Object type`;
    return [words, ...inside];
  }
  if (isCelList(value) && value.native === undefined) return value.items.flatMap((item) => wrongNames(item, path));
  if (!isCelMap(value) || value.native !== undefined) return [];
  return value.keys().flatMap((key) => wrongNames(value.find(key) ?? null, path));
}
