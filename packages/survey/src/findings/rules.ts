import { changedByAdmission, writtenByAdmission } from './admitted.ts';
import { replicasUnderAutoscaler } from './autoscaler.ts';
import { applyAndUpdate, fieldsBeforeFirstApply, leftoverClientSideApply } from './client-side.ts';
import type { RuleId } from './finding.ts';
import { lastAppliedDiffers } from './last-applied.ts';
import { duplicateKeys, sharedAtomicField } from './lists.ts';
import { managerNotSeen, manualChange } from './managers.ts';
import { rewrittenField } from './rewritten.ts';
import type { Rule } from './rule.ts';
import { largeAnnotations, largeManagedFields } from './sizes.ts';
import { finalizersApplied, statusOutsideSubresource } from './subresource.ts';
import { unservedVersion } from './versions.ts';
import { zeroValuesOwned } from './zero-values.ts';

/** All rules, in the order in which their findings are listed. */
export const rules: readonly Rule[] = [
  unservedVersion,
  replicasUnderAutoscaler,
  rewrittenField,
  duplicateKeys,
  leftoverClientSideApply,
  fieldsBeforeFirstApply,
  applyAndUpdate,
  manualChange,
  lastAppliedDiffers,
  sharedAtomicField,
  statusOutsideSubresource,
  changedByAdmission,
  largeAnnotations,
  writtenByAdmission,
  zeroValuesOwned,
  finalizersApplied,
  managerNotSeen,
  largeManagedFields,
];

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule of an id. */
export function ruleOf(id: RuleId): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
}

/** Whether a text is the id of a rule. */
export function isRuleId(text: string): text is RuleId {
  return byId.has(text);
}
