import { cleanupFinalizer, customResources } from '@managed-fields/api-server';
import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { isOn } from '../features.ts';
import {
  has,
  mapStructs,
  struct,
  structAt,
  structs,
  text,
  withAt,
  withFieldOf,
  withoutAt,
} from '../validation/object.ts';
import { sameAt } from '../validation/semantic.ts';
import { holdsFor } from '../versions.ts';
import { batch } from './batch.ts';
import { deviceRules } from './devices.ts';
import { withoutUnused } from './disabled-fields.ts';
import { type KindRules, statusMetadata } from './kind-rules.ts';
import { signingRequest } from './signing-request.ts';

/**
 * The rules of a CustomResourceDefinition.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition.
 */
const customResourceDefinition: KindRules = {
  conditionalUpdate: true,
  status: new Map<string, Value>([
    ['conditions', null],
    [
      'acceptedNames',
      new Map([
        ['plural', ''],
        ['kind', ''],
      ]),
    ],
    ['storedVersions', null],
  ]),
  prepare: (definition, _old, subresource) =>
    subresource === '' ? customResources().withStorageVersion(definition) : definition,
  generation: [['spec']],
  deletion: {
    emptied: {
      begin: (definition, now) => customResources().beginDeletion(definition, now),
      finalizer: cleanupFinalizer,
      isBusy: () => false,
    },
  },
};

/** The strategies of the apiextensions group. */
export const apiextensions: Readonly<Record<string, KindRules>> = {
  CustomResourceDefinition: customResourceDefinition,
};

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
const admissionregistration: Kinds = {
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
const autoscaling: Kinds = {
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
const policy: Kinds = {
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
const rbac: Kinds = {
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

/** An object whose status is the old one, or empty where it is new. */
function withoutSentStatus(object: ValueMap, old: ValueMap | undefined): ValueMap {
  return old === undefined ? withAt(object, ['status'], new Map()) : withFieldOf(object, old, 'status');
}

/** The strategies of the storage group. */
const storage: Kinds = {
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
    statusKeeps: statusMetadata,
    prepare: (node, old, subresource, version) => {
      if (subresource !== '' || holdsFor({ until: 'v1.36' }, version)) return node;
      return withoutSentStatus(node, old);
    },
    features: { CSIVolumeHealth: ['status.storageHealth'] },
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
    features: {
      MutableCSINodeAllocatableCount: ['status.attachError.errorCode', 'status.detachError.errorCode'],
    },
  },
  VolumeAttributesClass: {
    deletion: { returnsObject: true },
  },
};

/**
 * What the server serves by itself is there at once.
 * Upstream: k8s.io/kube-aggregator pkg/registry/apiservice/strategy.go PrepareForCreate.
 */
function servedHere(service: ValueMap, now: string): ValueMap {
  const available = new Map([
    ['type', 'Available'],
    ['status', 'True'],
    ['lastTransitionTime', now],
    ['reason', 'Local'],
    ['message', 'Local APIServices are always available'],
  ]);
  return withAt(service, ['status', 'conditions'], [available]);
}

/** The strategies of small groups, by group. */
const smallGroups: Readonly<Record<string, Kinds>> = {
  'apiregistration.k8s.io': {
    APIService: {
      conditionalUpdate: true,
      status: new Map(),
      statusKeeps: ['labels', 'annotations', 'finalizers', 'ownerReferences'].map((field) => ['metadata', field]),
      prepare: (service, old, _subresource, _version, { now }) =>
        old === undefined && !has(struct(service, 'spec'), 'service') ? servedHere(service, now) : service,
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
      deletion: { withoutDependents: true },
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
  'resource.k8s.io': deviceRules,
  'scheduling.k8s.io': {
    PriorityClass: {
      generation: [],
    },
  },
  'storagemigration.k8s.io': {
    StorageVersionMigration: {
      status: new Map(),
      conditionalUpdate: true,
      statusKeeps: statusMetadata,
    },
  },
  'certificates.k8s.io': {
    CertificateSigningRequest: signingRequest,
    ClusterTrustBundle: { conditionalUpdate: true, generation: [['spec']], generationIn: { from: 'v1.38' } },
    PodCertificateRequest: {
      conditionalUpdate: true,
      status: new Map(),
      statusKeeps: statusMetadata,
      // The spec never changes.
      generation: [],
      generationIn: { from: 'v1.38' },
    },
  },
};

const hostname = 'kubernetes.io/hostname';

/**
 * Drops the old topology of endpoints where they changed.
 * Upstream: k8s.io/kubernetes pkg/registry/discovery/endpointslice/strategy.go dropTopologyOnV1.
 */
function withoutTopology(slice: ValueMap, old: ValueMap | undefined): ValueMap {
  if (old !== undefined && sameAt(slice, old, 'endpoints')) return slice;
  const nodes = new Set(
    structs(old, 'endpoints').map((endpoint) => text(structAt(endpoint, 'deprecatedTopology'), hostname)),
  );
  return mapStructs(slice, 'endpoints', (endpoint) => {
    if (!endpoint.has('deprecatedTopology')) return endpoint;
    const node = text(structAt(endpoint, 'deprecatedTopology'), hostname);
    const bare = withoutAt(endpoint, ['deprecatedTopology']);
    return node !== '' && !has(endpoint, 'nodeName') && nodes.has(node) ? new Map(bare).set('nodeName', node) : bare;
  });
}

/** The strategies of the discovery group by kind. */
const discovery: Readonly<Record<string, KindRules>> = {
  EndpointSlice: {
    generation: [['addressType'], ['endpoints'], ['ports'], ['metadata', 'labels']],
    finish: withoutTopology,
  },
};

/** The strategies of the networking group by kind. Upstream: k8s.io/kubernetes pkg/registry/networking. */
const networking: Readonly<Record<string, KindRules>> = {
  Ingress: {
    status: new Map([['loadBalancer', new Map()]]),
    generation: [['spec']],
  },
  IngressClass: {
    generation: [['spec']],
  },
  NetworkPolicy: {
    generation: [['spec']],
  },
  IPAddress: {},
  ServiceCIDR: {
    statusKeeps: statusMetadata,
    prepare: (range, old, subresource, version) => {
      if (subresource !== '' || !isOn('ServiceCIDRStatusFieldWiping', version)) return range;
      return withoutSentStatus(range, old);
    },
  },
};

const accessReview: KindRules = { features: { ConditionalAuthorization: ['spec.authorizationOptions'] } };

/** Rules of the groups that are not core or apps, by group, then by kind. */
export const otherRules: Readonly<Record<string, Readonly<Record<string, KindRules>>>> = {
  ...smallGroups,
  'admissionregistration.k8s.io': admissionregistration,
  'apiextensions.k8s.io': apiextensions,
  // What is answered and not stored is among the checks.
  'authentication.k8s.io': { SelfSubjectReview: {}, TokenReview: {} },
  'authorization.k8s.io': {
    LocalSubjectAccessReview: accessReview,
    SelfSubjectAccessReview: accessReview,
    SelfSubjectRulesReview: {},
    SubjectAccessReview: accessReview,
  },
  autoscaling,
  batch,
  'discovery.k8s.io': discovery,
  'networking.k8s.io': networking,
  policy,
  'rbac.authorization.k8s.io': rbac,
  'storage.k8s.io': storage,
};
