import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { isMap, mapAt, stringAt, valueFromPlain } from '@managed-fields/merge-engine';

/**
 * A file of definitions in compact form: `{"$": n}` stands for `shared[n]`, and an item of `shared` refers only to
 * earlier ones.
 */
export interface CompactFile {
  readonly shared: readonly unknown[];
  readonly definitions: readonly unknown[];
}

/** Reads the CustomResourceDefinitions of a file, by name. What several of them share is one value. */
export function readCompact(file: CompactFile): ReadonlyMap<string, ValueMap> {
  const shared: Value[] = [];
  for (const part of file.shared) shared.push(read(part, shared));
  const definitions = file.definitions.map((tree) => read(tree, shared)).filter(isMap);
  return new Map(
    definitions.map((definition) => [stringAt(mapAt(definition, 'metadata'), 'name') ?? '', definition] as const),
  );
}

function read(tree: unknown, shared: readonly Value[]): Value {
  if (Array.isArray(tree)) return tree.map((item) => read(item, shared));
  if (typeof tree !== 'object' || tree === null) return valueFromPlain(tree);
  const entries = Object.entries(tree);
  const [first] = entries;
  if (first?.[0] === '$' && typeof first[1] === 'number') return shared[first[1]] ?? null;
  return new Map(entries.map(([key, value]) => [key, read(value, shared)]));
}
