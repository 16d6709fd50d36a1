import type { Atom } from '../schema/atom.ts';
import { parseJson } from '../value/json.ts';
import type { Value } from '../value/value.ts';
import {
  type FieldPath,
  fieldElement,
  indexElement,
  type KeyField,
  keyElement,
  type PathElement,
  valueElement,
} from './element.ts';

/** Maps of strings whose keys may contain dots. The rest of a path after them is one key. */
const freeMaps = new Set([
  ...['labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData', 'stringData', 'selector'],
  ...['limits', 'requests', 'hard', 'capacity', 'allocatable', 'parameters'],
]);

/**
 * Reads a path as messages print it, `.spec.containers[name="web"].image`: what `pathToString` prints, back. Upstream has
 * no such reader, because names may hold dots: a type says which dots belong to names, and the path must fit it. Without one,
 * only the keys of some well-known maps, such as labels, may hold dots.
 * Upstream of the form: structured-merge-diff fieldpath/path.go Path.String.
 *
 * @param text a path as upstream prints it: fields by `.name`, items by `[key="value"]`, `[="value"]` or `[0]`
 * @param type the type of the object, as `toSchemaFromOpenAPI` or a kind of a catalog has it
 * @returns the path, `[]` for the empty text; undefined where the text is no path, or does not fit the type
 * @example
 * pathFromString('.spec.ports[port=80,protocol="TCP"].name')
 *
 * @example
 * ```js
 * import { pathFromString, pathToString } from '@managed-fields/merge-engine/fieldpath';
 *
 * const path = pathFromString('.spec.ports[port=80].name');
 * if (path === undefined) throw new Error('no path');
 * console.log(path.length, pathToString(path.slice(0, 2)));
 * ```
 * ```text
 * 4 .spec.ports
 * ```
 */
export function pathFromString(text: string, type?: Atom): FieldPath | undefined {
  if (text === '') return [];
  if (text.startsWith('[')) {
    const end = closingBracket(text);
    const element = end === undefined ? undefined : readBracket(text.slice(1, end), type);
    if (end === undefined || element === undefined) return undefined;
    return prepend(element, pathFromString(text.slice(end + 1), type?.list?.element));
  }
  if (!text.startsWith('.')) return undefined;
  for (const [name, rest, below] of namesOf(text.slice(1), type)) {
    const path = pathFromString(rest, below);
    if (path === undefined) continue;
    const free = type === undefined && freeMaps.has(name) && rest.startsWith('.');
    if (free) return [fieldElement(name), fieldElement(rest.slice(1))];
    return [fieldElement(name), ...path];
  }
  return undefined;
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
  if (/^\d+$/.test(inside)) return indexElement(BigInt(inside));
  if (inside.startsWith('=')) {
    const value = literal(inside.slice(1));
    return value === undefined ? undefined : valueElement(value);
  }
  const key = keyFields(inside);
  if (key === undefined) return undefined;
  if (type !== undefined && !key.every(({ name }) => type.list?.keys.includes(name))) return undefined;
  return keyElement(key);
}

/** The keys in the brackets of an item, `port=80,protocol="TCP"`; undefined where they are none. */
export function keyFields(inside: string): readonly KeyField[] | undefined {
  const key: KeyField[] = [];
  const pair = /([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/y;
  while (pair.lastIndex < inside.length) {
    const [, name, text] = pair.exec(inside) ?? [];
    const value = text === undefined ? undefined : literal(text);
    if (name === undefined || value === undefined) return undefined;
    key.push({ name, value });
  }
  return key;
}

/** The index of the bracket that closes the one at the start. Brackets within quotes do not count. */
export function closingBracket(rest: string): number | undefined {
  const match = /^\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\]/.exec(rest);
  return match === null ? undefined : match[0].length - 1;
}

/**
 * The value that a path has behind `=`, as `valueToString` writes it; undefined where it is none. Strings are quoted as Go
 * quotes them, which is JSON but for a few escapes.
 */
export function literal(text: string): Value | undefined {
  const parsed = parseJson(text.startsWith('"') ? text.replace(goEscape, inJson) : text);
  return parsed.kind === 'value' ? parsed.value : undefined;
}

/** An escape within a Go string; those that JSON has not are in groups. */
const goEscape = /\\(?:([av])|x([\da-f]{2})|U([\da-f]{8})|[\s\S])/g;

function inJson(whole: string, letter?: string, byte?: string, long?: string): string {
  if (letter !== undefined) return letter === 'a' ? '\\u0007' : '\\u000b';
  if (byte !== undefined) return `\\u00${byte}`;
  const code = long === undefined ? Number.NaN : Number.parseInt(long, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
