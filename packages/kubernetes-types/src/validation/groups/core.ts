import type { ValueMap } from '@managed-fields/merge-engine';
import { newPodWarnings } from '../../strategy/pod.ts';
import { addressWarnings, rangeWarnings } from '../../warnings/address.ts';
import { claimSpecWarnings } from '../../warnings/claim.ts';
import { selectorTermWarnings } from '../../warnings/node-labels.ts';
import { podWarnings, templateWarnings } from '../../warnings/pod.ts';
import { ingressAddressWarnings, serviceWarnings } from '../../warnings/service.ts';
import { keyPairProblem } from '../../warnings/tls.ts';
import { isNewGeneration, nameWarnings } from '../../warnings/workload.ts';
import { amountOf, compareAmounts, printAmount } from '../amount.ts';
import { claimErrors, claimStatusErrors, claimUpdateErrors } from '../claim.ts';
import { configMapErrors, configMapUpdateErrors, secretErrors, secretUpdateErrors } from '../config.ts';
import {
  controllerErrors,
  controllerUpdateErrors,
  namespaceErrors,
  namespaceSubresourceErrors,
  namespaceUpdateErrors,
  podTemplateErrors,
  podTemplateUpdateErrors,
} from '../core-objects.ts';
import { endpointsErrors, endpointsUpdateErrors } from '../endpoints.ts';
import { eventErrors, eventUpdateErrors } from '../event.ts';
import { at, child } from '../field-path.ts';
import type { KindChecks } from '../kind-checks.ts';
import { limitRangeErrors } from '../limit-range.ts';
import { nodeErrors, nodeStatusErrors, nodeUpdateErrors } from '../node.ts';
import { has, struct, structAt, structs, text, texts } from '../object.ts';
import { volumeErrors, volumeStatusErrors, volumeUpdateErrors } from '../persistent-volume.ts';
import { podErrors, podSubresourceErrors, podUpdateErrors } from '../pod.ts';
import { quotaErrors, quotaStatusErrors, quotaUpdateErrors } from '../quota.ts';
import { serviceErrors, serviceFailure, serviceStatusErrors, serviceUpdateErrors } from '../service.ts';
import { accountErrors, accountUpdateErrors } from '../small-kinds.ts';
import { workloadStatusErrors } from '../workload-status.ts';

function annotated(object: ValueMap, name: string): boolean {
  return structAt(object, 'metadata', 'annotations').has(name);
}

const mountableSecrets = 'kubernetes.io/enforce-mountable-secrets';

