import type { LiveFacts } from '@managed-fields/forecast';
import { isMap, type ValueMap } from '@managed-fields/merge-engine';
import { arrayAt, exactValue, type ReadObject, type ReadPart, sourceReader, textAt } from '@managed-fields/survey';
import type { FileBytes } from './read-files.ts';

/** What a dump has for a forecast. */
export interface LiveRead {
  /** The objects that the forecast can ask for; a dump has many others. */
  readonly objects: readonly ValueMap[];
  /** The number of all objects, and of those that have managedFields. */
  readonly count: number;
  readonly tracked: number;
  /** What could not be read, a sentence each with its place. */
  readonly unread: readonly string[];
}

/** How much is read at a time, so that the values of a large dump need not be there at once. */
const chunk = 1_000_000;

/** Reads a dump: the objects that `isNeeded` names. Numbers are exact. */
export function readLive(files: readonly FileBytes[], isNeeded: (object: LiveFacts) => boolean): LiveRead {
  const objects: ValueMap[] = [];
  const unread: string[] = [];
  let [count, tracked] = [0, 0];
  for (const part of partsOf(files)) {
    if (part.kind === 'unread') {
      unread.push(`${part.place.file}:${part.place.line}: ${part.detail || part.reason}`);
      continue;
    }
    count++;
    const facts = factsOf(part);
    if (facts.managers.length > 0) tracked++;
    const value = isNeeded(facts) ? exactValue(part.text) : undefined;
    if (value !== undefined && isMap(value)) objects.push(value);
  }
  return { objects, count, tracked, unread };
}

function factsOf({ value }: ReadObject): LiveFacts {
  const entries = arrayAt(value, 'metadata', 'managedFields');
  const managers = entries.map((entry) => textAt(entry, 'manager'));
  return { apiVersion: textAt(value, 'apiVersion'), kind: textAt(value, 'kind'), managers };
}

function* partsOf(files: readonly FileBytes[]): Generator<ReadPart> {
  for (const { name, bytes } of files) {
    const reader = sourceReader(name);
    for (let from = 0; from < bytes.length; from += chunk) yield* reader.push(bytes.subarray(from, from + chunk));
    yield* reader.end();
  }
}
