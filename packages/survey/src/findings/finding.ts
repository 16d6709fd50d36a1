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

/** Something that a rule found in an object, with its evidence. */
export interface Finding {
  readonly rule: RuleId;
  /** The fields, as paths in the notation of messages (`.spec.replicas`), at most `mostFields` of them. */
  readonly fields: readonly string[];
  /** How many fields there are. */
  readonly fieldCount: number;
  /** The places of the entries in the object's managedFields. */
  readonly entries: readonly number[];
  /** What its sentence names, by the names that the words of the rule use. */
  readonly facts: Readonly<Record<string, string>>;
}

/** The most fields that a finding names. */
export const mostFields = 20;
