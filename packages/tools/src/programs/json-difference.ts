import {
  compareStrings,
  equals,
  formatJson,
  isList,
  isMap,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** An operation of a JSON patch. */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  /** A JSON pointer; empty for the whole document. */
  readonly path: string;
  readonly value?: Value;
}

/**
 * The JSON patch from a document to another. Items of lists are compared by their places. Where one replacement of a part
 * is shorter than the operations within it, the part is replaced. Upstream: github.com/wI2L/jsondiff differ.go Compare with
 * Rationalize.
 */
export function jsonDifference(from: Value, to: Value): readonly Operation[] {
  return differenceAt('', from, to);
}

/** Upstream: github.com/wI2L/jsondiff differ.go diff, rationalize. */
function differenceAt(path: string, from: Value, to: Value): readonly Operation[] {
  const replacement: Operation = { op: 'replace', path, value: to };
  if (isMap(from) && isMap(to)) return shorter(mapDifference(path, from, to), replacement);
  if (isList(from) && isList(to)) return shorter(listDifference(path, from, to), replacement);
  return equals(from, to) ? [] : [replacement];
}

function shorter(operations: readonly Operation[], replacement: Operation): readonly Operation[] {
  const separators = Math.max(0, operations.length - 1);
  const length = operations.reduce((sum, each) => sum + lengthOf(each), separators);
  return length > lengthOf(replacement) ? [replacement] : operations;
}

/** Upstream: github.com/wI2L/jsondiff differ.go compareObjects. */
function mapDifference(path: string, from: ValueMap, to: ValueMap): readonly Operation[] {
  const keys = [...new Set([...from.keys(), ...to.keys()])].toSorted(compareStrings);
  return keys.flatMap((key): readonly Operation[] => {
    const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const [before, after] = [from.get(key), to.get(key)];
    if (after === undefined) return [{ op: 'remove', path: at }];
    return before === undefined ? [{ op: 'add', path: at, value: after }] : differenceAt(at, before, after);
  });
}

/** Upstream: github.com/wI2L/jsondiff differ.go compareArrays. */
function listDifference(path: string, from: readonly Value[], to: readonly Value[]): readonly Operation[] {
  const removed = from.slice(to.length).map((): Operation => ({ op: 'remove', path: `${path}/${to.length}` }));
  const changed = from
    .slice(0, to.length)
    .flatMap((item, index) => differenceAt(`${path}/${index}`, item, to[index] ?? null));
  const added = to.slice(from.length).map((value): Operation => ({ op: 'add', path: `${path}/-`, value }));
  return [...removed, ...changed, ...added];
}

/**
 * The bytes of an operation, of which the value of an addition counts nothing. Upstream: github.com/wI2L/jsondiff
 * operation.go jsonLength, differ.go add.
 */
function lengthOf({ op, path, value }: Operation): number {
  const bare = '{"op":"","path":""}'.length + op.length + utf8(path).length;
  if (op === 'remove') return bare;
  const written = op === 'add' || value === undefined ? 0 : utf8(goJson(value)).length;
  return bare + ',"value":'.length + written;
}

/** JSON as Go writes it, with some characters as escapes. Upstream: Go encoding/json Marshal. */
function goJson(value: Value): string {
  return formatJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
