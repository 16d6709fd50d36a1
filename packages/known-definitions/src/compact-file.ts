import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { isMap, mapAt, stringAt, valueFromPlain } from '@managed-fields/merge-engine';

/** A file of definitions as it is written: `{"$": n}` stands for `shared[n]`, which holds only those before it. */
export interface CompactFile {
  readonly shared: readonly unknown[];
  readonly definitions: readonly unknown[];
}

/** The CustomResourceDefinitions of a file by name; what they share is one value in all of them. */
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
