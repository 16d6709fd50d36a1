import type { ValuePath } from '../typed/locate.ts';
import { isList, isMap, listAt, type Value, type ValueMap } from '../value/value.ts';

/**
 * One thing that a patch says beyond new values. `delete-field` is a null; `delete-item` and `replace` are `$patch`;
 * `retain-keys`, `delete-from-set` and `order` are `$retainKeys`, `$deleteFromPrimitiveList/<field>` and
 * `$setElementOrder/<field>`.
 */
export interface PatchDirective {
  readonly kind: 'delete-field' | 'delete-item' | 'replace' | 'merge' | 'retain-keys' | 'delete-from-set' | 'order';
  /** Where the directive stands in the patch. */
  readonly place: ValuePath;
  /** The field that it is about, by the names of the patch; for `delete-item` the list's. */
  readonly field: string;
  /** What it names: the keys that are retained, the values or items that are deleted or ordered. */
  readonly values: readonly Value[];
}

const deleteFromSet = '$deleteFromPrimitiveList/';
const order = '$setElementOrder/';

/**
 * The directives of a strategic merge patch, or the nulls of a JSON merge patch, in the order of the patch.
 * Upstream: strategicpatch/patch.go, the constants above CreateTwoWayMergePatch.
 */
export function patchDirectives(patch: ValueMap): readonly PatchDirective[] {
  return inMap(patch, [], '');
}

function inMap(map: ValueMap, place: ValuePath, field: string): readonly PatchDirective[] {
  return [...map].flatMap(([name, value]): readonly PatchDirective[] => {
    const here = [...place, name];
    if (value === null) return [{ kind: 'delete-field', place: here, field: name, values: [] }];
    if (name === '$patch') return patchDirective(value, map, here, field);
    if (name === '$retainKeys') return [{ kind: 'retain-keys', place: here, field, values: listAt(map, name) ?? [] }];
    if (name.startsWith(deleteFromSet)) {
      const values = listAt(map, name) ?? [];
      return [{ kind: 'delete-from-set', place: here, field: name.slice(deleteFromSet.length), values }];
    }
    if (name.startsWith(order)) {
      return [{ kind: 'order', place: here, field: name.slice(order.length), values: listAt(map, name) ?? [] }];
    }
    return inValue(value, here, name);
  });
}

function inValue(value: Value, place: ValuePath, field: string): readonly PatchDirective[] {
  if (isMap(value)) return inMap(value, place, field);
  if (isList(value)) return value.flatMap((item, i) => inValue(item, [...place, i], field));
  return [];
}

function patchDirective(value: Value, map: ValueMap, place: ValuePath, field: string): readonly PatchDirective[] {
  const named = [...map].filter(([name]) => name !== '$patch');
  switch (value) {
    case 'delete':
      return [{ kind: 'delete-item', place, field, values: named.length === 0 ? [] : [new Map(named)] }];
    case 'replace':
      return [{ kind: 'replace', place, field, values: [] }];
    case 'merge':
      return [{ kind: 'merge', place, field, values: [] }];
    default:
      return [];
  }
}
