import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { struct, withAt, withoutAt } from '../validation/object.ts';
import { withoutUnused } from './disabled-fields.ts';
import { type KindRules, statusMetadata } from './kind-rules.ts';

type Kinds = Readonly<Record<string, KindRules>>;

const webhooks: KindRules = {
  conditionalUpdate: true,
  generation: [['webhooks']],
};

const policies: KindRules = {
  conditionalUpdate: true,
  generation: [['spec']],
};

/** The strategies of the admissionregistration group. */
export const admissionregistration: Kinds = {
  MutatingWebhookConfiguration: webhooks,
  ValidatingWebhookConfiguration: webhooks,
  MutatingAdmissionPolicy: policies,
  MutatingAdmissionPolicyBinding: policies,
  ValidatingAdmissionPolicy: {
    ...policies,
    status: new Map(),
    statusKeeps: statusMetadata,
  },
  ValidatingAdmissionPolicyBinding: policies,
};

/** The strategies of the autoscaling group. */
export const autoscaling: Kinds = {
  HorizontalPodAutoscaler: {
    status: new Map<string, Value>([
      ['desiredReplicas', 0n],
      ['currentMetrics', null],
    ]),
    generation: [['spec']],
    generationOf: 'HPAGeneration',
    features: {
      HPAConfigurableTolerance: ['spec.behavior.scaleDown.tolerance', 'spec.behavior.scaleUp.tolerance'],
    },
  },
};

/** The strategies of the policy group. */
export const policy: Kinds = {
  PodDisruptionBudget: {
    conditionalUpdate: true,
    status: new Map([
      ['disruptionsAllowed', 0n],
      ['currentHealthy', 0n],
      ['desiredHealthy', 0n],
      ['expectedPods', 0n],
    ]),
    generation: [['spec']],
  },
};

/** The strategies of the rbac group. */
export const rbac: Kinds = {
  Role: {
    createOnUpdate: true,
  },
  ClusterRole: {
    createOnUpdate: true,
  },
  RoleBinding: {
    createOnUpdate: true,
  },
  ClusterRoleBinding: {
    createOnUpdate: true,
  },
};

/** The strategies of the storage group. */
export const storage: Kinds = {
  CSIDriver: {
    conditionalUpdate: true,
    generation: [['spec']],
    noFirstGeneration: true,
    deletion: { returnsObject: true },
    features: {
      CSIServiceAccountTokenSecrets: ['spec.serviceAccountTokenInSecrets'],
      MutableCSINodeAllocatableCount: ['spec.nodeAllocatableUpdatePeriodSeconds'],
      VolumeLimitScaling: ['spec.preventPodSchedulingIfMissing'],
    },
  },
  CSINode: {
    conditionalUpdate: true,
    deletion: { returnsObject: true },
  },
  CSIStorageCapacity: {
    conditionalUpdate: true,
  },
  StorageClass: {
    deletion: { returnsObject: true },
  },
  VolumeAttachment: {
    conditionalUpdate: true,
    status: new Map([['attached', false]]),
    statusKeeps: statusMetadata,
    deletion: { returnsObject: true },
  },
  VolumeAttributesClass: {
    deletion: { returnsObject: true },
  },
};

/** The strategies of small groups, by group. */
export const smallGroups: Readonly<Record<string, Kinds>> = {
  'apiregistration.k8s.io': {
    APIService: {
      conditionalUpdate: true,
      status: new Map(),
      statusKeeps: ['labels', 'annotations', 'finalizers', 'ownerReferences'].map((field) => ['metadata', field]),
    },
  },
  'coordination.k8s.io': {
    Lease: {
      createOnUpdate: true,
      conditionalUpdate: true,
      // CoordinatedLeaderElection is off.
      prepare: (lease, old) =>
        ['spec.strategy', 'spec.preferredHolder'].reduce((all, path) => withoutUnused(all, old, [path]), lease),
    },
  },
  'events.k8s.io': {
    Event: {
      createOnUpdate: true,
    },
  },
  'flowcontrol.apiserver.k8s.io': {
    FlowSchema: {
      status: new Map(),
      statusKeeps: statusMetadata,
      generation: [['spec']],
    },
    PriorityLevelConfiguration: {
      status: new Map(),
      statusKeeps: statusMetadata,
      generation: [['spec']],
    },
  },
  'node.k8s.io': {
    RuntimeClass: {
      createOnUpdate: true,
      conditionalUpdate: true,
    },
  },
  'resource.k8s.io': {
    DeviceClass: {
      generation: [['spec']],
      deletion: { returnsObject: true },
    },
    ResourceClaim: {
      status: new Map(),
      statusKeeps: statusMetadata,
      deletion: { returnsObject: true },
    },
    ResourceClaimTemplate: {
      deletion: { returnsObject: true },
    },
    ResourceSlice: {
      generation: [['spec']],
      deletion: { returnsObject: true },
    },
  },
  'scheduling.k8s.io': {
    PriorityClass: {
      generation: [],
    },
  },
  'certificates.k8s.io': {
    CertificateSigningRequest: {
      status: new Map(),
      prepare: (request, old, subresource) =>
        old === undefined
          ? signedBy(request)
          : subresource === ''
            ? withAt(request, ['spec'], struct(old, 'spec'))
            : request,
    },
  },
};

/** Who asks is who sends the request: here the user that may do everything. */
function signedBy(request: ValueMap): ValueMap {
  const bare = ['uid', 'extra'].reduce((all, field) => withoutAt(all, ['spec', field]), request);
  const named = withAt(bare, ['spec', 'username'], 'admin');
  return withAt(named, ['spec', 'groups'], ['system:masters', 'system:authenticated']);
}
