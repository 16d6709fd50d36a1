import type { Messages } from '@managed-fields/words';
import type { Finding, RuleId } from '../findings/finding.ts';
import type { SurveyedObject } from '../object.ts';

/** The findings of one rule in all objects. */
export interface RuleFindings {
  readonly rule: RuleId;
  readonly found: readonly { readonly finding: Finding; readonly object: SurveyedObject }[];
}

/** Gathers findings by their rules; the rule with the most objects comes first. */
export function findingsByRule(objects: Iterable<SurveyedObject>): readonly RuleFindings[] {
  const byRule = new Map<RuleId, { finding: Finding; object: SurveyedObject }[]>();
  for (const object of objects) {
    for (const finding of object.findings) {
      const found = byRule.get(finding.rule);
      if (found === undefined) byRule.set(finding.rule, [{ finding, object }]);
      else found.push({ finding, object });
    }
  }
  return [...byRule].map(([rule, found]) => ({ rule, found })).sort((a, b) => b.found.length - a.found.length);
}

/** Names an object: `Deployment shop/web`. */
export function objectName({ kind, namespace, name }: SurveyedObject): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

/** The heads of a table of managers, in the order of its columns. */
export function managerHeads(words: Messages['report']): readonly string[] {
  const { manager, operations, objects, fields, alone, shared, oldest, newest, bytes } = words;
  return [manager, operations, objects, fields, alone, shared, oldest, newest, bytes];
}
