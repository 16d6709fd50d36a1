import { count, has, list, number, pointer, struct, structs, text, withAt } from '../validation/object.ts';
import { autoscalingV1, autoscalingV2 } from './autoscaling.ts';
import { podTemplate } from './pod-spec.ts';
import { resourceList } from './resource-list.ts';
import { type CompiledTable, type Rule, type Table, table } from './table.ts';
import { persistentVolumeSource } from './volume.ts';

/** The largest int32. A Job with a limit per index gets it as its own limit. */
const noBackoffLimit = 2_147_483_647n;

/** The counts of a Job's spec. Upstream: pkg/apis/batch/v1/defaults.go SetDefaults_Job. */
const counts: Rule = (spec) => {
  const result = new Map(spec);
  if (count(spec, 'completions') === undefined && count(spec, 'parallelism') === undefined)
    result.set('completions', 1n);
  if (count(spec, 'parallelism') === undefined) result.set('parallelism', 1n);
  if (count(spec, 'backoffLimit') === undefined) {
    result.set('backoffLimit', count(spec, 'backoffLimitPerIndex') === undefined ? 6n : noBackoffLimit);
  }
  if (!has(spec, 'podReplacementPolicy')) {
    result.set('podReplacementPolicy', has(spec, 'podFailurePolicy') ? 'Failed' : 'TerminatingOrFailed');
  }
  return result;
};

/** Gives a Job without labels those of its template: the same map, even an empty one. */
const labelsFromTemplate: Rule = (job) => {
  const labels = pointer(struct(struct(struct(job, 'spec'), 'template'), 'metadata'), 'labels');
  const metadata = struct(job, 'metadata');
  if (labels === undefined || struct(metadata, 'labels').size > 0) return job;
  return new Map(job).set('metadata', new Map(metadata).set('labels', labels));
};

const jobTemplate: CompiledTable = table({
  at: {
    'podFailurePolicy?.rules[].onPodConditions[]': { zero: { status: 'True' } },
    template: podTemplate,
  },
});

/**
 * The defaults of the batch group by kind; a CronJob's Job gets only those of its Pods.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/v1/defaults.go and zz_generated.defaults.go.
 */
export const batch: Readonly<Record<string, CompiledTable>> = {
  Job: table({
    rules: [labelsFromTemplate],
    absent: { 'spec.completionMode': 'NonIndexed', 'spec.suspend': false, 'spec.manualSelector': false },
    at: { spec: [{ rules: [counts] }, jobTemplate] },
  }),
  CronJob: table({
    absent: { 'spec.suspend': false, 'spec.successfulJobsHistoryLimit': 3n, 'spec.failedJobsHistoryLimit': 1n },
    zero: { 'spec.concurrencyPolicy': 'Allow' },
    at: { 'spec.jobTemplate.spec': jobTemplate },
  }),
};

const webhookValues = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: new Map(),
  objectSelector: new Map(),
  timeoutSeconds: 10n,
};
const webhookParts: Table['at'] = {
  'clientConfig.service?': { absent: { port: 443n } },
  'rules[]': { absent: { scope: '*' } },
};

const matchResources: CompiledTable = table({
  absent: { matchPolicy: 'Equivalent', namespaceSelector: new Map(), objectSelector: new Map() },
  at: { 'resourceRules[]': { absent: { scope: '*' } }, 'excludeResourceRules[]': { absent: { scope: '*' } } },
});

const policy: CompiledTable = table({
  absent: { 'spec.failurePolicy': 'Fail' },
  at: { 'spec.matchConstraints?': matchResources },
});
const binding: CompiledTable = table({ at: { 'spec.matchResources?': matchResources } });

/**
 * The defaults of the admissionregistration group by kind.
 * Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/v1/defaults.go.
 */
const admissionregistration: Readonly<Record<string, CompiledTable>> = {
  ValidatingWebhookConfiguration: table({ at: { 'webhooks[]': { absent: webhookValues, at: webhookParts } } }),
  MutatingWebhookConfiguration: table({
    at: { 'webhooks[]': { absent: { ...webhookValues, reinvocationPolicy: 'Never' }, at: webhookParts } },
  }),
  ValidatingAdmissionPolicy: policy,
  ValidatingAdmissionPolicyBinding: binding,
  MutatingAdmissionPolicy: policy,
  MutatingAdmissionPolicyBinding: binding,
};

/**
 * The names of a definition that follow from its kind.
 * Upstream: pkg/apis/apiextensions/v1/defaults.go SetDefaults_CustomResourceDefinitionSpec.
 */
