import { autoscalingKinds } from './autoscaling-kinds.ts';
import { clusterKinds } from './cluster-scoped-kinds.ts';
import { coreKinds } from './core-kinds.ts';
import type { RandomKind } from './kind.ts';
import { networkKinds } from './network-kinds.ts';
import { rareKinds } from './rare-kinds.ts';
import { webhookKinds } from './webhook-kinds.ts';
import { workloadKinds } from './workload-kinds.ts';

/** Every kind that random scenarios ask for. */
export const randomKinds: readonly RandomKind[] = [
  ...coreKinds,
  ...workloadKinds,
  ...autoscalingKinds,
  ...networkKinds,
  ...clusterKinds,
  ...webhookKinds,
  ...rareKinds,
];
