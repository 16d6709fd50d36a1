import type { Json } from '../json.ts';
import type { SurveyedObject } from '../object.ts';
import type { OwnedField } from '../owned-fields.ts';
import type { Finding, RuleId, Severity } from './finding.ts';

/** A rule of the survey, as data; its sentences stand in `words`. */
export interface Rule {
  readonly id: RuleId;
  readonly severity: Severity;
  /** Whether what it finds ends in a conflict at the next apply of somebody. */
  readonly conflict: boolean;
  /** The example of the gallery that teaches it. */
  readonly example: string;
  /** Judges one object by itself. */
  readonly judge: (judged: Judged) => readonly Finding[];
}

/** An object as rules see it. */
export interface Judged {
  /** Without its findings. */
  readonly row: Omit<SurveyedObject, 'findings'>;
  readonly value: Json;
  /** The fields that have owners, parents before what is in them. */
  readonly owned: readonly OwnedField[];
}
