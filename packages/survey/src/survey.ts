import { isMap, type Value } from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { aroundRow } from './admission/around.ts';
import { keepDefinitions } from './definitions.ts';
import type { Fact, Finding } from './findings/finding.ts';
import { judgeObject, judgeSurvey } from './findings/judge.ts';
import type { RuleOptions } from './findings/rule.ts';
import type { SurveyedObject, UnreadPart } from './object.ts';
import { exactValue, type ObjectText, type ReadPart, readAgain } from './read/reader.ts';
import { countObject } from './row.ts';

/** The most objects of a survey. */
const mostObjects = 100_000;

/** An object of a survey as a scenario begins with it: the definition of its kind where the survey has it, and itself. */
export interface OpenedObject {
  readonly title: string;
  readonly steps: readonly NewStep[];
}

/** Many objects, with their texts. It grows while they are read. */
export interface Survey {
  /** All rows so far, each with what rules found in the object by itself, and after `judge` among all of them. */
  readonly rows: readonly SurveyedObject[];
  /** Takes what was read, and returns its row or why there is none. */
  add(part: ReadPart): { readonly row: SurveyedObject } | { readonly unread: UnreadPart } | undefined;
  /** Judges all objects together, and returns the rows in which something was found or is no longer found. */
  judge(): readonly SurveyedObject[];
  /** The exact text of the object of a row, to be read again. */
  textOf(index: number): ObjectText | undefined;
  /** The definition of the kind of a row as a step; undefined where the survey has none. */
  definitionOf(index: number): NewStep | undefined;
  /** What admission goes by for the object of a row as steps, each object once; for findings of what admission does. */
  aroundOf(index: number): readonly NewStep[];
  /** Opens the object of a row; undefined where there is none. */
  open(index: number): OpenedObject | undefined;
}

/**
 * Begins a survey without objects, which are judged by rules with some options.
 *
 * @example
 * ```js
 * import { loadKubernetesTypes } from '@managed-fields/analysis';
 * import { sourceReader, startSurvey, totalsOf } from '@managed-fields/analysis/survey';
 *
 * const fieldsV1 = { 'f:data': { 'f:color': {} } };
 * const entry = { manager: 'alice', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
 * const metadata = { name: 'settings', namespace: 'default', managedFields: [entry] };
 * const dump = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { color: 'green' } });
 * const survey = startSurvey({ catalog: await loadKubernetesTypes() });
 * const reader = sourceReader('dump.json');
 * for (const part of [...reader.push(new TextEncoder().encode(dump)), ...reader.end()]) survey.add(part);
 * survey.judge();
 * for (const { manager, objects, fields } of totalsOf(survey.rows)) console.log(manager, objects, fields);
 * ```
 * ```text
 * alice 1 1
 * ```
 */
export function startSurvey(options: RuleOptions = {}): Survey {
  const rows: SurveyedObject[] = [];
  const facts: Fact[] = [];
  /** What was found among all objects, by the index of each. */
  let together: ReadonlyMap<number, readonly Finding[]> = new Map();
  const texts: ObjectText[] = [];
  const definitions = keepDefinitions((index) => texts[index]);
  let full = false;
  const objectAt = (index: number) => {
    const [text, row] = [texts[index], rows[index]];
    return text === undefined || row === undefined ? undefined : readAgain(text, row);
  };
  const definitionOf = (index: number): NewStep | undefined => {
    const row = rows[index];
    return row === undefined ? undefined : definitions.of(row);
  };
  return {
    rows,
    definitionOf,
    textOf: (index) => texts[index],
    aroundOf: (index) => {
      const row = rows[index];
      const around =
        row === undefined ? [] : aroundRow(row, { rows, facts, options, read: (at) => objectAt(at)?.value });
      return around.flatMap((at): readonly NewStep[] => {
        const value = valueAt(texts, at);
        return value === undefined ? [] : [{ kind: 'live', text: printYaml(value).text }];
      });
    },
    judge: () => {
      const found = judgeSurvey(rows, facts, options, objectAt);
      const changed = [...new Set([...together.keys(), ...found.keys()])];
      const judged = changed.flatMap((index) => {
        const row = rows[index];
        if (row === undefined) return [];
        const own = row.findings.filter((finding) => together.get(index)?.includes(finding) !== true);
        return [{ ...row, findings: [...own, ...(found.get(index) ?? [])] }];
      });
      for (const row of judged) rows[row.index] = row;
      together = found;
      return judged;
    },
    add: (part) => {
      if (part.kind === 'unread') return { unread: { place: part.place, reason: part.reason, detail: part.detail } };
      if (texts.length >= mostObjects) {
        if (full) return undefined;
        full = true;
        return { unread: { place: part.place, reason: 'too-many', detail: String(mostObjects) } };
      }
      const counted = countObject(part, texts.length);
      const judged = judgeObject(part, counted, options);
      facts.push(...judged.facts);
      const row = judged.findings.length === 0 ? counted.row : { ...counted.row, findings: judged.findings };
      definitions.add(row, part.value);
      texts.push(part.text);
      rows.push(row);
      return { row };
    },
    open: (index) => {
      const value = valueAt(texts, index);
      if (!isMap(value)) return undefined;
      const kind = textOf(value.get('kind'));
      const defined = definitionOf(index);
      const metadata = value.get('metadata');
      return {
        title: `${kind} ${isMap(metadata) ? textOf(metadata.get('name')) : ''}`.trim(),
        steps: [...(defined === undefined ? [] : [defined]), { kind: 'live', text: printYaml(value).text }],
      };
    },
  };
}

function valueAt(texts: readonly ObjectText[], index: number): Value | undefined {
  const text = texts[index];
  return text === undefined ? undefined : exactValue(text);
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
