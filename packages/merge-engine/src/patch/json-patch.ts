import { byteLength } from '../value/bytes.ts';
import { jsonTypeName, quote } from '../value/go-text.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, stringAt, type Value, type ValueMap } from '../value/value.ts';
import {
  addChild,
  childAt,
  close,
  copyOf,
  type Failed,
  failed,
  isFailed,
  type Node,
  nodeAt,
  type Opened,
  open,
  openAll,
  openChild,
  removeChild,
  replaceChild,
  same,
} from './working-copy.ts';

/** The answer of a JSON patch. */
export type JsonPatched = { readonly kind: 'patched'; readonly value: Value } | Failed;

/**
 * How many bytes all `copy` operations of a patch may add.
 * Upstream: apiserver pkg/server/config.go JSONPatchMaxCopyBytes. kubectl has no such limit; a document that needs one
 * would fit into no request.
 */
const mostCopied = 3 * 1024 * 1024;

/** A patch being applied. */
interface Run {
  root: Opened;
  /** Bytes that were copied so far, as JSON. */
  copied: number;
}

/**
 * Applies an RFC 6902 patch, operation by operation, as the server's library does: `replace` of an absent key adds it,
 * a missing value is null, negative indexes count from the end, and text before a path's first slash is ignored. What it
 * costs grows with the patch and with the document, not with one times the other. Neither of them is changed.
 * Upstream: gopkg.in/evanphx/json-patch.v4 patch.go Apply.
 */
export function applyJsonPatch(document: Value, operations: readonly Value[]): JsonPatched {
  const root = open(document);
  if (root === undefined) {
    return failed(`json: cannot unmarshal ${jsonTypeName(document)} into Go value of type jsonpatch.partialDoc`);
  }
  const run: Run = { root, copied: 0 };
  for (const operation of operations) {
    const wrong = applyOperation(run, isMap(operation) ? operation : new Map());
    if (wrong !== undefined) return wrong;
  }
  return { kind: 'patched', value: close(run.root) };
}

function applyOperation(run: Run, operation: ValueMap): Failed | undefined {
  const op = stringAt(operation, 'op') ?? 'unknown';
  const path = stringAt(operation, 'path');
  const value = nodeAt(operation, 'value');
  switch (op) {
    case 'add':
      return path === undefined ? failed('add operation failed to decode path: missing value') : add(run, path, value);
    case 'remove':
      return path === undefined ? failed('remove operation failed to decode path: missing value') : remove(run, path);
    case 'replace':
      return path === undefined ? failed(`replace ${noPath}`) : replace(run, path, value);
    case 'test':
      return path === undefined ? failed(`test ${noPath}`) : test(run, path, value);
    case 'move':
      return move(run, stringAt(operation, 'from'), path);
    case 'copy':
      return copy(run, stringAt(operation, 'from'), path);
    default:
      return failed(`Unexpected kind: ${op}`);
  }
}

const noPath = 'operation failed to decode path: operation missing path field: missing value';

function add(run: Run, path: string, value: Node): Failed | undefined {
  const place = placeOf(run.root, path);
  if (place === undefined)
    return failed(`add operation does not apply: doc is missing path: ${quote(path)}: missing value`);
  return because(addChild(place.parent, place.key, value), (why) => `error in add for path: '${path}': ${why}`);
}

function remove(run: Run, path: string): Failed | undefined {
  const place = placeOf(run.root, path);
  if (place === undefined)
    return failed(`remove operation does not apply: doc is missing path: ${quote(path)}: missing value`);
  const removed = removeChild(place.parent, place.key);
  return isFailed(removed) ? failed(`error in remove for path: '${path}': ${removed.message}`) : undefined;
}

function replace(run: Run, path: string, value: Node): Failed | undefined {
  if (path === '') {
    const whole = open(value);
    if (whole === undefined) return failed('replace operation value must be object or array: %!w(<nil>)');
    run.root = whole;
    return undefined;
  }
  const place = placeOf(run.root, path);
  if (place === undefined)
    return failed(`replace operation does not apply: doc is missing path: ${path}: missing value`);
  return because(
    replaceChild(place.parent, place.key, value),
    () => `replace operation does not apply: doc is missing key: ${path}: missing value`,
  );
}

