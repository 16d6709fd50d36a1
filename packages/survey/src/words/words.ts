import type { Finding } from '../findings/finding.ts';
import type { Severity } from '../findings/rule.ts';
import type { RuleId } from '../findings/rule-id.ts';

/** What one language says of findings. Names of managers, fields and kinds are data and never translated. */
export interface FindingWords {
  readonly severities: Readonly<Record<Severity, string>>;
  readonly rules: Readonly<Record<RuleId, RuleWords>>;
}

/** What is said of the findings of a rule. */
export interface RuleWords {
  /** What it finds, in a few words. */
  readonly title: string;
  /** What was found in one object, in a sentence. */
  readonly sentence: (finding: Pick<Finding, 'facts' | 'fieldCount'>) => string;
  /** Why it matters. */
  readonly why: string;
  /** What to do. */
  readonly todo: string;
}

/** The facts that a sentence names; empty where a finding has none of a name. */
export function factOf({ facts }: Pick<Finding, 'facts'>, name: string): string {
  return Object.hasOwn(facts, name) ? (facts[name] ?? '') : '';
}

/** The names of a fact that is a list. */
export function namesOf(finding: Pick<Finding, 'facts'>, name = 'managers'): readonly string[] {
  return factOf(finding, name).split(', ');
}
