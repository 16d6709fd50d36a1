import { mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { sumOfContainers } from '../pod-containers.ts';
import { type ResourceList, readList } from '../resource-list.ts';

/** What something asks for, and what it may use at most. */
export interface Usage {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** The resources of a container, or of anything that has them in such a field. */
export function usageOf(holder: ValueMap): Usage {
  const resources = mapAt(holder, 'resources');
  return { requests: readList(mapAt(resources, 'requests')), limits: readList(mapAt(resources, 'limits')) };
}

/** Resources that a Pod may name for itself as a whole. Upstream: supportedPodLevelResources. */
const ofWholePods: ReadonlySet<string> = new Set(['cpu', 'memory']);

/**
 * The resources of a Pod: those of its containers together; what the Pod names for itself as a whole comes first.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/limitranger/admission.go podRequests, podLimits.
 */
export function usageOfPod(pod: ValueMap): Usage {
  return { requests: amountsOfPod(pod, 'requests'), limits: amountsOfPod(pod, 'limits') };
}

function amountsOfPod(pod: ValueMap, which: keyof Usage): ResourceList {
  const own = [...usageOf(mapAt(pod, 'spec') ?? new Map())[which]].filter(([name]) => ofWholePods.has(name));
  return new Map([...sumOfContainers(pod, (container) => usageOf(container)[which]), ...own]);
}
