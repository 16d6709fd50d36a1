import { quote } from '../value/go-text.ts';
import { isList, isMap, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { addChild, childAt, failed, hasChild, removeChild, replaceChild, type Step } from './json-patch-node.ts';

/** The answer of a JSON patch. */
type JsonPatched =
  | { readonly kind: 'patched'; readonly value: Value }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Applies an RFC 6902 patch, operation by operation, as the server's library does: `replace` of an absent key adds it,
 * a missing value is null, negative indexes count from the end, and text before a path's first slash is ignored.
 * Upstream: gopkg.in/evanphx/json-patch.v4 patch.go Apply.
 */
export function applyJsonPatch(document: Value, operations: readonly Value[]): JsonPatched {
  let patched: JsonPatched = { kind: 'patched', value: document };
  for (const operation of operations) {
    patched = applyOperation(patched.value, isMap(operation) ? operation : new Map());
    if (patched.kind === 'failed') break;
  }
  return patched;
}

function applyOperation(document: Value, operation: ValueMap): JsonPatched {
  const op = stringAt(operation, 'op') ?? 'unknown';
  const path = stringAt(operation, 'path');
  const value = operation.get('value') ?? null;
  if (!['add', 'remove', 'replace', 'move', 'test', 'copy'].includes(op)) return failed(`Unexpected kind: ${op}`);
  if (op === 'move') return move(document, stringAt(operation, 'from'), path);
  if (op === 'copy') return copy(document, stringAt(operation, 'from'), path);
  if (path === undefined) {
    const why = op === 'add' || op === 'remove' ? '' : 'operation missing path field: ';
    return failed(`${op} operation failed to decode path: ${why}missing value`);
  }
  switch (op) {
    case 'add':
      return changeAt(
        document,
        path,
        `add operation does not apply: doc is missing path: ${quote(path)}: missing value`,
        {
          change: (parent, key) => addChild(parent, key, value),
          fail: (why) => `error in add for path: '${path}': ${why}`,
        },
      );
    case 'remove':
      return changeAt(
        document,
        path,
        `remove operation does not apply: doc is missing path: ${quote(path)}: missing value`,
        {
          change: removeChild,
          fail: (why) => `error in remove for path: '${path}': ${why}`,
        },
      );
    case 'replace':
      if (path === '') return replaceAll(value);
      return changeAt(document, path, `replace operation does not apply: doc is missing path: ${path}: missing value`, {
        change: (parent, key) => replaceChild(parent, key, value),
        fail: () => `replace operation does not apply: doc is missing key: ${path}: missing value`,
      });
    default:
      return test(document, path, operation);
  }
}

function replaceAll(value: Value): JsonPatched {
  if (isMap(value) || isList(value)) return { kind: 'patched', value };
  return failed('replace operation value must be object or array: %!w(<nil>)');
}

function move(document: Value, from: string | undefined, path: string | undefined): JsonPatched {
  const source = sourceOf(document, 'move', from);
  if (source.kind === 'failed') return source;
  const { place, child, from: at } = source;
  const fail = (why: string) => `error in move for path: '${place.key}': ${why}`;
  if (child.kind === 'failed') return failed(fail(child.message));
  const removed = changeAt(document, at, '', { change: removeChild, fail });
  if (removed.kind === 'failed') return removed;
  if (path === undefined)
    return failed('move operation failed to decode path: operation missing path field: missing value');
  return addAt(removed.value, 'move', path, child.value, (why) => `error in move for path: '${path}': ${why}`);
}

function copy(document: Value, from: string | undefined, path: string | undefined): JsonPatched {
  const source = sourceOf(document, 'copy', from);
  if (source.kind === 'failed') return source;
  const { child } = source;
  if (child.kind === 'failed') return failed(`error in copy for from: '${source.from}': ${child.message}`);
  if (path === undefined) return failed('copy operation failed to decode path: missing value');
  return addAt(document, 'copy', path, child.value, (why) => `error while adding value during copy: ${why}`);
}

/** The value that a copy or a move takes, and its place. */
function sourceOf(document: Value, op: 'move' | 'copy', from: string | undefined) {
  if (from === undefined)
    return failed(`${op} operation failed to decode from: operation, missing from field: missing value`);
  const place = parentOf(document, from);
  if (place === undefined)
    return failed(`${op} operation does not apply: doc is missing from path: ${from}: missing value`);
  return { kind: 'source', from, place, child: childAt(place.parent, place.key) } as const;
}

function addAt(document: Value, op: 'move' | 'copy', path: string, value: Value, fail: Change['fail']): JsonPatched {
  const missing = `${op} operation does not apply: doc is missing destination path: ${path}: missing value`;
  return changeAt(document, path, missing, { change: (parent, key) => addChild(parent, key, value), fail });
}

function test(document: Value, path: string, operation: ValueMap): JsonPatched {
  const expected = operation.get('value') ?? null;
  const mismatch = failed(`testing value ${path} failed: test failed`);
  if (path === '') return same(document, expected) ? { kind: 'patched', value: document } : mismatch;
  const place = parentOf(document, path);
  if (place === undefined) return failed(`test operation does not apply: is missing path: ${path}: missing value`);
  const child = childAt(place.parent, place.key);
  if (child.kind === 'failed') return failed(`error in test for path: '${path}': ${child.message}`);
  return same(child.value, expected) ? { kind: 'patched', value: document } : mismatch;
}

/** Values are compared as they are written, so 1 is not 1.0. */
function same(a: Value, b: Value): boolean {
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => same(item, b[index] ?? null));
  if (!isMap(a)) return a === b;
  if (!isMap(b) || a.size !== b.size) return false;
  for (const [key, item] of a) if (!b.has(key) || !same(item, b.get(key) ?? null)) return false;
  return true;
}

interface Change {
  change(parent: Value, key: string): Step;
  fail(why: string): string;
}

/** Changes the child that a path names, and every container above it. */
function changeAt(document: Value, path: string, missing: string, { change, fail }: Change): JsonPatched {
  const place = parentOf(document, path);
  if (place === undefined) return failed(missing);
  const changed = change(place.parent, place.key);
  if (changed.kind === 'failed') return failed(fail(changed.message));
  let value = changed.value;
  for (const { container, key } of [...place.above].reverse()) {
    const replaced = replaceChild(container, key, value);
    if (replaced.kind === 'failed') return failed(fail(replaced.message));
    value = replaced.value;
  }
  return { kind: 'patched', value };
}

interface Place {
  readonly parent: Value;
  readonly key: string;
  /** The containers from the root to the parent, each with the key that leads on. */
  readonly above: readonly { readonly container: Value; readonly key: string }[];
}

/** The container of what a path names; undefined where the path leads through something that is no container. */
function parentOf(document: Value, path: string): Place | undefined {
  const parts = path.split('/').slice(1).map(decodePart);
  const key = parts.pop();
  if (key === undefined) return undefined;
  const above: { container: Value; key: string }[] = [];
  let parent = document;
  for (const part of parts) {
    const child = childAt(parent, part);
    if (child.kind === 'failed' || !hasChild(child.value)) return undefined;
    above.push({ container: parent, key: part });
    parent = child.value;
  }
  return { parent, key, above };
}

function decodePart(part: string): string {
  return part.replace(/~[01]/g, (found) => (found === '~1' ? '/' : '~'));
}
