import {
  base64,
  compareQuantities,
  listAt,
  mapAt,
  parseQuantity,
  sortedKeys,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { patchOperation } from './session.ts';
import { hasChange, isZero, listOf, mapOfValue } from './terraform-difference.ts';

/** What a resource of a kind of its own does otherwise than the others. */
export interface TypedKind {
  /** `kubernetes_deployment_v1` */
  readonly resource: string;
  /** What its errors begin with; an id in them is `%s`. */
  readonly failsTo: Readonly<Partial<Record<'create' | 'update' | 'remove', string>>>;
  /** How an object is deleted, where the resource says it; what depends on it is taken to be gone at once. */
  readonly propagation?: 'Foreground';
  /** Whether it is an error that the object to delete is gone. */
  readonly needsDeletion?: true;
  /** Whether a deletion reads until the object is gone, and what it says where that does not happen. */
  readonly staysAs?: string;
  /** What it says further of an object that stays. */
  staysWith?(object: ValueMap): string;
  /** Whether an update sends the object in place of a patch. */
  readonly isReplacing?: true;
  /** Whether the object is made anew for a change that its schema would have in place. Upstream: the functions CustomizeDiff. */
  isRemade?(was: ValueMap, planned: ValueMap): boolean;
  /** A live object as the resource sees it; `configured` is the configuration of the last run, undefined after an import. */
  seen?(object: ValueMap, configured: ValueMap | undefined): ValueMap;
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

/** Whether something changes that cannot, since the object is immutable. */
function isFrozen(was: ValueMap, planned: ValueMap): boolean {
  if (was.get('immutable') !== true) return false;
  return ['data', 'binary_data', 'immutable'].some((name) => hasChange(was.get(name), planned.get(name)));
}

/** Whether a claim asks for less. Upstream: kubernetes/resource_kubernetes_persistent_volume_claim_v1.go CustomizeDiff. */
function isShrunk(was: ValueMap, planned: ValueMap): boolean {
  const [before, after] = [was, planned].map((values) => {
    const requests = mapOfValue(mapOfValue(listOf(specOf(values).get('resources'))[0]).get('requests'));
    return parseQuantity(String(requests.get('storage') ?? ''));
  });
  if (before?.kind !== 'quantity' || after?.kind !== 'quantity') return false;
  return compareQuantities(after.quantity, before.quantity) < 0;
}

/** Labels by which a server and its controllers find what belongs to a Job. Upstream: kubernetes/structure_job.go removeGeneratedLabels. */
const generatedLabels = new Set([
  ...['batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name', 'controller-uid', 'job-name'],
]);

/**
 * A Job, or at a path an object that makes Jobs, without the labels that the server made: those of its template always, its own
 * and those of its selector where it has none by hand.
 */
function withoutGenerated(object: ValueMap, path: readonly string[], isManual: boolean): ValueMap {
  const own = isManual
    ? []
    : [
        ['metadata', 'labels'],
        [...path, 'spec', 'selector', 'matchLabels'],
      ];
  const all = [...own, [...path, 'spec', 'template', 'metadata', 'labels']];
  return all.reduce((made, place) => changedAt(made, place), object);
}

function changedAt(map: ValueMap, [key = '', ...rest]: readonly string[]): ValueMap {
  const inner = mapAt(map, key);
  if (inner === undefined) return map;
  const kept = [...inner].filter(([label]) => !generatedLabels.has(label));
  return new Map(map).set(key, rest.length === 0 ? new Map(kept) : changedAt(inner, rest));
}

function hasOwnSelector(spec: ValueMap): boolean {
  return spec.get('manual_selector') === true;
}

/**
 * Operations that bring a list from what the state has to what it is to be: what is too much goes from its end, what stays is
 * replaced, and what is new is added. Upstream: kubernetes/structures_rbac.go patchRbacSubject, patchRbacRule.
 */
function listOperations(path: string, was: Value | undefined, items: readonly Value[]): readonly ValueMap[] {
  const before = listOf(was).length;
  const gone = Array.from({ length: Math.max(0, before - items.length) }, (_, index) =>
    patchOperation('remove', `${path}/${before - items.length - index}`),
  );
  const written = items.map((item, index) =>
    patchOperation(index < before ? 'replace' : 'add', `${path}/${index}`, item),
  );
  return [...gone, ...written];
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

function bindingOperations(change: Change): readonly ValueMap[] {
  if (!isChanged(change, 'subject')) return [];
  return listOperations('/subjects', change.was.get('subject'), listAt(change.object, 'subjects') ?? []);
}

/** Upstream: kubernetes/resource_kubernetes_cluster_role_v1.go resourceKubernetesClusterRoleV1Update. */
function clusterRoleOperations(change: Change): readonly ValueMap[] {
  const { was, object } = change;
  return [
    ...(isChanged(change, 'rule') ? listOperations('/rules', was.get('rule'), listAt(object, 'rules') ?? []) : []),
    ...(isChanged(change, 'aggregation_rule')
      ? [replace('/aggregationRule', object.get('aggregationRule') ?? new Map())]
      : []),
  ];
}

/** Upstream: kubernetes/structure_job.go patchJobV1Spec, which leaves out other fields that can change. */
function jobOperations(change: Change): readonly ValueMap[] {
  return [
    ...partOf(change, 'active_deadline_seconds', 'activeDeadlineSeconds', 0n),
    ...partOf(change, 'backoff_limit', 'backoffLimit', 0n),
    ...partOf(change, 'manual_selector', 'manualSelector', false),
    ...partOf(change, 'parallelism', 'parallelism', 0n),
    ...partOf(change, 'pod_failure_policy', 'podFailurePolicy', new Map()),
  ];
}

function claimOperations({ was, planned, object }: Change): readonly ValueMap[] {
  const requests = (values: ValueMap) => mapOfValue(listOf(specOf(values).get('resources'))[0]).get('requests');
  if (!hasChange(requests(was), requests(planned))) return [];
  const sent = mapAt(mapAt(mapAt(object, 'spec'), 'resources'), 'requests');
  return [replace('/spec/resources/requests', sent ?? new Map())];
}

/** The resources that are played, by the apiVersion and the kind of their objects. */
export const typedKinds: Readonly<Record<string, TypedKind>> = {
  'v1/ConfigMap': {
    resource: 'kubernetes_config_map_v1',
    failsTo: { update: 'Failed to update Config Map: ' },
    isRemade: isFrozen,
    operations: (change) => [
      ...mapOperations('/binaryData', change.was.get('binary_data'), change.planned.get('binary_data')),
      ...mapOperations('/data', change.was.get('data'), change.planned.get('data')),
      ...immutable(change),
    ],
  },
  'v1/Secret': {
    resource: 'kubernetes_secret_v1',
    failsTo: { update: 'Failed to update secret: ' },
    isRemade: isFrozen,
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
  'v1/PersistentVolumeClaim': {
    resource: 'kubernetes_persistent_volume_claim_v1',
    failsTo: {},
    staysAs: 'Persistent volume claim %s still exists with finalizers: ',
    staysWith: (object) => `[${(listAt(mapAt(object, 'metadata'), 'finalizers') ?? []).map(String).join(' ')}]`,
    isRemade: isShrunk,
    operations: claimOperations,
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
  'batch/v1/Job': {
    resource: 'kubernetes_job_v1',
    failsTo: {
      create: 'Failed to create Job! API error: ',
      update: 'Failed to update Job! API error: ',
      remove: 'Failed to delete Job! API error: ',
    },
    propagation: 'Foreground',
    staysAs: 'Job %s still exists',
    seen: (object, configured) => withoutGenerated(object, [], hasOwnSelector(specOf(configured ?? new Map()))),
    operations: jobOperations,
  },
  'batch/v1/CronJob': {
    resource: 'kubernetes_cron_job_v1',
    failsTo: {},
    needsDeletion: true,
    staysAs: 'Cron Job %s still exists',
    isReplacing: true,
    seen: (object, configured) => {
      const template = mapOfValue(listOf(specOf(configured ?? new Map()).get('job_template'))[0]);
      return withoutGenerated(object, ['spec', 'jobTemplate'], hasOwnSelector(specOf(template)));
    },
    operations: () => [],
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
    needsDeletion: true,
    isReplacing: true,
    operations: () => [],
  },
  'rbac.authorization.k8s.io/v1/Role': {
    resource: 'kubernetes_role_v1',
    failsTo: { update: 'Failed to update role: ' },
    operations: (change) => (isChanged(change, 'rule') ? [replace('/rules', change.object.get('rules') ?? [])] : []),
  },
  'rbac.authorization.k8s.io/v1/RoleBinding': {
    resource: 'kubernetes_role_binding_v1',
    failsTo: { update: 'Failed to update RoleBinding: ' },
    operations: bindingOperations,
  },
  'rbac.authorization.k8s.io/v1/ClusterRole': {
    resource: 'kubernetes_cluster_role_v1',
    failsTo: { update: 'Failed to update ClusterRole: ' },
    operations: clusterRoleOperations,
  },
  'rbac.authorization.k8s.io/v1/ClusterRoleBinding': {
    resource: 'kubernetes_cluster_role_binding_v1',
    failsTo: { update: 'Failed to update ClusterRoleBinding: ' },
    operations: bindingOperations,
  },
};