/** Compares a value. What is compared was looked into, all that is inside of it. */
function test(run: Run, path: string, value: Node): Failed | undefined {
  const mismatch = failed(`testing value ${path} failed: test failed`);
  const wanted = openAll(value);
  if (path === '') return same(openAll(run.root), wanted) ? undefined : mismatch;
  const place = placeOf(run.root, path);
  if (place === undefined) return failed(`test operation does not apply: is missing path: ${path}: missing value`);
  const child = childAt(place.parent, place.key);
  if (isFailed(child)) return failed(`error in test for path: '${path}': ${child.message}`);
  const found = openAll(child);
  if (found !== child) replaceChild(place.parent, place.key, found);
  return same(found, wanted) ? undefined : mismatch;
}

function move(run: Run, from: string | undefined, path: string | undefined): Failed | undefined {
  const source = sourceOf(run.root, 'move', from);
  if (source.kind === 'failed') return source;
  const moved = removeChild(source.parent, source.key);
  if (isFailed(moved)) return failed(`error in move for path: '${source.key}': ${moved.message}`);
  if (path === undefined) return failed(`move ${noPath}`);
  const place = placeOf(run.root, path);
  if (place === undefined) return noDestination('move', path);
  return because(addChild(place.parent, place.key, moved), (why) => `error in move for path: '${path}': ${why}`);
}

function copy(run: Run, from: string | undefined, path: string | undefined): Failed | undefined {
  // The way to the destination may lead through what is copied, which is opened then.
  const place = path === undefined ? undefined : placeOf(run.root, path);
  const source = sourceOf(run.root, 'copy', from);
  if (source.kind === 'failed') return source;
  const child = childAt(source.parent, source.key);
  if (isFailed(child)) return failed(`error in copy for from: '${from}': ${child.message}`);
  if (path === undefined) return failed('copy operation failed to decode path: missing value');
  if (place === undefined) return noDestination('copy', path);
  const copied = copyOf(child);
  if (copied !== null) run.copied += byteLength(formatJson(close(copied)));
  if (run.copied > mostCopied) {
    const limit = `the accumulated size increase of copy is ${run.copied}, exceeding the limit ${mostCopied}`;
    return failed(`Unable to complete the copy, ${limit}`);
  }
  return because(addChild(place.parent, place.key, copied), (why) => `error while adding value during copy: ${why}`);
}

/** The place of what a copy or a move takes. */
function sourceOf(root: Opened, op: 'move' | 'copy', from: string | undefined) {
  if (from === undefined)
    return failed(`${op} operation failed to decode from: operation, missing from field: missing value`);
  const place = placeOf(root, from);
  if (place === undefined)
    return failed(`${op} operation does not apply: doc is missing from path: ${from}: missing value`);
  return { kind: 'source', ...place } as const;
}

function noDestination(op: 'move' | 'copy', path: string): Failed {
  return failed(`${op} operation does not apply: doc is missing destination path: ${path}: missing value`);
}

/** Says of what failed in which operation it did. */
function because(wrong: Failed | undefined, say: (why: string) => string): Failed | undefined {
  return wrong === undefined ? undefined : failed(say(wrong.message));
}

interface Place {
  readonly parent: Opened;
  readonly key: string;
}

/**
 * The container of what a path names, opened with all that lead to it; undefined where the path leads through something
 * that is no container.
 */
function placeOf(root: Opened, path: string): Place | undefined {
  const parts = path.split('/').slice(1).map(decodePart);
  const key = parts.pop();
  if (key === undefined) return undefined;
  let parent = root;
  for (const part of parts) {
    const child = openChild(parent, part);
    if (child === undefined) return undefined;
    parent = child;
  }
  return { parent, key };
}

function decodePart(part: string): string {
  return part.replace(/~[01]/g, (found) => (found === '~1' ? '/' : '~'));
}
