import { errorsOf, undeclared, withoutChance } from '@managed-fields/live-cluster';
import { formatJson, isList, isMap, listAt, stringAt, type Value } from '@managed-fields/merge-engine';
import type { Names } from './names.ts';
import type { Exchange } from './trace.ts';

/** One difference between what was recorded and ours; values as JSON, `(absent)` where there is none. */
export interface Difference {
  /** A JSON path into the answer: `body.metadata.labels`, `code`, `warnings[0]`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Our answer to a request. */
export interface Answered {
  readonly code: number;
  readonly body: Value;
  readonly warnings: readonly string[];
}

/**
 * Everything in which our answer differs from the recorded one: the code, the body without regard to the order of
 * keys, the warnings in their order; the causes of a conflict as a set, and what a recording marks as left to chance
 * without that. Values that appear for the first time get their names. A list's own resourceVersion shows what else
 * was written to the server, so it does not count.
 */
export function compareAnswers(recorded: Exchange, got: Answered, names: Names): Difference[] {
  const { response } = recorded;
  const bodies = [withoutListVersion(response.body), withoutListVersion(got.body)] as const;
  const [theirs, ours] = tableObjects(...bodies) ?? bodies;
  names.meet(theirs, ours);
  const named = [names.recorded(theirs), names.toTrace(ours)] as const;
  const [expected, body] = isByChance(recorded) ? withoutChance(withoutWait(named[0]), withoutWait(named[1])) : named;
  return [
    ...compareValue(BigInt(response.code), BigInt(got.code), 'code'),
    ...compareValue(expected, body, 'body'),
    ...compareValue([...response.warnings], names.toTrace([...got.warnings]), 'warnings'),
  ];
}

/** A Status without the seconds to wait, which grow with the time that a server is not ready. */
function withoutWait(body: Value): Value {
  const details = isMap(body) ? body.get('details') : undefined;
  if (!isMap(body) || !isMap(details) || !details.has('retryAfterSeconds')) return body;
  return new Map(body).set('details', new Map([...details].filter(([key]) => key !== 'retryAfterSeconds')));
}

function withoutListVersion(body: Value): Value {
  const metadata = isMap(body) && isList(body.get('items')) ? body.get('metadata') : undefined;
  if (!isMap(body) || !isMap(metadata) || !metadata.has('resourceVersion')) return body;
  const shown = new Map(metadata).set('resourceVersion', '(of the list)');
  const token = stringAt(metadata, 'continue') ?? '';
  if (token !== '')
    shown.set(
      'continue',
      Buffer.from(token, 'base64url')
        .toString()
        .replace(/"rv":\d+/, '"rv":0'),
    );
  return new Map(body).set('metadata', shown);
}

/** Everything in which two values differ, each difference by its path below `path`. */
export function compareValue(expected: Value | undefined, got: Value | undefined, path: string): readonly Difference[] {
  const differences: Difference[] = [];
  compareValues(expected, got, path, differences);
  return differences;
}

function compareValues(
  expected: Value | undefined,
  got: Value | undefined,
  path: string,
  differences: Difference[],
): void {
  if (expected === got) return;
  if (isMap(expected) && isMap(got)) {
    for (const [key, value] of expected) compareValues(value, got.get(key), childPath(path, key), differences);
    for (const [key, value] of got) {
      if (!expected.has(key)) compareValues(undefined, value, childPath(path, key), differences);
    }
    return;
  }
  if (isList(expected) && isList(got)) {
    if (path === 'body.details.causes' && sameAsSet(expected, got)) return;
    const length = Math.max(expected.length, got.length);
    for (let index = 0; index < length; index++) {
      compareValues(expected[index], got[index], `${path}[${index}]`, differences);
    }
    return;
  }
  differences.push({ path, expected: show(expected), got: show(got) });
}

/** Whether two lists hold the same items, each as often, in any order. */
function sameAsSet(expected: readonly Value[], got: readonly Value[]): boolean {
  const rest = [...got];
  for (const item of expected) {
    const index = rest.findIndex((other) => compareValue(item, other, '').length === 0);
    if (index === -1) return false;
    rest.splice(index, 1);
  }
  return rest.length === 0;
}

function childPath(path: string, key: string): string {
  return /^[\w-]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function show(value: Value | undefined): string {
  return value === undefined ? '(absent)' : formatJson(value);
}

/**
 * Two answers to a read for printing, so that they can be compared: a server answers `kubectl get` with a Table, the
 * engine with the objects, of which it makes the same text. What both hold are the objects' metadata, in their order;
 * the cells are compared as the text that is printed. Undefined where the recording holds no Table.
 */
function tableObjects(recorded: Value, got: Value): readonly [recorded: Value, got: Value] | undefined {
  if (!isMap(recorded) || recorded.get('kind') !== 'Table') return undefined;
  const rows = listAt(recorded, 'rows') ?? [];
  const items = isMap(got) && isList(got.get('items')) ? (listAt(got, 'items') ?? []) : [got];
  return [rows.map((row) => metadataOf(isMap(row) ? (row.get('object') ?? null) : null)), items.map(metadataOf)];
}

function metadataOf(object: Value): Value {
  const metadata = isMap(object) ? (object.get('metadata') ?? null) : null;
  const annotations = isMap(metadata) ? metadata.get('annotations') : undefined;
  if (!isMap(metadata) || !isMap(annotations) || !annotations.has(ofRows)) return metadata;
  const kept = new Map([...annotations].filter(([key]) => key !== ofRows));
  const rest = new Map([...metadata].filter(([key]) => key !== 'annotations'));
  return kept.size === 0 ? rest : rest.set('annotations', kept);
}

/** An annotation that a DaemonSet gets from its generation whenever it is written, but for the rows of a table. */
const ofRows = 'deprecated.daemonset.template.generation';

/**
 * Whether chance decides in an answer: where the recording says so (`compare: "code"`: errors come in the order of a Go
 * map, and the recorder did not rewrite what is volatile inside of its words), or names one of several errors, of which
 * others are left untold.
 */
export function isByChance({ byChance, response }: Exchange): boolean {
  const message = isMap(response.body) ? (stringAt(response.body, 'message') ?? '') : '';
  return byChance || (errorsOf(message)?.errors.some((error) => error.endsWith(undeclared)) ?? false);
}
