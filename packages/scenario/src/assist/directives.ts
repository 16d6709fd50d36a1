import { fieldTypeOf } from './field-type.ts';
import { childOf, childrenOf, type SchemaNode } from './schema-node.ts';

/**
 * The directives of a strategic merge patch that a map can have, among them those for each of its merged lists.
 * Upstream: apimachinery pkg/util/strategicpatch/patch.go.
 */
export function directives(node: SchemaNode): readonly string[] {
  if (node.kind.version.patchType === undefined) return [];
  const retainKeys = node.patch?.strategies.includes('retainKeys') === true;
  return [
    '$patch',
    ...(retainKeys ? ['$retainKeys'] : []),
    ...childrenOf(node).flatMap((child) => {
      const name = child.path.at(-1);
      const merges = fieldTypeOf(child) === 'list' && child.patch?.strategies.includes('merge') === true;
      if (!merges || typeof name !== 'string') return [];
      const item = childOf(child, null);
      const isPrimitive = item !== undefined && fieldTypeOf(item) !== 'object';
      return [`$setElementOrder/${name}`, ...(isPrimitive ? [`$deleteFromPrimitiveList/${name}`] : [])];
    }),
  ];
}
