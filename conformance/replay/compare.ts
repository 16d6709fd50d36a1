import { formatJson, isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { Exchange } from './trace.ts';

/** One difference between a recorded answer and ours; values as JSON, `(absent)` where there is none. */
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
 * keys, the warnings in their order; the causes of a conflict as a set. `sameText` says whether two texts that differ
 * stand for the same volatile value.
 */
export function compareAnswers(expected: Exchange, got: Answered, sameText: SameText): Difference[] {
  const { response } = expected;
  const differences: Difference[] = [];
  if (response.code !== got.code) {
    differences.push({ path: 'code', expected: String(response.code), got: String(got.code) });
  }
  if (expected.codeOnly) return differences;
  const walk: Walk = { differences, sameText };
  compareValues(response.body, got.body, 'body', walk);
  compareValues([...response.warnings], [...got.warnings], 'warnings', walk);
  return differences;
}

/** Everything in which two values differ, each difference by its path below `path`. */
export function compareValue(expected: Value, got: Value, path: string, sameText: SameText): readonly Difference[] {
  const differences: Difference[] = [];
  compareValues(expected, got, path, { differences, sameText });
  return differences;
}

/** Whether two texts, or two keys of a map, stand for the same. */
export type SameText = (expected: string, got: string) => boolean;

interface Walk {
  readonly differences: Difference[];
  readonly sameText: SameText;
}

function compareValues(expected: Value | undefined, got: Value | undefined, path: string, walk: Walk): void {
  if (expected === got) return;
  if (typeof expected === 'string' && typeof got === 'string' && walk.sameText(expected, got)) return;
  if (isMap(expected) && isMap(got)) {
    for (const [key, value] of expected) {
      const found = got.has(key)
        ? key
        : [...got.keys()].find((other) => !expected.has(other) && walk.sameText(key, other));
      compareValues(value, found === undefined ? undefined : got.get(found), childPath(path, key), walk);
    }
    for (const [key, value] of got) {
      const known =
        expected.has(key) || [...expected.keys()].some((other) => !got.has(other) && walk.sameText(other, key));
      if (!known) compareValues(undefined, value, childPath(path, key), walk);
    }
    return;
  }
  if (isList(expected) && isList(got)) {
    if (path === 'body.details.causes' && sameAsSet(expected, got, walk.sameText)) return;
    const length = Math.max(expected.length, got.length);
    for (let index = 0; index < length; index++) compareValues(expected[index], got[index], `${path}[${index}]`, walk);
    return;
  }
  walk.differences.push({ path, expected: show(expected), got: show(got) });
}

/** Whether two lists hold the same items, each as often, in any order. */
function sameAsSet(expected: readonly Value[], got: readonly Value[], sameText: SameText): boolean {
  const rest = [...got];
  for (const item of expected) {
    const index = rest.findIndex((other) => {
      const differences: Difference[] = [];
      compareValues(item, other, '', { differences, sameText });
      return differences.length === 0;
    });
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
