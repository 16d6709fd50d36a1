import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, invalid } from './errors.ts';
import { child } from './field-path.ts';
import { count, number, struct } from './object.ts';
import { metadataUpdateErrors } from './object-meta.ts';
import { isNonnegative } from './scalars.ts';

/** The counts in the status of a workload. */
interface StatusCounts {
  /** Counts that are not negative, in the server's order. */
  readonly counts: readonly string[];
  /** Counts that are not more than all replicas. */
  readonly ofReplicas: readonly string[];
  /** The message where more replicas are available than ready; absent where the server does not check that. */
  readonly readyWords?: string;
}

/** Counts by kind. Upstream: k8s.io/kubernetes pkg/apis/apps/validation/validation.go Validate…Status. */
const counts: Readonly<Record<string, StatusCounts>> = {
  Deployment: {
    counts: [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ],
    ofReplicas: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
    readyWords: 'cannot be greater than readyReplicas',
  },
  ReplicaSet: {
    counts: [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'observedGeneration',
      'terminatingReplicas',
    ],
    ofReplicas: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    readyWords: 'cannot be greater than readyReplicas',
  },
  ReplicationController: {
    counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
    ofReplicas: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    readyWords: 'cannot be greater than readyReplicas',
  },
  StatefulSet: {
    counts: [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ],
    ofReplicas: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    readyWords: 'cannot be greater than status.readyReplicas',
  },
  DaemonSet: {
    counts: [
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'observedGeneration',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
      'collisionCount',
    ],
    ofReplicas: [],
  },
};

/** Complaints about the status of a workload that changes. */
export function workloadStatusErrors(kind: string): (object: ValueMap, old: ValueMap) => Errors {
  const rules = counts[kind] ?? { counts: [], ofReplicas: [] };
  return (object, old) => {
    const own = statusErrors(struct(object, 'status'), struct(old, 'status'), rules);
    const metadata = metadataUpdateErrors(object, old);
    return kind === 'StatefulSet'
      ? [...own.counted, ...metadata, ...own.changed]
      : [...metadata, ...own.counted, ...own.changed];
  };
}

function statusErrors(
  status: ValueMap,
  before: ValueMap,
  rules: StatusCounts,
): { readonly counted: Errors; readonly changed: Errors } {
  const field = 'status';
  const most = number(status, 'replicas');
  const shown = (name: string) => BigInt(number(status, name));
  const available = number(status, 'availableReplicas') > number(status, 'readyReplicas');
  const collisions = number(status, 'collisionCount');
  const was = count(before, 'collisionCount');
  // None is fewer than zero.
  const fewer = was !== undefined && (count(status, 'collisionCount') ?? -1) < was;
  const lost = rules.counts.includes('collisionCount') && fewer;
  return {
    counted: [
      ...rules.counts.flatMap((name) => isNonnegative(status, name, field)),
      ...rules.ofReplicas.flatMap((name) =>
        number(status, name) > most
          ? [invalid(child(field, name), shown(name), 'cannot be greater than status.replicas')]
          : [],
      ),
      ...(rules.readyWords !== undefined && available
        ? [invalid(child(field, 'availableReplicas'), shown('availableReplicas'), rules.readyWords)]
        : []),
    ],
    changed: lost ? [invalid(child(field, 'collisionCount'), BigInt(collisions), 'cannot be decremented')] : [],
  };
}
