import { equals, isMap, listAt, mapAt, type Value, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { playScenario, type RunOptions } from '@managed-fields/player';
import type { Step } from '@managed-fields/scenario';
import { type CulpritLesson, scenarioOf } from './lesson.ts';
import { meantObject, objectIn } from './played-object.ts';

/**
 * Plays each history of a lesson and says which of them leads to the object of its start, by its place; undefined where
 * none or several do. What only the time decides is not compared: uid, resourceVersion, generation and times.
 */
export function rightHistory(lesson: CulpritLesson, { catalog }: RunOptions): number | undefined {
  const endOf = (steps: readonly Step[]) => {
    const played = playScenario(scenarioOf(lesson, steps), catalog);
    const end = objectIn(played.at(-1)?.after.cluster, meantObject(played))?.object;
    return end === undefined ? undefined : withoutTimes(end);
  };
  const found = endOf(lesson.start);
  const right = lesson.histories.flatMap(({ steps }, place) => {
    const end = endOf(steps);
    return found !== undefined && end !== undefined && equals(found, end) ? [place] : [];
  });
  return right.length === 1 ? right[0] : undefined;
}

const byTime = ['uid', 'resourceVersion', 'generation', 'creationTimestamp'] as const;

function withoutTimes(object: ValueMap): ValueMap {
  const bare = byTime.reduce((left, key) => withMetadata(left, key, undefined), object);
  const entries = listAt(mapAt(bare, 'metadata'), 'managedFields') ?? [];
  return withMetadata(bare, 'managedFields', entries.map(withoutTime));
}

function withoutTime(entry: Value): Value {
  return isMap(entry) ? new Map([...entry].filter(([key]) => key !== 'time')) : entry;
}
