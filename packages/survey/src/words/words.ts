import { countingWords, type Messages } from '@managed-fields/words';
import type { Finding, RuleId } from '../findings/finding.ts';
import type { Severity } from '../findings/rule.ts';

/** The messages that the words of findings are made of. */
export type FindingMessages = Pick<Messages, 'counting' | 'findings'>;

/** What one language says of findings. Names of managers, fields and kinds are data and never translated. */
export interface FindingWords {
  readonly severities: Readonly<Record<Severity, string>>;
  readonly rule: (id: RuleId) => RuleWords;
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

/** Returns what is said of findings, in the language of the messages: each rule has a group of its id there. */
export function findingWords({ counting, findings }: FindingMessages): FindingWords {
  const { bytesOf, listOf } = countingWords(counting);

  /** All that a sentence may name. A finding without a fact, as of another version of the page, is still said. */
  function factsOf({ facts, fieldCount }: Pick<Finding, 'facts' | 'fieldCount'>) {
    const fact = (name: string) => (Object.hasOwn(facts, name) ? (facts[name] ?? '') : '');
    const names = (name: string) => listOf(fact(name).split(', '));
    const size = (name: string) => bytesOf(Number(fact(name)));
    return {
      count: fieldCount,
      more: Math.max(0, fieldCount - 1),
      manager: fact('manager'),
      managers: names('managers'),
      appliers: names('appliers'),
      versions: names('versions'),
      field: fact('field'),
      declared: fact('declared'),
      live: fact('live') || undefined,
      unreadable: fact('unreadable') !== '',
      byAnnotation: fact('declared') !== '',
      autoscaler: fact('autoscaler'),
      times: fact('times'),
      sentBack: fact('how') === 'back',
      seen: fact('seen'),
      size: size('bytes'),
      limit: size('limit'),
      percent: fact('percent'),
      ancient: fact('ancient') !== '',
      updaters: fact('updaters') || undefined,
      cap: fact('cap'),
      byEntry: fact('subresource') !== '',
      name: fact('name'),
      takenBack: fact('takenBack') || undefined,
      writers: names('writers'),
      written: fact('written'),
      sent: fact('sent'),
    };
  }

  return {
    severities: findings.severities,
    rule: (id) => {
      const { title, sentence, why, todo } = findings.rules[id];
      return { title: title(), sentence: (finding) => sentence(factsOf(finding)), why: why(), todo: todo() };
    },
  };
}
