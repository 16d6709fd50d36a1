import {
  compareStrings,
  isDeleting,
  isMap,
  mapAt,
  metadataText,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import {
  ageColumn,
  at,
  type Column,
  column,
  condition,
  count,
  firstOf,
  integer,
  type KindTable,
  labelsText,
  maps,
  nameColumn,
  selectorText,
  since,
  size,
  text,
  textOr,
  texts,
  truth,
  wide,
} from '../column.ts';
import { humanDuration } from '../duration.ts';
import { events, isDefault, loadBalancers } from './core.ts';

const nameAndAge: KindTable = { columns: [nameColumn, ageColumn] };

/** The name of an object, and whether it is the default of its kind. */
const nameOrDefault = (...keys: readonly string[]) => ({
  ...nameColumn,
  cell: ((object) => {
    const name = metadataText(object, 'name');
    return isDefault(object, ...keys) ? `${name} (default)` : name;
  }) as Column['cell'],
});

/** The first hosts of an Ingress; rules without a host count too. Upstream: printers.go formatHosts. */
function hosts(ingress: ValueMap): string {
  const rules = maps(ingress, 'spec', 'rules');
  const list: string[] = [];
  let more = false;
  for (const rule of rules) {
    if (list.length === 3) more = true;
    const host = text(rule, 'host');
    if (!more && host !== '') list.push(host);
  }
  if (list.length === 0) return '*';
  return more ? `${list.join(',')} + ${rules.length - 3} more...` : list.join(',');
}

const parameters: Column['cell'] = (object) => {
  if (!isMap(at(object, 'spec', 'parameters'))) return '<none>';
  const group = at(object, 'spec', 'parameters', 'apiGroup');
  const kind = text(object, 'spec', 'parameters', 'kind');
  return `${kind}${typeof group === 'string' ? `.${group}` : ''}/${text(object, 'spec', 'parameters', 'name')}`;
};

const parent: Column['cell'] = (object) => {
  if (!isMap(at(object, 'spec', 'parentRef'))) return '<none>';
  const part = (key: string) => text(object, 'spec', 'parentRef', key);
  const resource = (part('group') === '' ? part('resource') : `${part('resource')}.${part('group')}`).toLowerCase();
  return `${resource}${part('namespace') === '' ? '' : `/${part('namespace')}`}/${part('name')}`;
};

const role: Column['cell'] = (object) => `${text(object, 'roleRef', 'kind')}/${text(object, 'roleRef', 'name')}`;

/** The subjects of one kind. Upstream: pkg/apis/rbac/helpers.go SubjectsStrings. */
const subjects =
  (kind: string): Column['cell'] =>
  (object) =>
    maps(object, 'subjects')
      .filter((subject) => text(subject, 'kind') === kind)
      .map((subject) =>
        kind === 'ServiceAccount' ? `${text(subject, 'namespace')}/${text(subject, 'name')}` : text(subject, 'name'),
      )
      .join(', ');

const bindings: KindTable = {
  columns: [
    nameColumn,
    column('Role', role),
    ageColumn,
    wide('Users', subjects('User')),
    wide('Groups', subjects('Group')),
    wide('ServiceAccounts', subjects('ServiceAccount')),
  ],
};

const flag =
  (otherwise: boolean, key: string): Column['cell'] =>
  (object) => {
    const value = at(object, 'spec', key);
    return typeof value === 'boolean' ? value : otherwise;
  };

const tokenRequests: Column['cell'] = (object) =>
  at(object, 'spec', 'tokenRequests') === undefined
    ? '<unset>'
    : maps(object, 'spec', 'tokenRequests')
        .map((request) => text(request, 'audience'))
        .join(',');

const webhooks: KindTable = {
  columns: [nameColumn, integer('Webhooks', (object) => size(object, 'webhooks')), ageColumn],
};

const paramKind: Column['cell'] = (object) =>
  isMap(at(object, 'spec', 'paramKind'))
    ? `${text(object, 'spec', 'paramKind', 'apiVersion')}/${text(object, 'spec', 'paramKind', 'kind')}`
    : '<unset>';

/** A label selector as the server's own dump. Upstream: apimachinery pkg/apis/meta/v1/generated.pb.go LabelSelector.String. */
function selectorDump(selector: ValueMap): string {
  const labels = mapAt(selector, 'matchLabels');
  const keys = [...(labels?.keys() ?? [])].sort(compareStrings);
  const expressions = maps(selector, 'matchExpressions').map(
    (each) =>
      `LabelSelectorRequirement{Key:${text(each, 'key')},Operator:${text(each, 'operator')},Values:[${texts(each, 'values').join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${keys
    .map((key) => `${key}: ${stringAt(labels, key) ?? ''},`)
    .join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}

const paramRef: Column['cell'] = (object) => {
  const reference = at(object, 'spec', 'paramRef');
  if (!isMap(reference)) return '<unset>';
  const name = text(reference, 'name');
  if (name !== '') return `${text(reference, 'namespace') || '*'}/${name}`;
  const selector = mapAt(reference, 'selector');
  return selector === undefined ? '<unset>' : selectorDump(selector);
};

const policies = (title: string, key: string): KindTable => ({
  columns: [
    nameColumn,
    integer(title, (object) => size(object, 'spec', key)),
    column('ParamKind', paramKind),
    ageColumn,
  ],
});

const policyBindings: KindTable = {
  columns: [
    nameColumn,
    column('PolicyName', (object) => text(object, 'spec', 'policyName')),
    column('ParamRef', paramRef),
    ageColumn,
  ],
};

/** Upstream: printers.go extractCSRStatus. */
const csrStatus: Column['cell'] = (object) => {
  const has = (type: string) => condition(object, type) !== undefined;
  const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const failed = has('Failed') ? ',Failed' : '';
  return `${decided}${failed}${text(object, 'status', 'certificate') === '' ? '' : ',Issued'}`;
};

const seconds: Column['cell'] = (object) => {
  const asked = at(object, 'spec', 'expirationSeconds');
  return typeof asked === 'bigint' ? humanDuration(Number(asked)) : '<none>';
};

/** A number of a limited priority level, or of its queues. */
const limited =
  (...path: readonly string[]): Column['cell'] =>
  (object) =>
    isMap(at(object, 'spec', 'limited', ...path.slice(0, -1))) ? count(object, 'spec', 'limited', ...path) : '<none>';

const claimState: Column['cell'] = (object) => {
  const gone = isDeleting(object) ? ['deleted'] : [];
  if (!isMap(at(object, 'status', 'allocation'))) return [...gone, ...(gone.length === 0 ? ['pending'] : [])].join(',');
  return [...gone, 'allocated', ...(size(object, 'status', 'reservedFor') > 0n ? ['reserved'] : [])].join(',');
};

const slicePorts = (object: ValueMap) =>
  firstOf(
    maps(object, 'ports').map((port) => {
      const number = port.get('port');
      return typeof number === 'bigint' ? String(number) : textOr('*', port, 'name');
    }),
  );

const taint =
  (key: string): Column['cell'] =>
  (object) =>
    text(object, 'spec', 'taint', key);

const certificateState: Column['cell'] = (object) =>
  maps(object, 'status', 'conditions')
    .map((each) => text(each, 'type'))
    .findLast((type) => ['Issued', 'Denied', 'Failed'].includes(type)) ?? 'Pending';

const migration: Column['cell'] = (object) =>
  maps(object, 'status', 'conditions')
    .filter((each) => text(each, 'status') === 'True')
    .map((each) => text(each, 'type'))
    .findLast((type) => ['Running', 'Failed', 'Succeeded'].includes(type)) ?? 'Unknown';

const precedence = (object: ValueMap) => count(object, 'spec', 'matchingPrecedence');

/** All other groups. Upstream: k8s.io/kubernetes pkg/printers/internalversion/printers.go. */
export const others: Readonly<Record<string, KindTable>> = {
  'events.k8s.io/events': events,
  'networking.k8s.io/ingresses': {
    columns: [
      nameColumn,
      column('Class', (object) => textOr('<none>', object, 'spec', 'ingressClassName')),
      column('Hosts', hosts),
      column('Address', loadBalancers),
      column('Ports', (object) => (size(object, 'spec', 'tls') > 0n ? '80, 443' : '80')),
      ageColumn,
    ],
  },
  'networking.k8s.io/ingressclasses': {
    columns: [
      { ...nameOrDefault('ingressclass.kubernetes.io/is-default-class'), from: 36 },
      { ...nameColumn, until: 35 },
      column('Controller', (object) => text(object, 'spec', 'controller')),
      column('Parameters', parameters),
      ageColumn,
    ],
  },
  'networking.k8s.io/networkpolicies': {
    columns: [
      nameColumn,
      column('Pod-Selector', (object) => selectorText(at(object, 'spec', 'podSelector'))),
      ageColumn,
    ],
  },
  'networking.k8s.io/servicecidrs': {
    columns: [nameColumn, column('CIDRs', (object) => texts(object, 'spec', 'cidrs').join(',')), ageColumn],
  },
  'networking.k8s.io/ipaddresses': { columns: [nameColumn, column('ParentRef', parent)] },
  'discovery.k8s.io/endpointslices': {
    columns: [
      nameColumn,
      column('AddressType', (object) => text(object, 'addressType')),
      column('Ports', slicePorts),
      column('Endpoints', (object) => firstOf(maps(object, 'endpoints').flatMap((each) => texts(each, 'addresses')))),
      ageColumn,
    ],
  },
  'rbac.authorization.k8s.io/rolebindings': bindings,
  'rbac.authorization.k8s.io/clusterrolebindings': bindings,
  'certificates.k8s.io/certificatesigningrequests': {
    columns: [
      nameColumn,
      ageColumn,
      column('SignerName', (object) => text(object, 'spec', 'signerName') || '<none>'),
      column('Requestor', (object) => text(object, 'spec', 'username')),
      column('RequestedDuration', seconds),
      column('Condition', csrStatus),
    ],
  },
  'certificates.k8s.io/clustertrustbundles': {
    columns: [nameColumn, column('SignerName', (object) => text(object, 'spec', 'signerName') || '<none>')],
  },
  'certificates.k8s.io/podcertificaterequests': {
    columns: [
      nameColumn,
      column('PodName', (object) => text(object, 'spec', 'podName')),
      column('ServiceAccountName', (object) => text(object, 'spec', 'serviceAccountName')),
      column('NodeName', (object) => text(object, 'spec', 'nodeName')),
      column('SignerName', (object) => text(object, 'spec', 'signerName')),
      column('State', certificateState),
      {
        ...column('UnverifiedUserAnnotations', (object) => labelsText(at(object, 'spec', 'unverifiedUserAnnotations'))),
        from: 35,
      },
    ],
  },
  'coordination.k8s.io/leases': {
    columns: [nameColumn, column('Holder', (object) => text(object, 'spec', 'holderIdentity')), ageColumn],
  },
  'coordination.k8s.io/leasecandidates': {
    columns: [
      nameColumn,
      column('LeaseName', (object) => text(object, 'spec', 'leaseName')),
      column('BinaryVersion', (object) => text(object, 'spec', 'binaryVersion')),
      column('EmulationVersion', (object) => text(object, 'spec', 'emulationVersion')),
      ageColumn,
    ],
  },
  'storage.k8s.io/storageclasses': {
    columns: [
      nameOrDefault('storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'),
      column('Provisioner', (object) => text(object, 'provisioner')),
      column('ReclaimPolicy', (object) => textOr('Delete', object, 'reclaimPolicy')),
      column('VolumeBindingMode', (object) => textOr('Immediate', object, 'volumeBindingMode')),
      column('AllowVolumeExpansion', (object) => truth(object, 'allowVolumeExpansion')),
      ageColumn,
    ],
  },
  'storage.k8s.io/volumeattributesclasses': {
    columns: [
      { ...nameOrDefault('storageclass.kubernetes.io/is-default-class'), until: 33 },
      { ...nameColumn, from: 34 },
      column('DriverName', (object) => text(object, 'driverName')),
      ageColumn,
    ],
  },
  'storage.k8s.io/volumeattachments': {
    columns: [
      nameColumn,
      { ...column('Attacher', (object) => text(object, 'spec', 'attacher')), format: 'name' },
      column('PV', (object) => text(object, 'spec', 'source', 'persistentVolumeName')),
      column('Node', (object) => text(object, 'spec', 'nodeName')),
      column('Attached', (object) => truth(object, 'status', 'attached'), 'boolean'),
      ageColumn,
    ],
  },
  'storage.k8s.io/csinodes': {
    columns: [nameColumn, integer('Drivers', (object) => size(object, 'spec', 'drivers')), ageColumn],
  },
  'storage.k8s.io/csidrivers': {
    columns: [
      nameColumn,
      column('AttachRequired', flag(true, 'attachRequired'), 'boolean'),
      column('PodInfoOnMount', flag(false, 'podInfoOnMount'), 'boolean'),
      column('StorageCapacity', flag(false, 'storageCapacity'), 'boolean'),
      column('TokenRequests', tokenRequests),
      column('RequiresRepublish', flag(false, 'requiresRepublish'), 'boolean'),
      column('Modes', (object) => texts(object, 'spec', 'volumeLifecycleModes').join(',') || '<none>'),
      ageColumn,
    ],
  },
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': webhooks,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': webhooks,
  'admissionregistration.k8s.io/validatingadmissionpolicies': policies('Validations', 'validations'),
  'admissionregistration.k8s.io/mutatingadmissionpolicies': policies('Mutations', 'mutations'),
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': policyBindings,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': policyBindings,
  'scheduling.k8s.io/priorityclasses': {
    columns: [
      nameColumn,
      integer('Value', (object) => count(object, 'value')),
      column('Global-Default', (object) => truth(object, 'globalDefault'), 'boolean'),
      ageColumn,
      column('PreemptionPolicy', (object) => text(object, 'preemptionPolicy')),
    ],
  },
  'node.k8s.io/runtimeclasses': {
    columns: [nameColumn, column('Handler', (object) => text(object, 'handler')), ageColumn],
  },
  'resource.k8s.io/deviceclasses': nameAndAge,
  'resource.k8s.io/resourceclaimtemplates': nameAndAge,
  'resource.k8s.io/resourceclaims': { columns: [nameColumn, column('State', claimState), ageColumn] },
  'resource.k8s.io/resourceslices': {
    columns: [
      nameColumn,
      column('Node', (object) => text(object, 'spec', 'nodeName')),
      column('Driver', (object) => text(object, 'spec', 'driver')),
      column('Pool', (object) => text(object, 'spec', 'pool', 'name')),
      ageColumn,
    ],
  },
  'resource.k8s.io/devicetaintrules': {
    columns: [
      nameColumn,
      column('Key', taint('key')),
      column('Value', taint('value')),
      column('Effect', taint('effect')),
      column('TimeAdded', (object, { now }) => {
        const added = text(object, 'spec', 'taint', 'timeAdded');
        return added === '' ? '' : since(added, now);
      }),
      ageColumn,
    ],
  },
  'storagemigration.k8s.io/storageversionmigrations': {
    columns: [
      { ...nameColumn, format: '' },
      column('Resource', (object) => {
        const [group, resource] = [
          text(object, 'spec', 'resource', 'group'),
          text(object, 'spec', 'resource', 'resource'),
        ];
        return group === '' ? resource : `${resource}.${group}`;
      }),
      column('Status', migration),
    ],
  },
  'flowcontrol.apiserver.k8s.io/flowschemas': {
    compare: (a, b) =>
      Number(precedence(a) - precedence(b)) || compareStrings(metadataText(a, 'name'), metadataText(b, 'name')),
    columns: [
      nameColumn,
      column('PriorityLevel', (object) => text(object, 'spec', 'priorityLevelConfiguration', 'name')),
      column('MatchingPrecedence', precedence),
      column('DistinguisherMethod', (object) =>
        isMap(at(object, 'spec', 'distinguisherMethod'))
          ? text(object, 'spec', 'distinguisherMethod', 'type')
          : '<none>',
      ),
      ageColumn,
      column('MissingPL', (object) => stringAt(condition(object, 'Dangling'), 'status') ?? '?'),
    ],
  },
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': {
    columns: [
      nameColumn,
      column('Type', (object) => text(object, 'spec', 'type')),
      column('NominalConcurrencyShares', limited('nominalConcurrencyShares')),
      column('Queues', limited('limitResponse', 'queuing', 'queues')),
      column('HandSize', limited('limitResponse', 'queuing', 'handSize')),
      column('QueueLengthLimit', limited('limitResponse', 'queuing', 'queueLengthLimit')),
      ageColumn,
    ],
  },
};
