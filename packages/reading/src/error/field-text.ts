import type { Atom, FieldPath, PathElement, Value } from '@managed-fields/merge-engine';
import type { FieldPathText } from '@managed-fields/scenario';
import { closingBracket, literal } from '@managed-fields/scenario';

/** Maps of strings whose keys may contain dots. The rest of a path after them is one key. */
const freeMaps = new Set([
  ...['labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData', 'stringData', 'selector'],
  ...['limits', 'requests', 'hard', 'capacity', 'allocatable', 'parameters'],
]);

/**
 * Reads a path as messages print it, `.spec.containers[name="web"].image`; undefined where it is none. With a type, the
 * type says which dots belong to names, and the path must fit it. Without one, only the keys of some well-known maps
 * may contain dots.
 * Upstream: structured-merge-diff fieldpath/path.go String.
 */
export function readFieldPath(text: FieldPathText, type?: Atom): FieldPath | undefined {
  if (text === '') return [];
  if (text.startsWith('[')) {
    const end = closingBracket(text);
    const element = end === undefined ? undefined : readBracket(text.slice(1, end), type);
    if (end === undefined || element === undefined) return undefined;
    return prepend(element, readFieldPath(text.slice(end + 1), type?.list?.element));
  }
  if (!text.startsWith('.')) return undefined;
  for (const [name, rest, below] of namesOf(text.slice(1), type)) {
    const path = readFieldPath(rest, below);
    if (path === undefined) continue;
    const free = type === undefined && freeMaps.has(name) && rest.startsWith('.');
    if (free) return [fieldElement(name), fieldElement(rest.slice(1))];
    return [fieldElement(name), ...path];
  }
  return undefined;
}

function fieldElement(name: string): PathElement {
  return { kind: 'field', name };
}

function prepend(element: PathElement, rest: FieldPath | undefined): FieldPath | undefined {
  return rest === undefined ? undefined : [element, ...rest];
}

type Continuation = readonly [name: string, rest: string, below: Atom | undefined];

/**
 * The names that may stand at the start: each part that ends before a dot or a bracket. The schema says which one it
 * is.
 */
function namesOf(text: string, type: Atom | undefined): readonly Continuation[] {
  const ends = [...text.matchAll(/[.[]|$/g)].map(({ index }) => index).filter((end) => end > 0);
  const all = ends.map((end) => [text.slice(0, end), text.slice(end)] as const);
  if (type === undefined) return all.slice(0, 1).map(([name, rest]) => [name, rest, undefined]);
  const { map } = type;
  if (map === undefined) return [];
  // A map of scalars takes the longest name, a struct the names of its fields.
  return [...all].reverse().flatMap(([name, rest]): readonly Continuation[] => {
    const below = map.fields.get(name)?.type ?? map.element;
    return below === undefined ? [] : [[name, rest, below]];
  });
}

function readBracket(inside: string, type: Atom | undefined): PathElement | undefined {
  if (type !== undefined && type.list === undefined) return undefined;
  if (/^\d+$/.test(inside)) return { kind: 'index', index: Number(inside) };
  if (inside.startsWith('=')) {
    const value = literal(inside.slice(1));
    return value === undefined ? undefined : { kind: 'value', value };
  }
  const key: { name: string; value: Value }[] = [];
  const pair = /([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/y;
  while (pair.lastIndex < inside.length) {
    const [, name, text] = pair.exec(inside) ?? [];
    const value = text === undefined ? undefined : literal(text);
    if (name === undefined || value === undefined) return undefined;
    key.push({ name, value });
  }
  if (type !== undefined && !key.every(({ name }) => type.list?.keys.includes(name))) return undefined;
  return { kind: 'key', key };
}
