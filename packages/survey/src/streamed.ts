import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { aroundRow } from './admission/around.ts';
import type { CountedBatch } from './batch.ts';
import { keepDefinitions } from './definitions.ts';
import type { Fact } from './findings/finding.ts';
import { judgeObject, judgeTogether } from './findings/judge.ts';
import type { RuleOptions } from './findings/rule.ts';
import { startTally } from './findings/tally.ts';
import type { Rows, SurveyedObject, SurveyRow, UnreadPart } from './object.ts';
import { exactValue, type ObjectText, type ReadPart, readAgain } from './read/reader.ts';
import { countObject } from './row.ts';

/** Where rows and texts are kept that would be too much for the memory, such as a file. */
export interface SurveyStore {
  add(row: SurveyedObject, text: ObjectText): void;
  /** Takes rows as JSON, one behind the other, with where each ends. Their index is their place here, whatever they say. */
  addRows(rows: Uint8Array, ends: readonly number[], texts: readonly ObjectText[]): void;
  /** The rows in the order in which they came, each by its index too. */
  readonly rows: Rows<SurveyedObject>;
  textOf(index: number): ObjectText | undefined;
}

/** A survey of any number of objects, which keeps none of them in memory. */
export interface StreamedSurvey {
  /** How many objects were read. */
  readonly size: number;
  /** Takes what was read; returns what was no object. */
  add(part: ReadPart): UnreadPart | undefined;
  /** Takes what was counted elsewhere, in its order. */
  addCounted(counted: CountedBatch): void;
  /**
   * Judges all objects together, and returns the rows with all that was found, read one by one each time that they are gone
   * through. Where modules are not loaded that play policies, the computation is left (`attempt`).
   */
  judge(): Iterable<SurveyedObject>;
  /** The exact text of the object of a row. */
  textOf(index: number): ObjectText | undefined;
  /** The definition of the kind of a row as a step; undefined where the survey has none. */
  definitionOf(row: SurveyRow): NewStep | undefined;
  /** What admission goes by for the object of a row as steps; for findings of what admission does. */
  aroundOf(row: SurveyRow): readonly NewStep[];
  /** The exact texts of all definitions of kinds. */
  definitions(): readonly ObjectText[];
}

/**
 * Begins a survey that keeps its rows and texts in a store. What stays in memory is what rules have to know of all objects:
 * a number for each object with a uid, the newest write of each manager, and small facts.
 */
export function streamSurvey(store: SurveyStore, options: RuleOptions = {}): StreamedSurvey {
  const facts: Fact[] = [];
  const tally = startTally();
  const definitions = keepDefinitions((index) => store.textOf(index));
  let size = 0;
  const objectAt = (index: number) => {
    const [row, text] = [store.rows.at(index), store.textOf(index)];
    return row === undefined || text === undefined ? undefined : readAgain(text, row);
  };
  return {
    get size() {
      return size;
    },
    add: (part) => {
      if (part.kind === 'unread') return { place: part.place, reason: part.reason, detail: part.detail };
      const counted = countObject(part, size);
      const judged = judgeObject(part, counted, options);
      facts.push(...judged.facts);
      const row = judged.findings.length === 0 ? counted.row : { ...counted.row, findings: judged.findings };
      tally.add(row);
      definitions.add(row, part.value);
      store.add(row, part.text);
      size++;
      return undefined;
    },
    addCounted: ({ rows, ends, texts, facts: found, uids, newest, definitions: defined }) => {
      for (const fact of found) facts.push({ ...fact, index: fact.index + size });
      tally.addCounted(newest, uids, size);
      for (const [place, key] of defined) definitions.addKey(key, place + size);
      store.addRows(rows, ends, texts);
      size += texts.length;
    },
    judge: () => {
      const judge = judgeTogether({ rows: store.rows, facts, tally }, options, objectAt);
      return {
        *[Symbol.iterator]() {
          for (const row of store.rows) {
            const found = judge(row);
            yield found.length === 0 ? row : { ...row, findings: [...row.findings, ...found] };
          }
        },
      };
    },
    textOf: (index) => store.textOf(index),
    definitionOf: (row) => definitions.of(row),
    aroundOf: (row) =>
      aroundRow(row, { rows: store.rows, facts, options, read: (at) => objectAt(at)?.value }).flatMap(
        (at): readonly NewStep[] => {
          const text = store.textOf(at);
          const value = text === undefined ? undefined : exactValue(text);
          return value === undefined ? [] : [{ kind: 'live', text: printYaml(value).text }];
        },
      ),
    definitions: () => [...definitions.places()].flatMap((place) => store.textOf(place) ?? []),
  };
}
