import { customResources } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { isOn } from '../../features.ts';
import { holdsFor, type PlayedVersion, type ReleasesHeld } from '../../versions.ts';
import { addressWarnings } from '../../warnings/address.ts';
import { labelSelectorWarnings, nodeSelectorWarnings, oldLabelWarning } from '../../warnings/node-labels.ts';
import {
  mutatingBindingErrors,
  mutatingPolicyErrors,
  validatingBindingErrors,
  validatingPolicyErrors,
  validatingStatusErrors,
} from '../admission-policy.ts';
import { apiServiceErrors, apiServiceStatusErrors, apiServiceUpdateErrors } from '../api-service.ts';
import { autoscalerErrors, autoscalerStatusErrors, autoscalerUpdateErrors } from '../autoscaler.ts';
import { signingRequestErrors, signingRequestUpdateErrors } from '../certificate.ts';
import { budgetErrors, budgetStatusErrors } from '../disruption-budget.ts';
import { endpointSliceErrors, endpointSliceUpdateErrors } from '../endpoints.ts';
import { type Errors, inVersions, invalid } from '../errors.ts';
import { deniedBinding, deniedRole } from '../escalation.ts';
import { eventErrors, eventUpdateErrors } from '../event.ts';
import { at, child } from '../field-path.ts';
import { flowControlStatusErrors, flowSchemaErrors, priorityLevelErrors } from '../flow-control.ts';
import type { KindChecks } from '../kind-checks.ts';
import { has, list, pointer, struct, structAt, structs, text, textMap, texts } from '../object.ts';
import { metadataUpdateErrors } from '../object-meta.ts';
import {
  deniedSigning,
  podCertificateErrors,
  podCertificateStatusErrors,
  podCertificateUpdateErrors,
} from '../pod-certificate.ts';
import { deniedParamKind, deniedParamRef } from '../policy-params.ts';
import { bindingErrors, bindingUpdateErrors, roleErrors, roleUpdateErrors } from '../rbac.ts';
import { authentication, authorization } from '../reviews.ts';
import { sameAt } from '../semantic.ts';
import {
  leaseErrors,
  leaseUpdateErrors,
  priorityClassErrors,
  priorityClassUpdateErrors,
  runtimeClassErrors,
  runtimeClassUpdateErrors,
} from '../small-kinds.ts';
import {
  attributesErrors,
  attributesUpdateErrors,
  capacityErrors,
  capacityUpdateErrors,
  driverErrors,
  driverUpdateErrors,
  storageClassErrors,
  storageClassUpdateErrors,
} from '../storage.ts';
import { migrationErrors, migrationStatusErrors, migrationUpdateErrors } from '../storage-migration.ts';
import { storageNodeErrors, storageNodeUpdateErrors } from '../storage-node.ts';
import { trustBundleErrors, trustBundleUpdateErrors } from '../trust-bundle.ts';
import { attachmentErrors, attachmentUpdateErrors } from '../volume-attachment.ts';
import { webhooksErrors, webhooksUpdateErrors } from '../webhook.ts';

type Kinds = Readonly<Record<string, KindChecks>>;

const reservedSuffix = '.static.k8s.io';

function staticSuffixWarnings(object: ValueMap, version: PlayedVersion): readonly string[] {
  if (!holdsFor({ from: 'v1.36' }, version)) return [];
  const name = text(struct(object, 'metadata'), 'name');
  return name.endsWith(reservedSuffix) ? [staticSuffixWarning] : [];
}

