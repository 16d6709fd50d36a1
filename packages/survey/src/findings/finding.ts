import type { RuleId } from './rule.ts';

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
