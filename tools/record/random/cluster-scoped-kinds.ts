import type { RandomKind } from './kind.ts';
import { any, list, map, oneOf } from './makers.ts';
import { labelSelector, nodeSelector } from './scheduling.ts';
import { sharedSources } from './volume.ts';
import { labels, yes } from './words.ts';

const scheduling = map({
  nodeSelector: labels,
  tolerations: list(map({ 'key!': any('k', 'l'), 'operator!': 'Exists', effect: any('NoSchedule') }), 0, 2, 'key'),
});

/** The kinds whose objects live outside of namespaces. */
export const clusterKinds: readonly RandomKind[] = [
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    plural: 'namespaces',
    cluster: true,
    body: map({ 'spec?': map({ finalizers: list(any('kubernetes', 'x.io/f'), 1, 2) }) }),
    status: map({ phase: 'Active', 'conditions?': list(map({ 'type!': 'X', 'status!': 'True' }), 0, 1) }),
  },
  {
    apiVersion: 'v1',
    kind: 'Node',
    plural: 'nodes',
    cluster: true,
    body: map({
      'spec!': map({
        unschedulable: yes,
        podCIDR: '10.1.0.0/24',
        'podCIDRs?': list('10.1.0.0/24', 1, 1),
        'providerID?': 'x://y',
        taints: list(
          map({
            'key!': any('a', 'b'),
            'effect!': any('NoSchedule', 'NoExecute', 'PreferNoSchedule'),
            value: any('v', ''),
          }),
          0,
          3,
          'key',
          'effect',
        ),
      }),
    }),
    status: map({
      capacity: map({ cpu: any('4', 4, '4000m'), memory: any('8Gi', '8192Mi'), pods: any(110, '110') }),
      allocatable: map({ cpu: '3920m' }),
      conditions: list(
        map({ 'type!': any('Ready', 'DiskPressure'), 'status!': any('True', 'False'), reason: 'R' }),
        0,
        2,
        'type',
      ),
      addresses: list(map({ 'type!': any('InternalIP', 'Hostname'), 'address!': any('10.0.0.1', 'n1') }), 0, 2),
      nodeInfo: map({ kubeletVersion: 'v1.36.3' }),
      images: list(map({ names: list('nginx:1', 1, 1), sizeBytes: 100 }), 0, 1),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    plural: 'persistentvolumes',
    cluster: true,
    body: map({
      'spec!': map({
        'capacity!': map({ 'storage!': any('1Gi', '1024Mi', '5G', '0.5Ti') }),
        'accessModes!': list(any('ReadWriteOnce', 'ReadOnlyMany'), 1, 2),
        persistentVolumeReclaimPolicy: any('Retain', 'Delete'),
        storageClassName: any('fast', ''),
        volumeMode: any('Filesystem', 'Block'),
        mountOptions: list(any('ro', 'nfsvers=4'), 0, 2),
        'claimRef?': map({ 'namespace!': 'n', 'name!': 'c', kind: 'PersistentVolumeClaim' }),
        'nodeAffinity?': map({ 'required!': nodeSelector }),
        '...': oneOf({
          ...sharedSources,
          csi: map({
            'driver!': 'x.io',
            'volumeHandle!': 'h',
            readOnly: yes,
            fsType: 'ext4',
            volumeAttributes: labels,
          }),
          iscsi: map({
            'targetPortal!': '1.2.3.4:3260',
            'iqn!': 'iqn.2015-02.example.com:a',
            'lun!': any(0, 1),
            iscsiInterface: 'default',
          }),
          rbd: map({ 'monitors!': list('m1', 1, 1), 'image!': 'i', pool: 'p' }),
          cephfs: map({ 'monitors!': list('m1', 1, 1), path: '/p' }),
          scaleIO: map({
            'gateway!': 'g',
            'system!': 's',
            'secretRef!': { name: 's', namespace: 'n' },
            'volumeName!': 'v',
            storageMode: 'ThickProvisioned',
          }),
          flexVolume: map({ 'driver!': 'x/y', options: labels }),
          azureFile: map({ 'secretName!': 's', 'shareName!': 'h', secretNamespace: 'n' }),
        }),
      }),
    }),
    status: map({ 'phase!': any('Available', 'Bound'), message: 'm' }),
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    plural: 'storageclasses',
    cluster: true,
    body: map({
      'provisioner!': 'x.io/y',
      parameters: labels,
      reclaimPolicy: any('Retain', 'Delete'),
      mountOptions: list(any('a', 'b'), 0, 2),
      'allowVolumeExpansion?': yes,
      'volumeBindingMode?': any('Immediate', 'WaitForFirstConsumer'),
      'allowedTopologies?': list(
        map({ 'matchLabelExpressions!': list(map({ 'key!': 'zone', 'values!': list(any('a', 'b'), 1, 2) }), 1, 1) }),
        1,
        1,
      ),
    }),
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    plural: 'csidrivers',
    cluster: true,
    body: map({
      'spec!': map({
        attachRequired: yes,
        podInfoOnMount: yes,
        storageCapacity: yes,
        fsGroupPolicy: any('File', 'None', 'ReadWriteOnceWithFSType'),
        'volumeLifecycleModes?': list(any('Persistent', 'Ephemeral'), 1, 2),
        'requiresRepublish?': yes,
        'seLinuxMount?': yes,
        'tokenRequests?': list(map({ 'audience!': any('a', 'b'), expirationSeconds: any(3600) }), 0, 2, 'audience'),
      }),
    }),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    plural: 'ingressclasses',
    cluster: true,
    body: map({
      'spec!': map({
        'controller!': 'x.io/c',
        parameters: any(map({ 'apiGroup!': 'x.io', 'kind!': 'P', 'name!': 'p', scope: any('Cluster') }), {
          apiGroup: 'x.io',
          kind: 'P',
          name: 'p',
          scope: 'Namespace',
          namespace: 'n',
        }),
      }),
    }),
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    plural: 'priorityclasses',
    cluster: true,
    body: map({
      'value!': 10,
      'globalDefault?': false,
      description: any('d', 'e', ''),
      'preemptionPolicy?': any('PreemptLowerPriority'),
    }),
  },
  {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    plural: 'runtimeclasses',
    cluster: true,
    body: map({
      'handler!': 'h',
      overhead: map({ 'podFixed!': map({ cpu: any('100m', '0.1'), memory: '1Mi' }) }),
      scheduling,
    }),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    plural: 'clusterroles',
    cluster: true,
    body: map({
      rules: list(
        any(
          map({
            'apiGroups!': list(any('', 'apps'), 1, 2),
            'resources!': list(any('pods', 'nodes'), 1, 2),
            'verbs!': list(any('get', 'list', '*'), 1, 3),
          }),
          map({ 'nonResourceURLs!': list(any('/x', '/healthz'), 1, 2), 'verbs!': list('get', 1, 1) }),
        ),
        0,
        2,
      ),
      'aggregationRule?': map({ clusterRoleSelectors: list(labelSelector, 0, 2) }),
    }),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    plural: 'clusterrolebindings',
    cluster: true,
    body: map({
      'roleRef!': map({ 'kind!': 'ClusterRole', 'name!': 'r', 'apiGroup!': 'rbac.authorization.k8s.io' }),
      subjects: list(map({ 'kind!': any('User', 'Group'), 'name!': any('u', 'v') }), 0, 2),
    }),
  },
];
