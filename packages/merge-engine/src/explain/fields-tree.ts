import { elementToString, type FieldPath, type PathElement } from '../fieldpath/element.ts';
import { elementFromV1 } from '../fieldpath/serialize-element.ts';
import { isMap, type Value } from '../value/value.ts';
import type { ValuePath } from '../value/value-path.ts';

/**
 * One key of fieldsV1. `element` selects a child. `self` is the dot, which says that a field with others below it is
 * owned itself. `unknown` is a kind of element that this version does not know. `broken` does not decode.
 */
export interface FieldsNode {
  readonly kind: 'element' | 'self' | 'unknown' | 'broken';
  /** As written: `f:spec`, `k:{"name":"web"}`, `.`. */
  readonly key: string;
  /** What it selects; undefined for all kinds but `element`. */
  readonly element: PathElement | undefined;
  /** The path of the field; that of the parent for all kinds but `element`. */
  readonly path: FieldPath;
  /** That path as messages print it. */
  readonly text: string;
  /** Whether the field itself is owned, and not only something below it. */
  readonly member: boolean;
  /** The place of the parent in the list of nodes; undefined at the top. */
  readonly parent: number | undefined;
  /** The depth in the tree; 0 at the top. */
  readonly depth: number;
  /** The place of the key in fieldsV1. */
  readonly place: ValuePath;
}

/**
 * Reads the tree of fieldsV1 node by node, parents before their children, in the order in which it is written. Never
 * fails: a key that does not decode is a node of kind `broken`.
 * Upstream of the form: structured-merge-diff fieldpath/serialize.go and serialize-pe.go.
 */
export function readFieldsTree(fieldsV1: Value): readonly FieldsNode[] {
  const nodes: FieldsNode[] = [];
  visit(fieldsV1, { path: [], text: '', parent: undefined, depth: 0, place: [] }, nodes);
  return nodes;
}

type Above = Pick<FieldsNode, 'path' | 'text' | 'parent' | 'depth' | 'place'>;

function visit(level: Value, above: Above, nodes: FieldsNode[]): void {
  if (!isMap(level)) return;
  for (const [key, inside] of level) {
    const place = [...above.place, key];
    if (key === '.') {
      nodes.push({ ...above, kind: 'self', key, element: undefined, member: true, place });
      continue;
    }
    const read = elementFromV1(key);
    if (read.kind !== 'element') {
      const kind = read.kind === 'unknown' ? 'unknown' : 'broken';
      nodes.push({ ...above, kind, key, element: undefined, member: false, place });
      continue;
    }
    const { element } = read;
    const path = [...above.path, element];
    const text = above.text + elementToString(element);
    const member = inside === null || (isMap(inside) && (inside.size === 0 || inside.has('.')));
    const index = nodes.length;
    nodes.push({ ...above, kind: 'element', key, element, path, text, member, place });
    visit(inside, { path, text, parent: index, depth: above.depth + 1, place }, nodes);
  }
}
