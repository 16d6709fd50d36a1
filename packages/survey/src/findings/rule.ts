import type { TypeCatalog } from '@managed-fields/api-server';
import type { Admitted } from '../admission/play.ts';
import type { Json } from '../json.ts';
import type { Rows, SurveyRow } from '../object.ts';
import type { OwnedField } from '../owned-fields.ts';
import type { Fact, Finding, RuleId } from './finding.ts';
import type { Tally } from './tally.ts';

/** How grave a finding is: `error` breaks the next apply or loses values, `warning` will surprise, `note` is good to know. */
export type Severity = 'error' | 'warning' | 'note';

/** A rule of the survey, as data; its sentences stand in `words`. */
export interface Rule {
  readonly id: RuleId;
  readonly severity: Severity;
  /** Whether what it finds ends in a conflict at the next apply of somebody. */
  readonly conflict: boolean;
  /** The example of the gallery that teaches it. */
  readonly example: string;
  /** Judges one object by itself. */
  readonly judge?: (judged: Judged) => readonly Finding[];
  /** What has to be known of an object when all objects are judged together. */
  readonly factsOf?: (judged: Judged) => readonly Fact[];
  /**
   * Looks at all objects together, when the last one was read, and returns what judges each row by that; undefined where
   * nothing can be found.
   */
  readonly judgeTogether?: (survey: WholeSurvey) => JudgeRow | undefined;
}

/** Says what is found in the object of a row. */
export type JudgeRow = (row: SurveyRow) => readonly Finding[];

/** An object as rules see it. */
export interface Judged {
  /** Without its findings. */
  readonly row: SurveyRow;
  readonly value: Json;
  /** The fields that have owners, parents before what is in them. */
  readonly owned: readonly OwnedField[];
  /** The places of the entries of appliers of the object itself, not of a subresource. */
  readonly appliers: readonly number[];
  /** The places of the entries of updaters of the object itself. */
  readonly updaters: readonly number[];
  readonly options: RuleOptions;
}

/** What rules go by. */
export interface RuleOptions {
  /** The rules that are switched off. */
  readonly off?: ReadonlySet<RuleId>;
  /** The time that counts as now, as `2026-01-02T03:04:05Z`; without one, the newest write in the survey. */
  readonly now?: string;
  /** A manager is not seen any more when it wrote nothing for so many days: 365 unless told. */
  readonly notSeenDays?: number;
  /** The built-in kinds of the cluster's version of Kubernetes; without them no version of these counts as unserved. */
  readonly catalog?: TypeCatalog;
  /** How many updaters an object keeps: 10 as in every Kubernetes, unless told. */
  readonly updaterCap?: number;
}

/** All objects of a survey, as rules see them that judge these together. */
export interface WholeSurvey {
  readonly rows: Rows<SurveyRow>;
  readonly tally: Tally;
  readonly facts: readonly Fact[];
  readonly options: RuleOptions;
  /** Reads an object once more; undefined where nobody kept it. */
  readonly readAgain: (index: number) => Judged | undefined;
  /** What admission makes of objects, by their index; played when it is first asked for. */
  readonly admitted: () => ReadonlyMap<number, Admitted>;
}
