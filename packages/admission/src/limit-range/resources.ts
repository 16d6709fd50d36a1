import { type Amount, addAmounts, amountOf, compareAmounts } from '@managed-fields/kubernetes-types/amounts';
import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/** Amounts by the names of resources. */
export type Amounts = ReadonlyMap<string, Amount>;

/** What something asks for, and what it may use at most. */
export interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** The amounts of a resource list. */
export function amountsAt(map: ValueMap | undefined, key: string): Amounts {
  const amounts = new Map<string, Amount>();
  for (const [name, text] of mapAt(map, key) ?? []) {
    const amount = amountOf(text);
    if (amount !== undefined) amounts.set(name, amount);
  }
  return amounts;
}

/** The resources of a container, or of anything that has them in such a field. */
export function usageOf(holder: ValueMap): Usage {
  const resources = mapAt(holder, 'resources');
  return { requests: amountsAt(resources, 'requests'), limits: amountsAt(resources, 'limits') };
}

/** The containers of a Pod's spec, of one list. */
export function containersOf(spec: ValueMap, key: 'containers' | 'initContainers'): readonly ValueMap[] {
  return (listAt(spec, key) ?? []).filter(isMap);
}

/** Resources that a Pod may name for itself as a whole. Upstream: supportedPodLevelResources. */
const ofWholePods: ReadonlySet<string> = new Set(['cpu', 'memory']);

/**
 * The resources of a Pod: the sum of its containers and sidecars, or the most that one init container has beside the
 * sidecars before it; what the Pod names for itself as a whole comes first.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/limitranger/admission.go podRequests, podLimits.
 */
export function usageOfPod(spec: ValueMap): Usage {
  return { requests: amountsOfPod(spec, 'requests'), limits: amountsOfPod(spec, 'limits') };
}

function amountsOfPod(spec: ValueMap, which: keyof Usage): Amounts {
  const own = new Map([...usageOf(spec)[which]].filter(([name]) => ofWholePods.has(name)));
  let total: Amounts = new Map();
  for (const container of containersOf(spec, 'containers')) total = sum(total, usageOf(container)[which]);
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const container of containersOf(spec, 'initContainers')) {
    const amounts = usageOf(container)[which];
    if (stringAt(container, 'restartPolicy') === 'Always') {
      total = sum(total, amounts);
      sidecars = sum(sidecars, amounts);
      starting = most(starting, sidecars);
    } else {
      starting = most(starting, sum(amounts, sidecars));
    }
  }
  return new Map([...most(total, starting), ...own]);
}

function sum(a: Amounts, b: Amounts): Amounts {
  const result = new Map(a);
  for (const [name, amount] of b) {
    const there = result.get(name);
    result.set(name, there === undefined ? amount : addAmounts(there, amount));
  }
  return result;
}

function most(a: Amounts, b: Amounts): Amounts {
  const result = new Map(a);
  for (const [name, amount] of b) {
    const there = result.get(name);
    if (there === undefined || compareAmounts(amount, there) > 0) result.set(name, amount);
  }
  return result;
}
