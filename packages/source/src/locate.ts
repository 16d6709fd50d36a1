import type { ValuePath } from '@managed-fields/merge-engine';
import type { NodeRange, TextRange } from './range.ts';
import { isMergeKey } from './yaml/compose.ts';
import { keyOf } from './yaml/key.ts';
import type { Entry, MapNode, Node } from './yaml/node.ts';
import { resolveScalar } from './yaml/tagged.ts';

/** Finds the range of a node of a value; undefined where the value has no such node. */
export type Locate = (path: ValuePath) => NodeRange | undefined;

/**
 * Makes a `locate` for a tree whose value was composed without failure. A key that stands twice is found at its last
 * place; what an alias or a merge key brings in, at the place where it is written.
 */
export function locator(root: Node | undefined): Locate {
  const indexes = new Map<MapNode, ReadonlyMap<string, Entry>>();
  const indexOf = (map: MapNode) => {
    const known = indexes.get(map);
    if (known !== undefined) return known;
    const index = new Map<string, Entry>();
    addEntries(map, index);
    indexes.set(map, index);
    return index;
  };
  return (path) => {
    if (root === undefined) return undefined;
    let [node, key, from] = [root, undefined as Node | undefined, root.from];
    for (const step of path) {
      const written = node.kind === 'alias' ? node.target : node;
      if (typeof step === 'number') {
        const item = written.kind === 'list' ? written.items[step] : undefined;
        if (item === undefined) return undefined;
        [node, key, from] = [item.value, undefined, item.from];
      } else {
        const entry = written.kind === 'map' ? indexOf(written).get(step) : undefined;
        if (entry === undefined) return undefined;
        [node, key, from] = [entry.value, entry.key, entry.from];
      }
    }
    const to = key === undefined ? node.to : Math.max(node.to, key.to);
    return { key: key && rangeOf(key), value: rangeOf(node), whole: { from, to } };
  };
}

function rangeOf({ from, to }: Node): TextRange {
  return { from, to };
}

/** Sets entries in the same order as `compose`, so that the same ones remain. */
function addEntries(map: MapNode, index: Map<string, Entry>): void {
  for (const entry of map.entries) {
    if (isMergeKey(entry.key)) {
      const merged =
        entry.value.kind === 'list' ? entry.value.items.map(({ value }) => value).reverse() : [entry.value];
      for (const node of merged) {
        const target = node.kind === 'alias' ? node.target : node;
        if (target.kind === 'map') addEntries(target, index);
      }
    } else {
      const name = nameOf(entry.key);
      if (name !== undefined) index.set(name, entry);
    }
  }
}

function nameOf(key: Node): string | undefined {
  const written = key.kind === 'alias' ? key.target : key;
  if (written.kind !== 'scalar') return undefined;
  const resolved = resolveScalar(written);
  return 'value' in resolved ? keyOf(resolved.value)?.name : undefined;
}
