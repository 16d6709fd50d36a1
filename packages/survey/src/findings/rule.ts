import type { Json } from '../json.ts';
import type { SurveyedObject } from '../object.ts';
import type { OwnedField } from '../owned-fields.ts';
import type { Finding } from './finding.ts';

/** The stable name of a rule: files switch rules off by it, and reports name it. */
export type RuleId =
  | 'leftover-client-side-apply'
  | 'last-applied-differs'
  | 'before-first-apply'
  | 'apply-and-update'
  | 'replicas-under-autoscaler'
  | 'rewritten-field'
  | 'zero-values-owned'
  | 'shared-atomic-field'
  | 'manual-change'
  | 'manager-not-seen'
  | 'unserved-version'
  | 'large-managed-fields'
  | 'status-outside-subresource'
  | 'finalizers-applied'
  | 'large-annotations'
  | 'duplicate-keys';

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
