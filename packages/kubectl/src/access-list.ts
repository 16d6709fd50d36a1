import { mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { compactRules, isBefore, pathRules, resourceRules, ruleColumns, rulesAt } from './access-rules.ts';
import type { Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import { goSorted } from './printing/go-sort.ts';
import { TabWriter } from './printing/tab-writer.ts';
import { review } from './review.ts';
import type { Session } from './session.ts';

/**
 * `kubectl auth can-i --list`: what whoever acts may do in a namespace, by the server's answer.
 * Upstream: k8s.io/kubectl pkg/cmd/auth/cani.go RunAccessList, pkg/util/rbac/rbac.go.
 */
export function listAccess(session: Session, flags: Flags): Failure | undefined {
  const spec: ValueMap = new Map([['namespace', session.namespace]]);
  const status = new Map<string, Value>([
    ['incomplete', false],
    ['nonResourceRules', null],
    ['resourceRules', null],
  ]);
  const got = review(session, 'authorization.k8s.io/v1', 'SelfSubjectRulesReview', spec, status);
  if (got.kind === 'failure') return got;
  const answer = mapAt(got.object, 'status');
  const rules = compactRules([
    ...rulesAt(answer, 'resourceRules').flatMap(resourceRules),
    ...rulesAt(answer, 'nonResourceRules').flatMap(pathRules),
  ]);
  const writer = new TabWriter(session.out);
  if (!flags.truth('no-headers')) writer.write('Resources\tNon-Resource URLs\tResource Names\tVerbs\n');
  for (const rule of goSorted(rules, isBefore)) writer.write(`${ruleColumns(rule)}\n`);
  writer.flush();
  return undefined;
}
