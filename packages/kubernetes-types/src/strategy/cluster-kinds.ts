import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { autoscalerErrors, autoscalerStatusErrors, autoscalerUpdateErrors } from '../validation/autoscaler.ts';
import { budgetErrors, budgetStatusErrors } from '../validation/disruption-budget.ts';
import { at, child } from '../validation/field-path.ts';
import {
  has,
  list,
  pointer,
  struct,
  structAt,
  structs,
  text,
  textMap,
  withAt,
  withoutAt,
} from '../validation/object.ts';
import { bindingErrors, bindingUpdateErrors, roleErrors, roleUpdateErrors } from '../validation/rbac.ts';
import { sameAt } from '../validation/semantic.ts';
import {
  leaseErrors,
  leaseUpdateErrors,
  priorityClassErrors,
  priorityClassUpdateErrors,
  runtimeClassErrors,
  runtimeClassUpdateErrors,
} from '../validation/small-kinds.ts';
import {
  attributesErrors,
  attributesUpdateErrors,
  capacityErrors,
  capacityUpdateErrors,
  driverErrors,
  driverUpdateErrors,
  storageClassErrors,
  storageClassUpdateErrors,
} from '../validation/storage.ts';
import { storageNodeErrors, storageNodeUpdateErrors } from '../validation/storage-node.ts';
import { webhooksErrors, webhooksUpdateErrors } from '../validation/webhook.ts';
import { withoutUnused } from './disabled-fields.ts';
import { type KindRules, statusMetadata } from './kind-rules.ts';
import { labelSelectorWarnings, nodeSelectorWarnings, oldLabelWarning } from './node-label-warnings.ts';

type Kinds = Readonly<Record<string, KindRules>>;

const reservedSuffix = '.static.k8s.io';

function staticSuffixWarnings(object: ValueMap): readonly string[] {
  const name = text(struct(object, 'metadata'), 'name');
  return name.endsWith(reservedSuffix) ? [staticSuffixWarning] : [];
}