const staticSuffixWarning = `metadata.name: names ending with "${reservedSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;

/**
 * Complaints about the reserved suffix in the name of a new object, from v1.37 on: the feature gate
 * ManifestBasedAdmissionControlConfig.
 */
function reservedSuffixErrors(object: ValueMap): Errors {
  const name = text(struct(object, 'metadata'), 'name');
  const words = staticSuffixWarning.replace('metadata.name: ', '');
  return inVersions({ from: 'v1.37' }, name.endsWith(reservedSuffix) ? [invalid('metadata.name', name, words)] : []);
}

function newSuffixWarnings(object: ValueMap, version: PlayedVersion): readonly string[] {
  return holdsFor({ until: 'v1.36' }, version) ? staticSuffixWarnings(object, version) : [];
}

function changedSuffixWarnings(object: ValueMap, _: ValueMap, version: PlayedVersion): readonly string[] {
  return staticSuffixWarnings(object, version);
}

/**
 * Resources that no webhook is asked about.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/admission/exclusion/resources.go.
 */
const excluded: readonly string[] = [
  'selfsubjectreviews.authentication.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
];

/**
 * Warnings about rules for resources that no webhook is asked about.
 * Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/validation/warnings.go.
 */
function excludedRuleWarnings(object: ValueMap, version: PlayedVersion): readonly string[] {
  if (!isOn('ExcludeAdmissionWebhookVirtualResources', version)) return [];
  return structs(object, 'webhooks').flatMap((webhook, i) =>
    structs(webhook, 'rules').flatMap((rule, j) => {
      const [groups, resources] = [texts(rule, 'apiGroups'), texts(rule, 'resources')];
      if (groups.includes('*') || resources.includes('*')) return [];
      const named = groups.flatMap((group) => resources.map((resource) => `${resource}.${group}`));
      const place = at(child(at('webhooks', i), 'rules'), j);
      return [...new Set(named)]
        .filter((resource) => excluded.includes(resource))
        .map((resource) => `${place}: ${resource} is excluded from admission webhooks; this rule will have no effect`);
    }),
  );
}

const webhooks: KindChecks = {
  validate: (object) => [...webhooksErrors(object), ...reservedSuffixErrors(object)],
  validateUpdate: webhooksUpdateErrors,
  warn: (object, version) => [...newSuffixWarnings(object, version), ...excludedRuleWarnings(object, version)],
  warnUpdate: (object, _, version) => [
    ...staticSuffixWarnings(object, version),
    ...excludedRuleWarnings(object, version),
  ],
};

const policies: KindChecks = {
  warn: newSuffixWarnings,
  warnUpdate: changedSuffixWarnings,
};

/** The complaints about a new object and a changed one, for which the old one may excuse some. */
function checkedBy(errors: (object: ValueMap, old?: ValueMap) => Errors): KindChecks {
  return {
    validate: (object) => [...errors(object), ...reservedSuffixErrors(object)],
    validateUpdate: (object, old) => errors(object, old),
  };
}

/** The complaints and warnings of the admissionregistration group. */
export const admissionregistration: Kinds = {
  MutatingWebhookConfiguration: webhooks,
  ValidatingWebhookConfiguration: webhooks,
  MutatingAdmissionPolicy: { ...policies, ...checkedBy(mutatingPolicyErrors), deniedReads: deniedParamKind },
  MutatingAdmissionPolicyBinding: {
    ...policies,
    ...checkedBy(mutatingBindingErrors),
    deniedReads: deniedParamRef('mutatingadmissionpolicies'),
  },
  ValidatingAdmissionPolicy: {
    ...policies,
    ...checkedBy(validatingPolicyErrors),
    deniedReads: deniedParamKind,
    validateSubresource: validatingStatusErrors,
  },
  ValidatingAdmissionPolicyBinding: {
    ...policies,
    ...checkedBy(validatingBindingErrors),
    deniedReads: deniedParamRef('validatingadmissionpolicies'),
  },
};

/** The complaints and warnings of the autoscaling group. */
export const autoscaling: Kinds = {
  HorizontalPodAutoscaler: {
    validate: autoscalerErrors,
    validateUpdate: autoscalerUpdateErrors,
    validateSubresource: autoscalerStatusErrors,
  },
};

/** The complaints and warnings of the policy group. */
export const policy: Kinds = {
  PodDisruptionBudget: {
    validate: budgetErrors,
    validateUpdate: budgetErrors,
    validateSubresource: budgetStatusErrors,
  },
};

/** The complaints and warnings of the rbac group. */
export const rbac: Kinds = {
  Role: {
    createErrorsOnUpdate: { until: 'v1.34' },
    deniedGrant: deniedRole,
    validate: roleErrors(true),
    validateUpdate: roleUpdateErrors(true),
  },
  ClusterRole: {
    createErrorsOnUpdate: { until: 'v1.34' },
    deniedGrant: deniedRole,
    validate: roleErrors(false),
    validateUpdate: roleUpdateErrors(false),
  },
  RoleBinding: {
    createErrorsOnUpdate: { until: 'v1.34' },
    deniedGrant: deniedBinding,
    validate: bindingErrors(true),
    validateUpdate: bindingUpdateErrors(true),
  },
  ClusterRoleBinding: {
    createErrorsOnUpdate: { until: 'v1.34' },
    deniedGrant: deniedBinding,
    validate: bindingErrors(false),
    validateUpdate: bindingUpdateErrors(false),
  },
};

const tokensInSecrets =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

function tokenWarnings(driver: ValueMap, version: PlayedVersion): readonly string[] {
  const spec = struct(driver, 'spec');
  if (!isOn('CSIServiceAccountTokenSecrets', version)) return [];
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

/** The complaints and warnings of the storage group. */
export const storage: Kinds = {
  CSIDriver: {
    validate: driverErrors,
    validateUpdate: driverUpdateErrors,
    warn: tokenWarnings,
    warnUpdate: (driver, old, version) =>
      sameAt(driver, old, 'spec', 'tokenRequests') ? [] : tokenWarnings(driver, version),
  },
  CSINode: {
    createErrorsOnUpdate: { until: 'v1.35' },
    validate: storageNodeErrors,
    validateUpdate: storageNodeUpdateErrors,
  },
  CSIStorageCapacity: {
    validate: capacityErrors,
    validateUpdate: capacityUpdateErrors,
    warn: (capacity) => labelSelectorWarnings(pointer(capacity, 'nodeTopology'), 'nodeTopology'),
  },
  StorageClass: {
    validate: storageClassErrors,
    validateUpdate: storageClassUpdateErrors,
    warn: storageClassWarnings,
  },
  VolumeAttachment: {
    validate: attachmentErrors,
    validateUpdate: attachmentUpdateErrors,
    validateSubresource: attachmentUpdateErrors,
  },
  VolumeAttributesClass: {
    createErrorsOnUpdate: { until: 'v1.34' },
    validate: attributesErrors,
    validateUpdate: attributesUpdateErrors,
  },
};

/** The complaints and warnings of small groups, by group. */
export const smallGroups: Readonly<Record<string, Kinds>> = {
  'apiregistration.k8s.io': {
    APIService: {
      validate: apiServiceErrors,
      validateUpdate: apiServiceUpdateErrors,
      validateSubresource: apiServiceStatusErrors,
    },
  },
  'authentication.k8s.io': authentication,
  'authorization.k8s.io': authorization,
  'certificates.k8s.io': {
    CertificateSigningRequest: {
      validate: signingRequestErrors,
      validateUpdate: (request, old) => signingRequestUpdateErrors(request, old),
      validateSubresource: (request, old, subresource) => signingRequestUpdateErrors(request, old, subresource),
    },
    ClusterTrustBundle: { validate: trustBundleErrors, validateUpdate: trustBundleUpdateErrors },
    PodCertificateRequest: {
      validate: podCertificateErrors,
      validateUpdate: podCertificateUpdateErrors,
      validateSubresource: (request, old, _, __, now) => podCertificateStatusErrors(request, old, now),
      deniedReads: deniedSigning,
    },
  },
  'coordination.k8s.io': {
    Lease: {
      validate: leaseErrors,
      validateUpdate: leaseUpdateErrors,
    },
  },
  'events.k8s.io': {
    Event: {
      validate: eventErrors('events.k8s.io'),
      validateUpdate: eventUpdateErrors('events.k8s.io'),
    },
  },
  'flowcontrol.apiserver.k8s.io': {
    FlowSchema: {
      validate: flowSchemaErrors,
      validateUpdate: flowSchemaErrors,
      validateSubresource: flowControlStatusErrors,
    },
    PriorityLevelConfiguration: {
      validate: (level) => priorityLevelErrors(level),
      validateUpdate: priorityLevelErrors,
      validateSubresource: flowControlStatusErrors,
    },
  },
  'node.k8s.io': {
    RuntimeClass: {
      validate: runtimeClassErrors,
      validateUpdate: runtimeClassUpdateErrors,
      warn: (object) =>
        nodeSelectorWarnings(textMap(structAt(object, 'scheduling'), 'nodeSelector'), () => 'scheduling.nodeSelector'),
    },
  },
  'scheduling.k8s.io': {
    PriorityClass: {
      validate: priorityClassErrors,
      validateUpdate: priorityClassUpdateErrors,
    },
  },
  'storagemigration.k8s.io': {
    StorageVersionMigration: {
      validate: migrationErrors,
      validateUpdate: migrationUpdateErrors,
      validateSubresource: migrationStatusErrors,
    },
  },
};

const controllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

function sliceAddressWarnings(slice: ValueMap): readonly string[] {
  const managedBy = text(structAt(slice, 'metadata', 'labels'), 'endpointslice.kubernetes.io/managed-by');
  if (controllers.includes(managedBy) || list(slice, 'endpoints').length === 0) return [];
  return structs(slice, 'endpoints').flatMap((endpoint, i) =>
    texts(endpoint, 'addresses').flatMap((address, j) =>
      addressWarnings(at(child(at('endpoints', i), 'addresses'), j), address),
    ),
  );
}

/** The complaints and warnings of the discovery group by kind. */
export const discovery: Readonly<Record<string, KindChecks>> = {
  EndpointSlice: {
    validate: endpointSliceErrors,
    validateUpdate: endpointSliceUpdateErrors,
    warn: (slice) => [
      ...(text(slice, 'addressType') === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
      ...sliceAddressWarnings(slice),
    ],
    warnUpdate: sliceAddressWarnings,
  },
};

const plain = { plainFinalizers: true } as const;

/**
 * The complaints and warnings of a CustomResourceDefinition.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition.
 */
const customResourceDefinition: KindChecks = {
  validate: (definition) => customResources().definitionCreateErrors(definition),
  validateUpdate: (definition, old) => [
    ...metadataUpdateErrors(definition, old, plain),
    ...customResources().definitionChangeErrors(definition, old),
  ],
  validateSubresource: (definition, old) => [
    ...metadataUpdateErrors(definition, old, plain),
    ...customResources().definitionStatusChangeErrors(definition),
  ],
  warn: (definition, version) => customResources().definitionWarnings(definition, undefined, formatsWarned(version)),
  warnUpdate: (definition, old, version) =>
    customResources().definitionWarnings(definition, old, formatsWarned(version)),
};

/** What a release warns about in schemas, where that is not `all` formats. */
const warnedFormats = [
  { until: 'v1.33', warned: 'none' },
  { from: 'v1.34', until: 'v1.34.0', warned: 'as-string' },
  { from: 'v1.34.1', until: 'v1.35', warned: 'of-strings' },
  { from: 'v1.37', warned: 'all-and-sets' },
] as const satisfies readonly (ReleasesHeld & { readonly warned: string })[];

function formatsWarned(version: PlayedVersion): (typeof warnedFormats)[number]['warned'] | 'all' {
  return warnedFormats.find((row) => holdsFor(row, version))?.warned ?? 'all';
}

/** The complaints and warnings of the apiextensions group. */
export const apiextensions: Readonly<Record<string, KindChecks>> = {
  CustomResourceDefinition: customResourceDefinition,
};
