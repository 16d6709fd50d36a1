import {
  compareStrings,
  isDeleting,
  isMap,
  mapAt,
  metadataOf,
  sortedKeys,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import {
  ageColumn,
  annotation,
  at,
  type Column,
  column,
  containerColumns,
  count,
  integer,
  type KindColumn,
  type KindTable,
  labelsText,
  maps,
  nameColumn,
  since,
  size,
  text,
  textOr,
  texts,
  wide,
} from '../column.ts';

/** Upstream: printers.go getServiceExternalIP. A server never shortens it. */
function externalAddress(service: ValueMap): string {
  const external = texts(service, 'spec', 'externalIPs').join(',');
  switch (text(service, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return external || '<none>';
    case 'LoadBalancer': {
      const balancers = loadBalancers(service);
      return external === '' ? balancers || '<pending>' : balancers === '' ? external : `${balancers},${external}`;
    }
    case 'ExternalName':
      return text(service, 'spec', 'externalName');
    default:
      return '<unknown>';
  }
}

/** The addresses of load balancers, sorted. Upstream: printers.go loadBalancerStatusStringer. */
export function loadBalancers(object: ValueMap): string {
  const addresses = maps(object, 'status', 'loadBalancer', 'ingress').map(
    (each) => text(each, 'ip') || text(each, 'hostname'),
  );
  return [...new Set(addresses.filter((each) => each !== ''))].sort(compareStrings).join(',');
}

function servicePorts(service: ValueMap): string {
  const ports = maps(service, 'spec', 'ports').map((port) => {
    const node = count(port, 'nodePort');
    return `${count(port, 'port')}${node > 0n ? `:${node}` : ''}/${text(port, 'protocol')}`;
  });
  return ports.join(',') || '<none>';
}

/** The first three addresses of Endpoints. Upstream: printers.go formatEndpoints. */
function endpoints(object: ValueMap): string {
  const subsets = maps(object, 'subsets');
  if (subsets.length === 0) return '<none>';
  const all = subsets.flatMap((subset) => {
    const addresses = maps(subset, 'addresses').map((address) => text(address, 'ip'));
    const ports = maps(subset, 'ports');
    if (ports.length === 0) return addresses;
    return ports.flatMap((port) =>
      addresses.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${count(port, 'port')}`),
    );
  });
  const shown = all.slice(0, 3).join(',');
  return all.length > 3 ? `${shown} + ${all.length - 3} more...` : shown;
}

const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

function accessModes(object: ValueMap, ...path: readonly string[]): string {
  const modes = texts(object, ...path);
  return shortModes
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

function phase(object: ValueMap): string {
  return isDeleting(object) ? 'Terminating' : text(object, 'status', 'phase');
}

const betaClass = 'volume.beta.kubernetes.io/storage-class';
const storageClass: Column['cell'] = (object) =>
  stringAt(mapAt(metadataOf(object), 'annotations'), betaClass) ?? text(object, 'spec', 'storageClassName');
const attributesClass: Column['cell'] = (object) => textOr('<unset>', object, 'spec', 'volumeAttributesClassName');
const volumeMode: Column['cell'] = (object) => textOr('<unset>', object, 'spec', 'volumeMode');
const isBound = (claim: ValueMap) => text(claim, 'spec', 'volumeName') !== '';

function nodeStatus(node: ValueMap): string {
  const ready = maps(node, 'status', 'conditions').findLast((each) => text(each, 'type') === 'Ready');
  const status = ready === undefined ? 'Unknown' : text(ready, 'status') === 'True' ? 'Ready' : 'NotReady';
  return at(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

const rolePrefix = 'node-role.kubernetes.io/';

function nodeRoles(node: ValueMap): string {
  const labels = mapAt(metadataOf(node), 'labels') ?? new Map();
  const roles = [...labels].flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return [key.slice(rolePrefix.length)];
    return key === 'kubernetes.io/role' ? [String(value)] : [];
  });
  return [...new Set(roles.filter((role) => role !== ''))].sort(compareStrings).join(',') || '<none>';
}

const nodeAddress =
  (type: string): Column['cell'] =>
  (node) => {
    const found = maps(node, 'status', 'addresses').find((each) => text(each, 'type') === type);
    return found === undefined ? '<none>' : text(found, 'address');
  };

const nodeInfo =
  (key: string): Column['cell'] =>
  (node) =>
    text(node, 'status', 'nodeInfo', key) || '<unknown>';

const kernel: Column['cell'] = (node, context) => {
  const version = nodeInfo('kernelVersion')(node, context);
  const architecture = text(node, 'status', 'nodeInfo', 'architecture');
  return context.minor >= 36 && architecture !== '' ? `${version} (${architecture})` : version;
};

/** Used and hard amounts of a quota, of limits or of all else. Upstream: printers.go printResourceQuota. */
function quotaAmounts(quota: ValueMap, limits: boolean): string {
  const hard = at(quota, 'status', 'hard');
  if (!isMap(hard)) return '';
  return sortedKeys(hard)
    .filter((name) => name.startsWith('limits.') === limits)
    .map(
      (name) => `${name}: ${textOr('0', quota, 'status', 'used', name)}/${textOr('0', quota, 'status', 'hard', name)}`,
    )
    .join(', ');
}

const healthy = (object: ValueMap) => maps(object, 'conditions').find((each) => text(each, 'type') === 'Healthy');

function firstSeen(event: ValueMap, now: number): string {
  const first = text(event, 'firstTimestamp') || text(event, 'deprecatedFirstTimestamp');
  return since(first || text(event, 'eventTime'), now);
}

const lastSeen: Column['cell'] = (event, { now }) => {
  if (isMap(event.get('series'))) return since(text(event, 'series', 'lastObservedTime'), now);
  const last = text(event, 'lastTimestamp') || text(event, 'deprecatedLastTimestamp');
  return last === '' ? firstSeen(event, now) : since(last, now);
};

/** The object that an event is about; both groups of events name it in their own way. */
const about = (event: ValueMap): ValueMap =>
  mapAt(event, 'involvedObject') ?? mapAt(event, 'regarding') ?? new Map<string, never>();

function eventSource(event: ValueMap): string {
  const source = mapAt(event, 'source') ?? mapAt(event, 'deprecatedSource') ?? new Map<string, never>();
  const component =
    text(source, 'component') || text(event, 'reportingComponent') || text(event, 'reportingController');
  const instance = text(source, 'host') || text(event, 'reportingInstance');
  return instance === '' ? component : `${component}, ${instance}`;
}

function eventCount(event: ValueMap): bigint {
  if (isMap(event.get('series'))) return count(event, 'series', 'count');
  return count(event, 'count') || count(event, 'deprecatedCount') || 1n;
}

/** Events of both groups. */
export const events: KindTable = {
  columns: [
    column('Last Seen', lastSeen),
    column('Type', (event) => text(event, 'type')),
    column('Reason', (event) => text(event, 'reason')),
    column('Object', (event) => {
      const object = about(event);
      const kind = text(object, 'kind').toLowerCase();
      return text(object, 'name') === '' ? kind : `${kind}/${text(object, 'name')}`;
    }),
    wide('Subobject', (event) => text(about(event), 'fieldPath')),
    wide('Source', eventSource),
    column('Message', (event) => (text(event, 'message') || text(event, 'note')).trim()),
    wide('First Seen', (event, { now }) => firstSeen(event, now)),
    wide('Count', eventCount),
    { ...nameColumn, priority: 1 },
  ],
};

/** Replicas, and which of them are there. */
export const replicaColumns: readonly KindColumn[] = [
  integer('Desired', (object) => count(object, 'spec', 'replicas')),
  integer('Current', (object) => count(object, 'status', 'replicas')),
  integer('Ready', (object) => count(object, 'status', 'readyReplicas')),
];

/** The core group but for Pods. Upstream: k8s.io/kubernetes pkg/printers/internalversion/printers.go. */
export const core: Readonly<Record<string, KindTable>> = {
  '/replicationcontrollers': {
    columns: [
      nameColumn,
      ...replicaColumns,
      ageColumn,
      ...containerColumns('spec', 'template', 'spec'),
      wide('Selector', (object) => labelsText(at(object, 'spec', 'selector'))),
    ],
  },
  '/services': {
    columns: [
      nameColumn,
      column('Type', (object) => text(object, 'spec', 'type')),
      column('Cluster-IP', (object) => texts(object, 'spec', 'clusterIPs')[0] ?? '<none>'),
      column('External-IP', externalAddress),
      column('Port(s)', servicePorts),
      ageColumn,
      wide('Selector', (object) => labelsText(at(object, 'spec', 'selector'))),
    ],
  },
  '/endpoints': { columns: [nameColumn, column('Endpoints', endpoints), ageColumn] },
  '/nodes': {
    columns: [
      nameColumn,
      column('Status', nodeStatus),
      column('Roles', nodeRoles),
      ageColumn,
      column('Version', (object) => text(object, 'status', 'nodeInfo', 'kubeletVersion')),
      wide('Internal-IP', nodeAddress('InternalIP')),
      wide('External-IP', nodeAddress('ExternalIP')),
      wide('OS-Image', nodeInfo('osImage')),
      wide('Kernel-Version', kernel),
      wide('Container-Runtime', nodeInfo('containerRuntimeVersion')),
    ],
  },
  '/events': events,
  '/namespaces': { columns: [nameColumn, column('Status', (object) => text(object, 'status', 'phase')), ageColumn] },
  '/secrets': {
    columns: [
      nameColumn,
      column('Type', (object) => text(object, 'type')),
      column('Data', (object) => size(object, 'data')),
      ageColumn,
    ],
  },
  '/serviceaccounts': {
    columns: [nameColumn, { ...column('Secrets', (object) => size(object, 'secrets')), until: 34 }, ageColumn],
  },
  '/persistentvolumes': {
    columns: [
      nameColumn,
      column('Capacity', (object) => textOr('0', object, 'spec', 'capacity', 'storage')),
      column('Access Modes', (object) => accessModes(object, 'spec', 'accessModes')),
      column('Reclaim Policy', (object) => text(object, 'spec', 'persistentVolumeReclaimPolicy')),
      column('Status', phase),
      column('Claim', (object) =>
        isMap(at(object, 'spec', 'claimRef'))
          ? `${text(object, 'spec', 'claimRef', 'namespace')}/${text(object, 'spec', 'claimRef', 'name')}`
          : '',
      ),
      column('StorageClass', storageClass),
      column('VolumeAttributesClass', attributesClass),
      column('Reason', (object) => text(object, 'status', 'reason')),
      ageColumn,
      wide('VolumeMode', volumeMode),
    ],
  },
  '/persistentvolumeclaims': {
    columns: [
      nameColumn,
      column('Status', phase),
      column('Volume', (object) => text(object, 'spec', 'volumeName')),
      column('Capacity', (object) => (isBound(object) ? textOr('0', object, 'status', 'capacity', 'storage') : '')),
      column('Access Modes', (object) => (isBound(object) ? accessModes(object, 'status', 'accessModes') : '')),
      column('StorageClass', storageClass),
      column('VolumeAttributesClass', attributesClass),
      ageColumn,
      wide('VolumeMode', volumeMode),
    ],
  },
  '/componentstatuses': {
    columns: [
      nameColumn,
      column('Status', (object) => {
        const found = healthy(object);
        return found === undefined ? 'Unknown' : text(found, 'status') === 'True' ? 'Healthy' : 'Unhealthy';
      }),
      column('Message', (object) => text(healthy(object) ?? new Map(), 'message')),
      column('Error', (object) => text(healthy(object) ?? new Map(), 'error')),
    ],
  },
  '/configmaps': {
    columns: [nameColumn, column('Data', (object) => size(object, 'data') + size(object, 'binaryData')), ageColumn],
  },
  '/resourcequotas': {
    columns: [
      nameColumn,
      column('Request', (object) => quotaAmounts(object, false)),
      column('Limit', (object) => quotaAmounts(object, true)),
      ageColumn,
    ],
  },
};

/** Whether an annotation says that an object is the default of its kind. */
export function isDefault(object: ValueMap, ...keys: readonly string[]): boolean {
  return keys.some((key) => annotation(object, key) === 'true');
}
