import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { fieldTypeOf } from './field-type.ts';
import { pointerPath } from './place.ts';
import { childrenOf, nodeAt, type SchemaNode } from './schema-node.ts';

/** The operations of RFC 6902. */
export const operationNames = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

/** The keys that an operation takes; all keys if the operation is not named yet. */
export function operationKeys(op: string | undefined): readonly string[] {
  switch (op) {
    case undefined:
      return ['op', 'path', 'value', 'from'];
    case 'remove':
      return ['op', 'path'];
    case 'move':
    case 'copy':
      return ['op', 'from', 'path'];
    default:
      return ['op', 'path', 'value'];
  }
}

/**
 * The JSON pointers that continue a typed one: first to fields and items that the object has, then to fields that the
 * schema declares, and to the end of a list.
 */
export function pointers(typed: string, object: ValueMap | undefined, root: SchemaNode | undefined): readonly string[] {
  const parent = typed.slice(0, Math.max(0, typed.lastIndexOf('/')));
  const path = pointerPath(parent);
  let value: Value | undefined = object;
  for (const step of path) value = childOfValue(value, step);
  const node =
    root &&
    nodeAt(
      root,
      path.map((step) => (typeof step === 'number' ? null : step)),
    );
  const present = isMap(value ?? null) && value instanceof Map ? [...value.keys()] : placesOf(value, node);
  const fields = node === undefined ? [] : childrenOf(node).flatMap(({ path: each }) => each.at(-1) ?? []);
  const names = [...new Set([...present, ...fields])];
  return names.map((name) => `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function childOfValue(value: Value | undefined, step: string | number): Value | undefined {
  const held = value ?? null;
  if (isMap(held)) return held.get(String(step));
  return isList(held) && typeof step === 'number' ? held[step] : undefined;
}

function placesOf(value: Value | undefined, node: SchemaNode | undefined): readonly string[] {
  const held = value ?? null;
  if (isList(held)) return [...held.keys()].map(String).concat('-');
  return node !== undefined && fieldTypeOf(node) === 'list' ? ['-'] : [];
}
