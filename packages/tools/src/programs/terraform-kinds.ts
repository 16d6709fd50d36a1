import {
  base64,
  bytesOfBase64,
  isMap,
  lossyText,
  mapAt,
  sortedKeys,
  textOfUtf8,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { patchOperation } from './session.ts';
import { hasChange, isZero, listOf, mapOfValue } from './terraform-difference.ts';
import type { Argument, Block } from './terraform-schema.ts';
import { expanded } from './terraform-struct.ts';

/** What a resource of a kind of its own does otherwise than the others. */
export interface TypedKind {
  /** `kubernetes_deployment_v1` */
  readonly resource: string;
  /** What its errors begin with; an id in them is `%s`. */
  readonly failsTo: Readonly<Partial<Record<'create' | 'update' | 'remove', string>>>;
  /** Whether a deletion reads until the object is gone, and what it says where that does not happen. */
  readonly staysAs?: string;
  /** Whether an update sends the object in place of a patch. */
  readonly isReplacing?: true;
  /** What an update sends beside metadata. */
  operations(change: Change): readonly ValueMap[];
}

/** An update of a resource: what its state has, what it is to be, and that as an object of the API. */
export interface Change {
  readonly was: ValueMap;
  readonly planned: ValueMap;
  readonly object: ValueMap;
}

const replace = (path: string, value: Value) => patchOperation('replace', path, value);

/** The part of an object that an argument in its spec sets, which a patch replaces where it changed. */
function partOf({ was, planned, object }: Change, argument: string, field: string, empty: Value): readonly ValueMap[] {
  const [before, after] = [specOf(was).get(argument), specOf(planned).get(argument)];
  if (!hasChange(before, after)) return [];
  return [replace(`/spec/${field}`, mapAt(object, 'spec')?.get(field) ?? empty)];
}

function specOf(values: ValueMap): ValueMap {
  return mapOfValue(listOf(values.get('spec'))[0]);
}

function isChanged({ was, planned }: Change, name: string): boolean {
  return hasChange(was.get(name), planned.get(name));
}

function wholeSpec(change: Change): readonly ValueMap[] {
  const spec = mapAt(change.object, 'spec') ?? new Map();
  return isChanged(change, 'spec') ? [replace('/spec', spec)] : [];
}

/** What is replaced in a template or a spec is written by Go's encoding/json, by which a time that is not there is null. */
function immutable(change: Change): readonly ValueMap[] {
  return isChanged(change, 'immutable') ? [replace('/immutable', change.planned.get('immutable') ?? false)] : [];
}

/**
 * Operations that bring a map from what the state has to what it is to be; the first entries are added as a whole map.
 * Upstream: kubernetes/patch_operations.go diffStringMap, whose operations come in an order of chance; here they are sorted.
 */
export function mapOperations(path: string, was: Value | undefined, is: Value | undefined): readonly ValueMap[] {
  if (!hasChange(was, is)) return [];
  const [before, after] = [mapOfValue(was), mapOfValue(is)];
  if (before.size === 0) return [patchOperation('add', path, after)];
  const at = (key: string) => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const gone = sortedKeys(before).filter((key) => !after.has(key));
  const changed = sortedKeys(after).filter((key) => before.get(key) !== after.get(key));
  return [
    ...gone.map((key) => patchOperation('remove', at(key))),
    ...changed.map((key) => patchOperation(before.has(key) ? 'replace' : 'add', at(key), after.get(key) ?? '')),
  ];
}

/** Upstream: kubernetes/structure_service_spec.go patchServiceSpec. */
function serviceOperations(change: Change): readonly ValueMap[] {
  const { was, planned, object } = change;
  const [before, after] = [specOf(was), specOf(planned)];
  const spec = mapAt(object, 'spec') ?? new Map();
  const changed = (name: string) => hasChange(before.get(name), after.get(name));
  const plain = (name: string, field: string, empty: Value = '') =>
    changed(name) ? [replace(`/spec/${field}`, after.get(name) ?? empty)] : [];
  const balancer = () =>
    replace('/spec/allocateLoadBalancerNodePorts', after.get('allocate_load_balancer_node_ports') ?? false);
  const ports = listOf(spec.get('ports'));
  const withoutNodePorts = ports.map((port) => new Map([...mapOfValue(port)].filter(([key]) => key !== 'nodePort')));
  const type = after.get('type');
  return [
    ...(changed('allocate_load_balancer_node_ports') ? [balancer()] : []),
    ...plain('selector', 'selector', new Map()),
    ...plain('session_affinity', 'sessionAffinity'),
    ...(changed('session_affinity_config')
      ? [replace('/spec/sessionAffinityConfig', spec.get('sessionAffinityConfig') ?? new Map())]
      : []),
    ...plain('load_balancer_ip', 'loadBalancerIP'),
    ...plain('load_balancer_source_ranges', 'loadBalancerSourceRanges', []),
    ...(changed('port') ? [replace('/spec/ports', ports)] : []),
    ...(changed('type')
      ? [
          ...(type === 'ExternalName' ? [patchOperation('remove', '/spec/clusterIP')] : []),
          ...(type === 'ClusterIP' ? [replace('/spec/ports', withoutNodePorts)] : []),
          ...(type === 'LoadBalancer' ? [balancer()] : []),
          replace('/spec/type', type ?? ''),
        ]
      : []),
    ...plain('external_ips', 'externalIPs', []),
    ...plain('external_name', 'externalName'),
    ...plain('external_traffic_policy', 'externalTrafficPolicy'),
    ...plain('internal_traffic_policy', 'internalTrafficPolicy'),
    ...plain('ip_families', 'ipFamilies', []),
    ...plain('ip_family_policy', 'ipFamilyPolicy'),
    ...(changed('publish_not_ready_addresses')
      ? [
          after.get('publish_not_ready_addresses') === true
            ? patchOperation('add', '/spec/publishNotReadyAddresses', true)
            : patchOperation('remove', '/spec/publishNotReadyAddresses'),
        ]
      : []),
    ...plain('health_check_node_port', 'healthCheckNodePort', 0n),
  ];
}

/** Upstream: kubernetes/structures_stateful_set.go patchStatefulSetSpec. */
function statefulSetOperations(change: Change): readonly ValueMap[] {
  const [before, after] = [specOf(change.was), specOf(change.planned)];
  const spec = mapAt(change.object, 'spec') ?? new Map();
  const changed = (name: string) => hasChange(before.get(name), after.get(name));
  const part = (values: ValueMap, name: string) => mapOfValue(listOf(values.get(name))[0]);
  const retention = part(after, 'persistent_volume_claim_retention_policy');
  const [oldStrategy, strategy] = [part(before, 'update_strategy'), part(after, 'update_strategy')];
  const isKnown = (name: string) => !isZero(retention.get(name));
  return [
    ...(changed('replicas') && spec.has('replicas') ? [replace('/spec/replicas', spec.get('replicas') ?? 0n)] : []),
    ...(changed('template') ? [replace('/spec/template', spec.get('template') ?? new Map())] : []),
    ...strategyOperations(oldStrategy, strategy),
    ...(changed('persistent_volume_claim_retention_policy')
      ? [
          ...(isKnown('when_deleted')
            ? [replace('/spec/persistentVolumeClaimRetentionPolicy/whenDeleted', retention.get('when_deleted') ?? '')]
            : []),
          ...(isKnown('when_scaled')
            ? [replace('/spec/persistentVolumeClaimRetentionPolicy/whenScaled', retention.get('when_scaled') ?? '')]
            : []),
        ]
      : []),
    ...(changed('min_ready_seconds') ? [replace('/spec/minReadySeconds', after.get('min_ready_seconds') ?? 0n)] : []),
  ];
}

function strategyOperations(was: ValueMap, is: ValueMap): readonly ValueMap[] {
  const at = '/spec/updateStrategy';
  const [old, made] = [listOf(was.get('rolling_update')), listOf(is.get('rolling_update'))];
  const partition = (items: readonly Value[]) => mapOfValue(items[0]).get('partition') ?? 0n;
  const [type, before] = [is.get('type') ?? '', was.get('type')];
  return [
    ...(hasChange(before, type) ? [patchOperation(isZero(before) ? 'add' : 'replace', `${at}/type`, type)] : []),
    ...(old.length > 0 && made.length === 0 ? [patchOperation('remove', `${at}/rollingUpdate`)] : []),
    ...(old.length === 0 && made.length > 0
      ? [
          patchOperation('add', `${at}/rollingUpdate`, new Map()),
          patchOperation('add', `${at}/rollingUpdate/partition`, partition(made)),
        ]
      : []),
    ...(old.length > 0 && made.length > 0 && hasChange(partition(old), partition(made))
      ? [replace(`${at}/rollingUpdate/partition`, partition(made))]
      : []),
  ];
}

/** Upstream: kubernetes/resource_kubernetes_secret_v1.go resourceKubernetesSecretV1Update. */
function secretOperations(change: Change): readonly ValueMap[] {
  const data = isChanged(change, 'data') || isChanged(change, 'binary_data');
  const { planned } = change;
  const texts = [...mapOfValue(planned.get('data'))].map(([key, text]) => [key, base64(utf8(String(text)))] as const);
  const all = new Map<string, Value>([...texts, ...mapOfValue(planned.get('binary_data'))]);
  return [...(data ? [patchOperation('add', '/data', all)] : []), ...immutable(change)];
}

/** The resources that are played, by the apiVersion and the kind of their objects. */
export const typedKinds: Readonly<Record<string, TypedKind>> = {
  'v1/ConfigMap': {
    resource: 'kubernetes_config_map_v1',
    failsTo: { update: 'Failed to update Config Map: ' },
    operations: (change) => [
      ...mapOperations('/binaryData', change.was.get('binary_data'), change.planned.get('binary_data')),
      ...mapOperations('/data', change.was.get('data'), change.planned.get('data')),
      ...immutable(change),
    ],
  },
  'v1/Secret': {
    resource: 'kubernetes_secret_v1',
    failsTo: { update: 'Failed to update secret: ' },
    operations: secretOperations,
  },
  'v1/Service': {
    resource: 'kubernetes_service_v1',
    failsTo: { update: 'Failed to update service: ' },
    staysAs: 'Service (%s) still exists',
    operations: serviceOperations,
  },
  'v1/ServiceAccount': {
    resource: 'kubernetes_service_account_v1',
    failsTo: { update: 'Failed to update service account: ' },
    operations: (change) => [
      ...(isChanged(change, 'image_pull_secret')
        ? [replace('/imagePullSecrets', change.object.get('imagePullSecrets') ?? [])]
        : []),
      ...(isChanged(change, 'secret') ? [replace('/secrets', change.object.get('secrets') ?? [])] : []),
      ...(isChanged(change, 'automount_service_account_token')
        ? [replace('/automountServiceAccountToken', change.planned.get('automount_service_account_token') ?? false)]
        : []),
    ],
  },
  'v1/Namespace': { resource: 'kubernetes_namespace_v1', failsTo: {}, operations: () => [] },
  'apps/v1/Deployment': {
    resource: 'kubernetes_deployment_v1',
    failsTo: { create: 'Failed to create deployment: ', update: 'Failed to update deployment: ' },
    staysAs: 'Deployment (%s) still exists',
    operations: (change) => {
      const type = (values: ValueMap) => mapOfValue(listOf(specOf(values).get('strategy'))[0]).get('type');
      const isRecreated = type(change.was) === 'RollingUpdate' && type(change.planned) === 'Recreate';
      const removed = isRecreated ? [patchOperation('remove', '/spec/strategy/rollingUpdate')] : [];
      return [...wholeSpec(change), ...removed];
    },
  },
  'apps/v1/DaemonSet': {
    resource: 'kubernetes_daemon_set_v1',
    failsTo: { create: 'Failed to create daemonset: ', update: 'Failed to update daemonset: ' },
    operations: wholeSpec,
  },
  'apps/v1/StatefulSet': {
    resource: 'kubernetes_stateful_set_v1',
    failsTo: { update: 'Failed to update StatefulSet: ' },
    staysAs: 'StatefulSet %s still exists []v1.StatefulSetCondition(nil)',
    operations: statefulSetOperations,
  },
  'autoscaling/v2/HorizontalPodAutoscaler': {
    resource: 'kubernetes_horizontal_pod_autoscaler_v2',
    failsTo: { update: 'Failed to update horizontal pod autoscaler: ' },
    operations: (change) => [
      ...partOf(change, 'max_replicas', 'maxReplicas', 0n),
      ...partOf(change, 'min_replicas', 'minReplicas', 0n),
      ...partOf(change, 'scale_target_ref', 'scaleTargetRef', new Map()),
      ...partOf(change, 'metric', 'metrics', []),
      ...partOf(change, 'behavior', 'behavior', null),
    ],
  },
  'networking.k8s.io/v1/Ingress': {
    resource: 'kubernetes_ingress_v1',
    failsTo: {
      create: "Failed to create Ingress '%s' because: ",
      update: 'Failed to update Ingress %s because: ',
      remove: 'Failed to delete Ingress %s because: ',
    },
    staysAs: 'Ingress (%s) still exists',
    isReplacing: true,
    operations: () => [],
  },
  'rbac.authorization.k8s.io/v1/Role': {
    resource: 'kubernetes_role_v1',
    failsTo: { update: 'Failed to update role: ' },
    operations: (change) => (isChanged(change, 'rule') ? [replace('/rules', change.object.get('rules') ?? [])] : []),
  },
};

/** A manifest of a Secret as its configuration has it: texts, and what is no text in base64. */
export function plainSecret(manifest: ValueMap): ValueMap {
  const [plain, binary] = [new Map<string, Value>(), new Map<string, Value>()];
  for (const [key, value] of mapOfValue(manifest.get('data'))) {
    const text = textOf(String(value ?? ''));
    if (text === undefined) binary.set(key, value);
    else plain.set(key, text);
  }
  for (const [key, value] of mapOfValue(manifest.get('stringData'))) {
    plain.set(key, value);
    binary.delete(key);
  }
  const rest = [...manifest].filter(([key]) => key !== 'data' && key !== 'stringData');
  const hasData = manifest.has('data') || manifest.has('stringData');
  return new Map<string, Value>([
    ...rest,
    ...(hasData ? [['data', plain] as const] : []),
    ...(binary.size > 0 ? [['binary_data', binary] as const] : []),
  ]);
}

function textOf(encoded: string): string | undefined {
  const bytes = bytesOfBase64(encoded);
  return bytes === undefined ? undefined : textOfUtf8(bytes);
}

/** What a Secret's resource reads of its data: what is configured as binary stays in base64. */
export function readSecret(object: ValueMap, binaryKeys: readonly string[]): ReadonlyMap<string, Value> {
  const data = mapOfValue(object.get('data'));
  const texts = [...data].filter(([key]) => !binaryKeys.includes(key));
  const binary = binaryKeys.map((key): [string, Value] => [key, data.get(key) ?? '']);
  const plain = texts.map(([key, value]): [string, Value] => {
    const encoded = String(value ?? '');
    return [key, textOf(encoded) ?? lossyText(bytesOfBase64(encoded) ?? new Uint8Array())];
  });
  return new Map<string, Value>([
    ['data', new Map(plain)],
    ['binary_data', new Map(binary)],
  ]);
}

const alwaysSent: Readonly<Record<string, string>> = {
  kubernetes_stateful_set_v1: 'persistentVolumeClaimRetentionPolicy',
  kubernetes_horizontal_pod_autoscaler_v2: 'behavior',
};

/** The object that a resource sends. Upstream: the functions Create of kubernetes/resource_kubernetes_….go. */
export function objectOf(resource: string, planned: ValueMap, block: Block): ValueMap {
  const arguments_ = new Map<string, Argument>([...block].filter(([name]) => name !== 'metadata'));
  const metadata = block.get('metadata')?.block ?? new Map<string, Argument>();
  const object = new Map<string, Value>([
    ['metadata', expanded(metadata, mapOfValue(listOf(planned.get('metadata'))[0]))],
    ...expanded(arguments_, planned),
  ]);
  if (resource === 'kubernetes_secret_v1') {
    const [texts, binary] = [planned.get('data'), planned.get('binary_data')];
    object.delete('data');
    if (!isZero(texts)) object.set('stringData', mapOfValue(texts));
    if (!isZero(binary)) object.set('data', mapOfValue(binary));
  }
  // What is a pointer in the spec, and never nil.
  const always = Object.hasOwn(alwaysSent, resource) ? alwaysSent[resource] : undefined;
  if (always !== undefined) {
    object.set('spec', new Map<string, Value>([[always, new Map()], ...(mapAt(object, 'spec') ?? [])]));
  }
  if (resource === 'kubernetes_ingress_v1') {
    const spec = mapAt(object, 'spec') ?? new Map<string, Value>();
    const rules = listOf(spec.get('rules')).filter(isMap).map(withoutEmptyHttp);
    if (spec.has('rules')) object.set('spec', new Map(spec).set('rules', rules));
  }
  return object;
}

function withoutEmptyHttp(rule: ValueMap): ValueMap {
  const isEmpty = listOf(mapAt(rule, 'http')?.get('paths')).length === 0;
  return isEmpty ? new Map([...rule].filter(([key]) => key !== 'http')) : rule;
}
