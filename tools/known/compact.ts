import { formatJson, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** A file of definitions: their trees, in which `{"$": n}` stands for what they have in common, `shared[n]`. */
export interface CompactFile {
  readonly shared: readonly string[];
  readonly definitions: readonly string[];
}

/** The shortest text, in characters, that is stored apart from where it is used. */
const shortest = 60;

/** Writes values with each part that occurs more than once written once; parts come before what holds them. */
export function compact(trees: readonly ValueMap[]): CompactFile {
  const counts = new Map<string, number>();
  const texts = new Map<Value, string>();
  const textOf = (value: Value) => {
    const text = texts.get(value) ?? formatJson(value);
    texts.set(value, text);
    return text;
  };
  const count = (value: Value) => {
    if (!isMap(value) && !isList(value)) return;
    const text = textOf(value);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    // What is in a part that stands there already is counted with it.
    if (before === 0) for (const child of value.values()) count(child);
  };
  for (const tree of trees) count(tree);
  const shared: string[] = [];
  const places = new Map<string, number>();
  const write = (value: Value): string => {
    if (!isMap(value) && !isList(value)) return formatJson(value);
    const text = textOf(value);
    const place = places.get(text);
    if (place !== undefined) return `{"$":${place}}`;
    const written = isList(value)
      ? `[${value.map(write).join(',')}]`
      : `{${[...value].map(([key, child]) => `${JSON.stringify(key)}:${write(child)}`).join(',')}}`;
    if ((counts.get(text) ?? 0) < 2 || text.length < shortest) return written;
    places.set(text, shared.length);
    shared.push(written);
    return `{"$":${shared.length - 1}}`;
  };
  return { definitions: trees.map(write), shared };
}