const otherNames: Rule = (names) => {
  const kind = text(names, 'kind');
  if (kind === '') return names;
  const named = text(names, 'singular') === '' ? new Map(names).set('singular', kind.toLowerCase()) : names;
  return text(named, 'listKind') === '' ? new Map(named).set('listKind', `${kind}List`) : named;
};

/** Puts the storage version into the status. Upstream: SetDefaults_CustomResourceDefinition. */
const storedVersions: Rule = (definition) => {
  if (list(struct(definition, 'status'), 'storedVersions').length > 0) return definition;
  const storage = structs(struct(definition, 'spec'), 'versions').find((version) => version.get('storage') === true);
  return storage === undefined ? definition : withAt(definition, ['status', 'storedVersions'], [text(storage, 'name')]);
};

/** The defaults of the apiextensions group by kind. */
const apiextensions: Readonly<Record<string, CompiledTable>> = {
  CustomResourceDefinition: table({
    rules: [storedVersions],
    absent: { 'spec.conversion': new Map([['strategy', 'None']]) },
    at: {
      'spec.names': { rules: [otherNames] },
      'spec.conversion?.webhook?.clientConfig?.service?': { absent: { port: 443n } },
    },
  }),
};

/** The defaults of the discovery group by kind. Upstream: k8s.io/kubernetes pkg/apis/discovery/v1/defaults.go. */
const discovery: Readonly<Record<string, CompiledTable>> = {
  EndpointSlice: table({ at: { 'ports[]': { absent: { name: '', protocol: 'TCP' } } } }),
};

/** The defaults of the flowcontrol group by kind. Upstream: k8s.io/kubernetes pkg/apis/flowcontrol/v1/defaults.go. */
const flowcontrol: Readonly<Record<string, CompiledTable>> = {
  FlowSchema: table({ zero: { 'spec.matchingPrecedence': 1000n } }),
  PriorityLevelConfiguration: table({
    at: {
      'spec.limited?': { absent: { nominalConcurrencyShares: 30n, lendablePercent: 0n } },
      'spec.limited?.limitResponse.queuing?': { zero: { handSize: 8n, queues: 64n, queueLengthLimit: 50n } },
      'spec.exempt?': { absent: { nominalConcurrencyShares: 0n, lendablePercent: 0n } },
    },
  }),
};

