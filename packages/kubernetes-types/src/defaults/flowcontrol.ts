import { type CompiledTable, table } from './table.ts';

/** The defaults of the flowcontrol group by kind. Upstream: k8s.io/kubernetes pkg/apis/flowcontrol/v1/defaults.go. */
export const flowcontrol: Readonly<Record<string, CompiledTable>> = {
  FlowSchema: table({ zero: { 'spec.matchingPrecedence': 1000n } }),
  PriorityLevelConfiguration: table({
    at: {
      'spec.limited?': { absent: { nominalConcurrencyShares: 30n, lendablePercent: 0n } },
      'spec.limited?.limitResponse.queuing?': { zero: { handSize: 8n, queues: 64n, queueLengthLimit: 50n } },
      'spec.exempt?': { absent: { nominalConcurrencyShares: 0n, lendablePercent: 0n } },
    },
  }),
};
