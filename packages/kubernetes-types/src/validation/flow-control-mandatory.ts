import { mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';

/*
 * The objects of priority and fairness that every server has, and whose specs nobody may change.
 * Upstream: k8s.io/apiserver pkg/apis/flowcontrol/bootstrap/default.go.
 */

const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

function groups(...names: readonly string[]) {
  return names.map((name) => ({ kind: 'Group', group: { name } }));
}

/** The specs of mandatory FlowSchemas by name. */
export const mandatorySchemas: ReadonlyMap<string, ValueMap> = new Map([
  [
    'exempt',
    mapFromPlain({
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [{ subjects: groups('system:masters'), ...everything }],
    }),
  ],
  [
    'catch-all',
    mapFromPlain({
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...everything }],
    }),
  ],
]);

/** The specs of mandatory PriorityLevelConfigurations by name. */
export const mandatoryLevels: ReadonlyMap<string, ValueMap> = new Map([
  ['exempt', mapFromPlain({ type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } })],
  [
    'catch-all',
    mapFromPlain({
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    }),
  ],
]);