/** Upstream: pkg/apis/networking/v1/defaults.go SetDefaults_NetworkPolicy. */
const policyTypes: Rule = (spec) => {
  if (list(spec, 'policyTypes').length > 0) return spec;
  const types = list(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  return new Map(spec).set('policyTypes', types);
};

const policyPort: CompiledTable = table({ absent: { protocol: 'TCP' } });

/** The defaults of the networking group by kind; an Ingress has none. */
const networking: Readonly<Record<string, CompiledTable>> = {
  Ingress: table({}),
  IngressClass: table({ at: { 'spec.parameters?': { absent: { scope: 'Cluster' } } } }),
  NetworkPolicy: table({
    at: { spec: { rules: [policyTypes] }, 'spec.ingress[].ports[]': policyPort, 'spec.egress[].ports[]': policyPort },
  }),
  IPAddress: table({}),
  ServiceCIDR: table({}),
};

const rbacGroup = 'rbac.authorization.k8s.io';

/**
 * Sets the API group of users and groups; service accounts are of the core group.
 * Upstream: pkg/apis/rbac/v1/defaults.go SetDefaults_Subject.
 */
const subjectGroup: Rule = (subject) => {
  const kind = text(subject, 'kind');
  if (text(subject, 'apiGroup') !== '' || (kind !== 'User' && kind !== 'Group')) return subject;
  return new Map(subject).set('apiGroup', rbacGroup);
};

const roleBinding: CompiledTable = table({
  zero: { 'roleRef.apiGroup': rbacGroup },
  at: { 'subjects[]': { rules: [subjectGroup] } },
});

/** The defaults of the rbac group by kind. */
const rbac: Readonly<Record<string, CompiledTable>> = {
  Role: table({}),
  ClusterRole: table({}),
  RoleBinding: roleBinding,
  ClusterRoleBinding: roleBinding,
};

/** Upstream: k8s.io/kubernetes pkg/apis/resource/v1/defaults.go SetDefaults_ExactDeviceRequest. */
const exactCount: Rule = (request) =>
  text(request, 'allocationMode') === 'ExactCount' && number(request, 'count') === 0
    ? new Map(request).set('count', 1n)
    : request;

const deviceRequest = [
  { zero: { allocationMode: 'ExactCount' } },
  { rules: [exactCount], at: { 'tolerations[]': { zero: { operator: 'Equal' } } } },
];

const resourceClaimSpec: CompiledTable = table({
  at: { 'devices.requests[].exactly?': deviceRequest, 'devices.requests[].firstAvailable[]': deviceRequest },
});

/** The defaults of the resource group by kind; the time of a device's taint is the server's clock and not set here. */
const resource: Readonly<Record<string, CompiledTable>> = {
  DeviceClass: table({}),
  DeviceTaintRule: table({}),
  ResourceClaim: table({
    at: {
      spec: resourceClaimSpec,
      'status.allocation?.devices.results[].tolerations[]': { zero: { operator: 'Equal' } },
    },
  }),
  ResourceClaimTemplate: table({ at: { 'spec.spec': resourceClaimSpec } }),
  ResourceSlice: table({
    at: { 'spec.devices[].nodeAllocatableResourceMappings{}': { absent: { allocationMultiplier: '1' } } },
  }),
};

const lifecycleModes: Rule = (spec) =>
  list(spec, 'volumeLifecycleModes').length > 0 ? spec : new Map(spec).set('volumeLifecycleModes', ['Persistent']);

/** The defaults of the storage group by kind. Upstream: k8s.io/kubernetes pkg/apis/storage/v1/defaults.go. */
const storage: Readonly<Record<string, CompiledTable>> = {
  StorageClass: table({ absent: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' } }),
  CSIDriver: table({
    at: {
      spec: {
        rules: [lifecycleModes],
        absent: {
          attachRequired: true,
          podInfoOnMount: false,
          storageCapacity: false,
          fsGroupPolicy: 'ReadWriteOnceWithFSType',
          requiresRepublish: false,
          seLinuxMount: false,
        },
        features: { VolumeLimitScaling: { absent: { preventPodSchedulingIfMissing: false } } },
      },
    },
  }),
  VolumeAttachment: table({
    at: {
      'spec.source.inlineVolumeSpec?.capacity?': resourceList,
      'spec.source.inlineVolumeSpec?': persistentVolumeSource,
    },
  }),
  CSINode: table({}),
  CSIStorageCapacity: table({}),
  VolumeAttributesClass: table({}),
};

const none: CompiledTable = table({});

/**
 * Tables of the groups that are not core or apps, by group and version, then by kind. A kind that has no defaults at
 * all is listed with an empty table.
 */
export const otherTables: Readonly<Record<string, Readonly<Record<string, CompiledTable>>>> = {
  'admissionregistration.k8s.io/v1': admissionregistration,
  'apiextensions.k8s.io/v1': apiextensions,
  'apiregistration.k8s.io/v1': { APIService: table({ at: { 'spec.service?': { absent: { port: 443n } } } }) },
  'authentication.k8s.io/v1': {
    TokenRequest: table({ at: { spec: { absent: { expirationSeconds: 3600n } } } }),
    ...{ SelfSubjectReview: none, TokenReview: none },
  },
  'authorization.k8s.io/v1': {
    ...{ LocalSubjectAccessReview: none, SelfSubjectAccessReview: none },
    ...{ SelfSubjectRulesReview: none, SubjectAccessReview: none },
  },
  'autoscaling/v1': { ...autoscalingV1, Scale: none },
  'autoscaling/v2': autoscalingV2,
  'batch/v1': batch,
  'certificates.k8s.io/v1': {
    CertificateSigningRequest: none,
    ClusterTrustBundle: none,
    PodCertificateRequest: table({ absent: { 'spec.maxExpirationSeconds': 86_400n } }),
  },
  'coordination.k8s.io/v1': { Lease: none },
  'discovery.k8s.io/v1': discovery,
  'events.k8s.io/v1': { Event: none },
  'flowcontrol.apiserver.k8s.io/v1': flowcontrol,
  'networking.k8s.io/v1': networking,
  'node.k8s.io/v1': { RuntimeClass: none },
  'policy/v1': { PodDisruptionBudget: none, Eviction: none },
  'rbac.authorization.k8s.io/v1': rbac,
  'resource.k8s.io/v1': resource,
  'scheduling.k8s.io/v1': { PriorityClass: table({ absent: { preemptionPolicy: 'PreemptLowerPriority' } }) },
  'storage.k8s.io/v1': storage,
  'storagemigration.k8s.io/v1': { StorageVersionMigration: none },
};
