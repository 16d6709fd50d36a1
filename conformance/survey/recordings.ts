import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import '@managed-fields/player/whole';
import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import {
  aroundRow,
  countObject,
  exactValue,
  type Finding,
  judgeObject,
  judgeSurvey,
  type ReadObject,
  type RuleOptions,
  type SurveyRow,
  sourceReader,
} from '@managed-fields/survey';

const recorded = fileURLToPath(new URL('recorded/', import.meta.url));

/** The recordings of a folder, by their names: the snapshots of each in their order, the last one last. */
export function recordingsOf(folder: 'healthy' | 'faults'): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(`${recorded}${folder}`).filter((file) => file.endsWith('.yaml'));
  const all = new Map<string, string[]>();
  for (const file of files.filter((each) => /^[^.]+\.yaml$/.test(each)).sort()) {
    const name = file.slice(0, -'.yaml'.length);
    const before = files.filter(
      (each) => /^\d+$/.test(each.slice(name.length + 1, -'.yaml'.length)) && each.startsWith(`${name}.`),
    );
    all.set(
      name,
      [...before.sort(), file].map((each) => `${recorded}${folder}/${each}`),
    );
  }
  return all;
}

/** What a fault's JSON file says of it. */
export interface FaultCase {
  readonly rule: string;
  readonly kubernetes?: string;
  readonly expect: readonly {
    readonly object: string;
    readonly fields: readonly string[];
    readonly managers?: readonly string[];
  }[];
}

/** Reads what a fault's JSON file says of it. */
export function faultOf(name: string): FaultCase {
  return JSON.parse(readFileSync(`${recorded}faults/${name}.json`, 'utf8')) as FaultCase;
}

/** An object of a recording with what was found of it. */
export interface JudgedRow {
  readonly row: SurveyRow;
  readonly read: ReadObject;
  readonly findings: readonly Finding[];
  /** What admission goes by for the object, as steps. */
  readonly around: () => readonly NewStep[];
}

/** Judges the objects of files as a survey of all of them. */
export function judgeFiles(files: readonly string[], options: RuleOptions): readonly JudgedRow[] {
  const reads: ReadObject[] = [];
  for (const file of files) {
    const reader = sourceReader(file);
    for (const part of [...reader.push(readFileSync(file)), ...reader.end()]) {
      if (part.kind !== 'object') throw new Error(`${file}:${part.place.line} ${part.reason} ${part.detail}`);
      reads.push(part);
    }
  }
  const counted = reads.map((read, index) => countObject(read, index));
  const judged = counted.map((count, index) => judgeObject(reads[index] as ReadObject, count, options));
  const rows = counted.map(({ row }) => row);
  const facts = judged.flatMap((each) => each.facts);
  const together = judgeSurvey(rows, facts, options, (index) => reads[index]);
  return rows.map((row, index) => ({
    row,
    read: reads[index] as ReadObject,
    findings: [...(judged[index]?.findings ?? []), ...(together.get(index) ?? [])],
    around: () =>
      aroundRow(row, { rows, facts, options, read: (at) => reads[at]?.value }).flatMap((at) => {
        const value = reads[at] && exactValue(reads[at].text);
        return value === undefined ? [] : [{ kind: 'live', text: printYaml(value).text } as const];
      }),
  }));
}

/** An object as the files of faults name it: `Deployment shop/web`. */
export function nameOf({ kind, namespace, name }: SurveyRow): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}
