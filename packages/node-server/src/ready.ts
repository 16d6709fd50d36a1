import {
  equals,
  generationOf,
  isDeleting,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  type Value,
  type ValueMap,
  valueFromPlain,
} from '@managed-fields/merge-engine';

/**
 * The status that controllers would write when all is well, of kinds that tools wait for, by `GROUP/PLURAL`; undefined where
 * the kind is none of them, or the object has that status already. It is said and not true: no Pod runs.
 * Upstream: what waits reads in sigs.k8s.io/cli-utils pkg/kstatus/status, Helm pkg/kube/ready.go, kubectl rollout status.
 */
export function readyStatus(kind: string, object: ValueMap, now: string): ValueMap | undefined {
  const of = statuses[kind];
  if (of === undefined || isDeleting(object)) return undefined;
  const before = mapAt(object, 'status') ?? new Map<string, Value>();
  const wanted = of(object, metadataText(object, 'creationTimestamp') || now);
  if (wanted === undefined) return undefined;
  const isSame = [...wanted].every(([key, value]) => before.has(key) && equals(before.get(key) ?? null, value));
  return isSame ? undefined : wanted;
}

/**
 * A merge patch that lets an object go which is deleted in the foreground, as the garbage collector sends it once the dependents
 * are gone; undefined where the object is none. Upstream: kubernetes pkg/controller/garbagecollector/operations.go removeFinalizer.
 */
export function withoutForeground(object: ValueMap): ValueMap | undefined {
  const finalizers = listAt(metadataOf(object), 'finalizers') ?? [];
  if (!isDeleting(object) || !finalizers.includes('foregroundDeletion')) return undefined;
  const others = finalizers.filter((each) => each !== 'foregroundDeletion');
  return new Map([['metadata', new Map([['finalizers', others.length === 0 ? null : others]])]]);
}

type StatusOf = (object: ValueMap, time: string) => ValueMap | undefined;

/** Conditions have the time of the creation, so that nothing is written twice. */
function status(of: (object: ValueMap, time: string) => object): StatusOf {
  return (object, time) => {
    const value = valueFromPlain(of(object, time));
    return value instanceof Map ? value : undefined;
  };
}

const condition = (type: string, time: string, reason: string) => ({
  ...{ type, status: 'True', lastTransitionTime: time, reason, message: reason },
});

const statuses: Readonly<Record<string, StatusOf>> = {
  'apps/deployments': status((object, time) => {
    const replicas = replicasOf(object);
    const dated = (type: string, reason: string) => ({ ...condition(type, time, reason), lastUpdateTime: time });
    return {
      observedGeneration: Number(generationOf(object)),
      ...counts(replicas, ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas']),
      conditions: [dated('Available', 'MinimumReplicasAvailable'), dated('Progressing', 'NewReplicaSetAvailable')],
    };
  }),
  'apps/statefulsets': status((object) => {
    const name = `${metadataText(object, 'name')}-rehearsed`;
    return {
      observedGeneration: Number(generationOf(object)),
      replicas: replicasOf(object),
      ...counts(replicasOf(object), ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas']),
      currentRevision: name,
      updateRevision: name,
    };
  }),
  'apps/daemonsets': status((object) => ({
    observedGeneration: Number(generationOf(object)),
    ...{ currentNumberScheduled: 1, numberMisscheduled: 0, desiredNumberScheduled: 1, numberReady: 1 },
    ...{ updatedNumberScheduled: 1, numberAvailable: 1 },
  })),
  'apps/replicasets': status((object) => ({
    observedGeneration: Number(generationOf(object)),
    replicas: replicasOf(object),
    ...counts(replicasOf(object), ['readyReplicas', 'availableReplicas', 'fullyLabeledReplicas']),
  })),
  'batch/jobs': status((_, time) => ({
    ...{ startTime: time, completionTime: time, succeeded: 1, ready: 0, terminating: 0, uncountedTerminatedPods: {} },
    conditions: ['SuccessCriteriaMet', 'Complete'].map((type) => ({
      ...condition(type, time, 'CompletionsReached'),
      lastProbeTime: time,
    })),
  })),
  '/pods': status((_, time) => ({
    phase: 'Running',
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
      ...{ type, status: 'True', lastProbeTime: null, lastTransitionTime: time },
    })),
    startTime: time,
  })),
  '/persistentvolumeclaims': status(() => ({ phase: 'Bound' })),
};

function replicasOf(object: ValueMap): number {
  const replicas = mapAt(object, 'spec')?.get('replicas');
  return replicas === undefined || replicas === null ? 1 : Number(replicas);
}

/** Numbers that are left out where they are zero, as the server does. */
function counts(number: number, names: readonly string[]): object {
  return number === 0 ? {} : Object.fromEntries(names.map((name) => [name, number]));
}
