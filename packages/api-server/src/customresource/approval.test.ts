import { isMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { type Approval, approvalOf } from './conditions.ts';
import { definitionOf } from './definition.ts';

/** As upstream's GetAPIApprovalState (apihelpers/helpers.go) has it: a URL with a scheme and a host, or `unapproved…`. */
const states: readonly (readonly [group: string, annotation: string, state: Approval['state'] | undefined])[] = [
  ['example.com', 'https://a/b', undefined],
  ['k8s.io.example.com', '', undefined],
  ['xk8s.io', '', undefined],
  ['k8s.io', '', 'missing'],
  ['a.k8s.io', '', 'missing'],
  ['a.kubernetes.io', 'unapproved, experimental', 'bypassed'],
  ['a.k8s.io', 'https://github.com/kubernetes/kubernetes/pull/1', 'approved'],
  ['a.k8s.io', 'x://host', 'approved'],
  ['a.k8s.io', 'https://', 'invalid'],
  ['a.k8s.io', '/only/a/path', 'invalid'],
  ['a.k8s.io', 'mailto:somebody', 'invalid'],
  ['a.k8s.io', 'https://a b', 'invalid'],
  ['a.k8s.io', 'https://a/%zz', 'invalid'],
  ['a.k8s.io', 'not unapproved', 'invalid'],
];

it.each(states)('a group %s with %j is %s', (group, annotation, state) => {
  const annotations = annotation === '' ? {} : { 'api-approved.kubernetes.io': annotation };
  const crd = valueFromPlain({ metadata: { annotations }, spec: { group } });
  if (!isMap(crd)) throw new Error('no map');
  expect(approvalOf(definitionOf(crd))?.state).toBe(state);
});
