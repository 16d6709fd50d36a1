import type { ValueMap } from '@managed-fields/merge-engine';
import { flag, mapStructs, text, textMap } from '../validation/object.ts';
import { pullPolicyOf } from './image-name.ts';
import {
  hostPorts,
  podLevelResources,
  requestsFromLimits,
  resourceList,
  resourceRequirements,
} from './resource-list.ts';
import { type CompiledTable, type Rule, table } from './table.ts';
import { fieldReference, volume } from './volume.ts';

const httpGet: CompiledTable = table({ zero: { path: '/', scheme: 'HTTP' } });

const probe: CompiledTable = table({
  zero: { timeoutSeconds: 1n, periodSeconds: 10n, successThreshold: 1n, failureThreshold: 3n },
  at: { 'httpGet?': httpGet, 'grpc?': { absent: { service: '' } } },
});

/** Upstream: pkg/apis/core/v1/defaults.go SetDefaults_Container. */
const imagePullPolicy: Rule = (container) => {
  if (text(container, 'imagePullPolicy') !== '') return container;
  return new Map(container).set('imagePullPolicy', pullPolicyOf(text(container, 'image')));
};

/** The defaults of a container, be it ordinary, init or ephemeral. */
const container: CompiledTable = table({
  rules: [imagePullPolicy],
  zero: { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' },
  at: {
    'ports[]': { zero: { protocol: 'TCP' } },
    'env[].valueFrom?.fieldRef?': fieldReference,
    'env[].valueFrom?.fileKeyRef?': { absent: { optional: false } },
    resources: resourceRequirements,
    'livenessProbe?': probe,
    'readinessProbe?': probe,
    'startupProbe?': probe,
    'lifecycle?.postStart?.httpGet?': httpGet,
    'lifecycle?.preStop?.httpGet?': httpGet,
  },
});

/**
 * Aligns the old and the new name of the service account; the new one counts.
 * Upstream: pkg/apis/core/v1/conversion.go.
 */
const serviceAccount: Rule = (spec) => {
  const name = text(spec, 'serviceAccountName') || text(spec, 'serviceAccount');
  if (name === '' || (text(spec, 'serviceAccountName') === name && text(spec, 'serviceAccount') === name)) return spec;
  return new Map(spec).set('serviceAccountName', name).set('serviceAccount', name);
};

/** The defaults of a Pod's spec, in a Pod and in a template. Upstream: SetDefaults_PodSpec. */
export const podSpec: CompiledTable = table({
  rules: [serviceAccount],
  absent: { securityContext: new Map(), terminationGracePeriodSeconds: 30n },
  zero: { dnsPolicy: 'ClusterFirst', restartPolicy: 'Always', schedulerName: 'default-scheduler' },
  at: {
    'volumes[]': volume,
    'initContainers[]': container,
    'containers[]': container,
    'ephemeralContainers[]': container,
    'overhead?': resourceList,
    'resources?': resourceRequirements,
  },
});

/**
 * Annotations from the time before init containers had fields; the server drops them.
 * Upstream: pkg/apis/core/v1/conversion.go.
 */
const initContainerAnnotations = [
  'pod.beta.kubernetes.io/init-containers',
  'pod.alpha.kubernetes.io/init-containers',
  'pod.beta.kubernetes.io/init-container-statuses',
  'pod.alpha.kubernetes.io/init-container-statuses',
];

/** Drops the old init container annotations from an object's metadata. */
export const dropInitAnnotations: Rule = (metadata) => {
  const annotations = textMap(metadata, 'annotations');
  if (!initContainerAnnotations.some((name) => annotations.has(name))) return metadata;
  const kept = new Map([...annotations].filter(([name]) => !initContainerAnnotations.includes(name)));
  const result = new Map(metadata);
  if (kept.size === 0) result.delete('annotations');
  else result.set('annotations', kept);
  return result;
};

/** The defaults of a Pod template, wherever it stands. */
export const podTemplate: CompiledTable = table({
  at: { metadata: { rules: [dropInitAnnotations] }, spec: podSpec },
});

/** The defaults that a Pod gets and a template does not. Upstream: SetDefaults_Pod. */
const podOnly: Rule = (spec, version) => {
  const requested = eachContainer(spec, requestsFromLimits);
  const withResources = podLevelResources(requested, version);
  return flag(withResources, 'hostNetwork') === true ? eachContainer(withResources, hostPorts) : withResources;
};

function eachContainer(spec: ValueMap, change: (container: ValueMap) => ValueMap): ValueMap {
  return mapStructs(mapStructs(spec, 'containers', change), 'initContainers', change);
}

/**
 * Turns a negative grace period into one second.
 * Upstream: pkg/apis/core/v1/conversion.go Convert_v1_Pod_To_core_Pod.
 */
const shortestGrace: Rule = (spec) => {
  const seconds = spec.get('terminationGracePeriodSeconds');
  return typeof seconds === 'bigint' && seconds < 0n ? new Map(spec).set('terminationGracePeriodSeconds', 1n) : spec;
};

/** Upstream: pkg/apis/core/v1/conversion.go Convert_v1_PodStatus_To_core_PodStatus. */
const podAddresses: Rule = (status) => {
  const first = text(status, 'podIP');
  const all = status.get('podIPs');
  const firstOfAll = Array.isArray(all) && all[0] instanceof Map ? text(all[0], 'ip') : undefined;
  if (first !== '' && firstOfAll !== first) return new Map(status).set('podIPs', [new Map([['ip', first]])]);
  if (first === '' && firstOfAll !== undefined) return new Map(status).set('podIP', firstOfAll);
  return status;
};

const statusResources: CompiledTable = table({
  at: { 'allocatedResources?': resourceList, 'resources?': resourceRequirements },
});

/** The defaults of a Pod. Upstream: zz_generated.defaults.go SetObjectDefaults_Pod. */
export const pod: CompiledTable = table({
  at: {
    metadata: { rules: [dropInitAnnotations] },
    spec: [{ rules: [podOnly, shortestGrace], absent: { enableServiceLinks: true } }, podSpec],
    status: {
      rules: [podAddresses],
      at: {
        'initContainerStatuses[]': statusResources,
        'containerStatuses[]': statusResources,
        'ephemeralContainerStatuses[]': statusResources,
        'allocatedResources?': resourceList,
        'resources?': resourceRequirements,
      },
    },
  },
});
