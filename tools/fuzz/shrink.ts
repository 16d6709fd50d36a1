import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Operation, Sequence } from '../../conformance/upstream/sequence.ts';

/**
 * The smallest sequence near a failing one that fails as well: steps are left out, then parts of the objects, as long
 * as something can go. `fails` plays a sequence with both engines.
 */
export async function shrink(sequence: Sequence, fails: (smaller: Sequence) => Promise<boolean>): Promise<Sequence> {
  let best = sequence;
  let tries = 0;
  for (let shrunk = true; shrunk; ) {
    shrunk = false;
    for (const operations of smaller(best.operations)) {
      if (++tries > 3000) return best;
      const candidate = { ...best, operations };
      if (await fails(candidate)) {
        best = candidate;
        shrunk = true;
        break;
      }
    }
  }
  return best;
}

function* smaller(operations: readonly Operation[]): Generator<readonly Operation[]> {
  for (let i = operations.length - 1; i >= 0; i--) yield operations.toSpliced(i, 1);
  for (const [i, step] of operations.entries()) {
    if (step.operation === 'schema') continue;
    for (const object of smallerValues(step.object)) {
      if (isMap(object)) yield operations.with(i, { ...step, object });
    }
  }
}

function* smallerValues(value: Value, depth = 0): Generator<Value> {
  if (isMap(value)) {
    for (const key of value.keys()) {
      if (depth === 0 && (key === 'apiVersion' || key === 'kind')) continue;
      yield without(value, key);
    }
    for (const [key, inner] of value) {
      for (const less of smallerValues(inner, depth + 1)) yield new Map(value).set(key, less);
    }
  }
  if (isList(value)) {
    for (let i = 0; i < value.length; i++) yield value.toSpliced(i, 1);
    for (const [i, inner] of value.entries()) {
      for (const less of smallerValues(inner, depth + 1)) yield value.with(i, less);
    }
  }
}

function without(map: ValueMap, key: string): ValueMap {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