const staticSuffixWarning = `metadata.name: names ending with "${reservedSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;

const webhooks: KindRules = {
  conditionalUpdate: true,
  generation: [['webhooks']],
  validate: webhooksErrors,
  validateUpdate: webhooksUpdateErrors,
  warn: staticSuffixWarnings,
};
const policies: KindRules = { conditionalUpdate: true, generation: [['spec']], warn: staticSuffixWarnings };

/** The strategies of the admissionregistration group. */
export const admissionregistration: Kinds = {
  MutatingWebhookConfiguration: webhooks,
  ValidatingWebhookConfiguration: webhooks,
  MutatingAdmissionPolicy: policies,
  MutatingAdmissionPolicyBinding: policies,
  ValidatingAdmissionPolicy: { ...policies, status: new Map(), statusKeeps: statusMetadata },
  ValidatingAdmissionPolicyBinding: policies,
};

/** The strategies of the autoscaling group. */
export const autoscaling: Kinds = {
  HorizontalPodAutoscaler: {
    status: new Map<string, Value>([
      ['desiredReplicas', 0n],
      ['currentMetrics', null],
    ]),
    validate: autoscalerErrors,
    validateUpdate: autoscalerUpdateErrors,
    validateSubresource: autoscalerStatusErrors,
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
    validate: budgetErrors,
    validateUpdate: budgetErrors,
    validateSubresource: budgetStatusErrors,
  },
};

/** The strategies of the rbac group. */
export const rbac: Kinds = {
  Role: { createOnUpdate: true, validate: roleErrors(true), validateUpdate: roleUpdateErrors(true) },
  ClusterRole: { createOnUpdate: true, validate: roleErrors(false), validateUpdate: roleUpdateErrors(false) },
  RoleBinding: { createOnUpdate: true, validate: bindingErrors(true), validateUpdate: bindingUpdateErrors(true) },
  ClusterRoleBinding: {
    createOnUpdate: true,
    validate: bindingErrors(false),
    validateUpdate: bindingUpdateErrors(false),
  },
};

const tokensInSecrets =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

function tokenWarnings(driver: ValueMap): readonly string[] {
  const spec = struct(driver, 'spec');
  if (list(spec, 'tokenRequests').length === 0 || has(spec, 'serviceAccountTokenInSecrets')) return [];
  return [tokensInSecrets];
}

function storageClassWarnings(object: ValueMap): readonly string[] {
  return structs(object, 'allowedTopologies').flatMap((topology, i) =>
    structs(topology, 'matchLabelExpressions').flatMap((expression, j) => {
      const field = child(at(child(at('allowedTopologies', i), 'matchLabelExpressions'), j), 'key');
      return oldLabelWarning(field, text(expression, 'key'));
    }),
  );
}

/** The strategies of the storage group. */
export const storage: Kinds = {
  CSIDriver: {
    conditionalUpdate: true,
    generation: [['spec']],
    noFirstGeneration: true,
    deletion: { returnsObject: true },
    // VolumeLimitScaling is off.
    prepare: (driver, old) => withoutUnused(driver, old, ['spec.preventPodSchedulingIfMissing']),
    validate: driverErrors,
    validateUpdate: driverUpdateErrors,
    warn: tokenWarnings,
    warnUpdate: (driver, old) => (sameAt(driver, old, 'spec', 'tokenRequests') ? [] : tokenWarnings(driver)),
  },
  CSINode: {
    conditionalUpdate: true,
    deletion: { returnsObject: true },
    validate: storageNodeErrors,
    validateUpdate: storageNodeUpdateErrors,
  },
  CSIStorageCapacity: {
    conditionalUpdate: true,
    validate: capacityErrors,
    validateUpdate: capacityUpdateErrors,
    warn: (capacity) => labelSelectorWarnings(pointer(capacity, 'nodeTopology'), 'nodeTopology'),
  },
  StorageClass: {
    deletion: { returnsObject: true },
    validate: storageClassErrors,
    validateUpdate: storageClassUpdateErrors,
    warn: storageClassWarnings,
  },
  VolumeAttachment: {
    conditionalUpdate: true,
    status: new Map([['attached', false]]),
    statusKeeps: statusMetadata,
    deletion: { returnsObject: true },
  },
  VolumeAttributesClass: {
    deletion: { returnsObject: true },
    validate: attributesErrors,
    validateUpdate: attributesUpdateErrors,
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
      validate: leaseErrors,
      validateUpdate: leaseUpdateErrors,
    },
  },
  'events.k8s.io': { Event: { createOnUpdate: true } },
  'flowcontrol.apiserver.k8s.io': {
    FlowSchema: { status: new Map(), statusKeeps: statusMetadata, generation: [['spec']] },
    PriorityLevelConfiguration: { status: new Map(), statusKeeps: statusMetadata, generation: [['spec']] },
  },
  'node.k8s.io': {
    RuntimeClass: {
      createOnUpdate: true,
      conditionalUpdate: true,
      validate: runtimeClassErrors,
      validateUpdate: runtimeClassUpdateErrors,
      warn: (object) =>
        nodeSelectorWarnings(textMap(structAt(object, 'scheduling'), 'nodeSelector'), () => 'scheduling.nodeSelector'),
    },
  },
  'resource.k8s.io': {
    DeviceClass: { generation: [['spec']], deletion: { returnsObject: true } },
    ResourceClaim: { status: new Map(), statusKeeps: statusMetadata, deletion: { returnsObject: true } },
    ResourceClaimTemplate: { deletion: { returnsObject: true } },
    ResourceSlice: { generation: [['spec']], deletion: { returnsObject: true } },
  },
  'scheduling.k8s.io': {
    PriorityClass: { generation: [], validate: priorityClassErrors, validateUpdate: priorityClassUpdateErrors },
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