function nodeWarnings(node: ValueMap): readonly string[] {
  const spec = struct(node, 'spec');
  return [
    ...(spec.has('configSource') ? ['spec.configSource: the feature is removed'] : []),
    ...(text(spec, 'externalID') === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
    ...texts(spec, 'podCIDRs').flatMap((range, i) => rangeWarnings(at('spec.podCIDRs', i), range)),
  ];
}

/** Upstream: k8s.io/kubernetes pkg/registry/core/secret/strategy.go warningsForSecret. */
function secretWarnings(secret: ValueMap): readonly string[] {
  const data = struct(secret, 'data');
  if (text(secret, 'type') !== 'kubernetes.io/tls') return [];
  const problem = keyPairProblem(text(data, 'tls.crt'), text(data, 'tls.key'));
  return problem === undefined ? [] : [problem];
}

/** Upstream: pkg/registry/core/resourcequota/strategy.go WarningsOnCreate. */
function quotaWarnings(quota: ValueMap): readonly string[] {
  const hard = structAt(quota, 'spec', 'hard');
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((resource) => {
    const bare = resource === 'cpu' || resource === 'memory';
    const name = hard.has(`requests.${resource}`) || !bare ? `requests.${resource}` : resource;
    const request = amountOf(hard.get(name));
    const limit = amountOf(hard.get(`limits.${resource}`));
    if (request === undefined || limit === undefined || compareAmounts(request, limit) <= 0) return [];
    const amounts = [printAmount(request), printAmount(limit)];
    return [`ResourceQuota ${name} (${amounts[0]}) should be less than limits.${resource} (${amounts[1]})`];
  });
}

/** Upstream: pkg/registry/core/endpoint/strategy.go endpointsWarnings. */
function endpointsWarnings(endpoints: ValueMap): readonly string[] {
  const managedBy = text(structAt(endpoints, 'metadata', 'labels'), 'endpoints.kubernetes.io/managed-by');
  if (managedBy === 'endpoint-controller') return [];
  return structs(endpoints, 'subsets').flatMap((subset, i) =>
    ['addresses', 'notReadyAddresses'].flatMap((kind) =>
      structs(subset, kind).flatMap((address, j) =>
        addressWarnings(child(at(child(at('subsets', i), kind), j), 'ip'), text(address, 'ip')),
      ),
    ),
  );
}

function claimWarnings(claim: ValueMap): readonly string[] {
  const name = 'volume.beta.kubernetes.io/storage-class';
  return [
    ...(annotated(claim, name)
      ? [`metadata.annotations[${name}]: deprecated since v1.8; use "storageClassName" attribute instead`]
      : []),
    ...claimSpecWarnings(struct(claim, 'spec'), 'spec'),
  ];
}

function rcTemplateWarnings(controller: ValueMap): readonly string[] {
  const template = structAt(controller, 'spec', 'template');
  return template.size === 0 ? [] : templateWarnings(template, 'spec.template');
}

function podTemplateWarnings(object: ValueMap): readonly string[] {
  return templateWarnings(struct(object, 'template'), 'template');
}

function podStatusWarnings(pod: ValueMap, _old: ValueMap, subresource: string): readonly string[] {
  if (subresource !== 'status') return [];
  return ['podIPs', 'hostIPs'].flatMap((field) =>
    structs(struct(pod, 'status'), field).flatMap((address, i) =>
      addressWarnings(child(at(child('status', field), i), 'ip'), text(address, 'ip')),
    ),
  );
}

function wholePodWarnings(pod: ValueMap): readonly string[] {
  return podWarnings(struct(pod, 'spec'), struct(pod, 'metadata'), '');
}

const deprecatedAnnotations: readonly (readonly [string, string])[] = [
  ['volume.beta.kubernetes.io/storage-class', 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ['volume.beta.kubernetes.io/mount-options', 'deprecated since v1.31; use "mountOptions" attribute instead'],
];

const deprecatedSources: readonly (readonly [string, string])[] = [
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

/** Upstream: k8s.io/kubernetes pkg/api/persistentvolume/util.go warningsForPersistentVolumeSpecAndMeta. */
function volumeWarnings(volume: ValueMap): readonly string[] {
  const spec = struct(volume, 'spec');
  const annotations = structAt(volume, 'metadata', 'annotations');
  const terms = 'spec.nodeAffinity.required.nodeSelectorTerms';
  return [
    ...deprecatedAnnotations.flatMap(([name, message]) =>
      annotations.has(name) ? [`metadata.annotations[${name}]: ${message}`] : [],
    ),
    ...(text(spec, 'persistentVolumeReclaimPolicy') === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
    ...structs(structAt(spec, 'nodeAffinity', 'required'), 'nodeSelectorTerms').flatMap((term, i) =>
      selectorTermWarnings(term, false, at(terms, i)),
    ),
    ...deprecatedSources.flatMap(([source, message]) =>
      has(spec, source) ? [`${child('spec', source === 'storageos' ? 'storageOS' : source)}: ${message}`] : [],
    ),
  ];
}

/** The complaints and warnings of the core group by kind. Upstream: k8s.io/kubernetes pkg/registry/core. */
export const core: Readonly<Record<string, KindChecks>> = {
  // What a server looks at in a Binding it looks at where that is posted, and nobody can write a ComponentStatus.
  Binding: { validate: () => [] },
  ComponentStatus: { validate: () => [] },
  ConfigMap: {
    validate: configMapErrors,
    validateUpdate: configMapUpdateErrors,
  },
  Endpoints: {
    validate: endpointsErrors,
    validateUpdate: endpointsUpdateErrors,
    warn: endpointsWarnings,
  },
  Event: {
    validate: eventErrors(''),
    validateUpdate: eventUpdateErrors(''),
  },
  LimitRange: {
    validate: limitRangeErrors,
    validateUpdate: limitRangeErrors,
  },
  Namespace: {
    validate: namespaceErrors,
    validateUpdate: namespaceUpdateErrors,
    validateSubresource: namespaceSubresourceErrors,
  },
  Node: {
    validate: nodeErrors,
    validateUpdate: nodeUpdateErrors,
    validateSubresource: nodeStatusErrors,
    warn: nodeWarnings,
  },
  PersistentVolume: {
    validate: volumeErrors,
    validateUpdate: volumeUpdateErrors,
    validateSubresource: volumeStatusErrors,
    warn: volumeWarnings,
  },
  PersistentVolumeClaim: {
    validate: claimErrors,
    validateUpdate: claimUpdateErrors,
    validateSubresource: claimStatusErrors,
    warn: claimWarnings,
  },
  Pod: {
    validate: podErrors,
    validateUpdate: podUpdateErrors,
    validateSubresource: podSubresourceErrors,
    warnPrepared: newPodWarnings,
    warn: (pod) => [...nameWarnings(pod, "in the Pod's hostname"), ...wholePodWarnings(pod)],
    warnUpdate: () => [],
    warnSubresource: podStatusWarnings,
  },
  PodTemplate: {
    validate: podTemplateErrors,
    validateUpdate: podTemplateUpdateErrors,
    warn: podTemplateWarnings,
    warnUpdate: (object, old) => (isNewGeneration(object, old) ? podTemplateWarnings(object) : []),
  },
  ReplicationController: {
    createErrorsOnUpdate: { until: 'v1.34' },
    validate: controllerErrors,
    validateUpdate: controllerUpdateErrors,
    validateSubresource: workloadStatusErrors('ReplicationController'),
    warn: (object) => [...nameWarnings(object), ...rcTemplateWarnings(object)],
    // The server takes the old template for the new one here.
    warnUpdate: (object, old) => (isNewGeneration(object, old) ? rcTemplateWarnings(old) : []),
  },
  ResourceQuota: {
    validate: quotaErrors,
    validateUpdate: quotaUpdateErrors,
    validateSubresource: quotaStatusErrors,
    warn: quotaWarnings,
    warnUpdate: () => [],
  },
  Secret: {
    validate: secretErrors,
    validateUpdate: secretUpdateErrors,
    warn: secretWarnings,
  },
  Service: {
    fails: serviceFailure,
    validate: serviceErrors,
    validateUpdate: serviceUpdateErrors,
    validateSubresource: serviceStatusErrors,
    warn: serviceWarnings,
    warnSubresource: ingressAddressWarnings,
  },
  ServiceAccount: {
    validate: accountErrors,
    validateUpdate: accountUpdateErrors,
    warn: (account) =>
      annotated(account, mountableSecrets)
        ? [
            `metadata.annotations[${mountableSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
          ]
        : [],
    warnUpdate: (account, old, version) =>
      annotated(old, mountableSecrets) ? [] : (core['ServiceAccount']?.warn?.(account, version) ?? []),
  },
};
