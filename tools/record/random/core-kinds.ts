import type { RandomKind } from './kind.ts';
import { always, conditions, counted } from './kind.ts';
import { any, list, map } from './makers.ts';
import { podSpec, podTemplate } from './pod.ts';
import { claimSpec } from './volume.ts';
import { labels, small, yes } from './words.ts';

/** The namespaced kinds of the core group. */
export const coreKinds: readonly RandomKind[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    body: map({
      'data!': map({ a: any('1', '', 'x\ny', '2'), 'b.c': any('1', 'true', 'é'), d: 'z' }),
      'binaryData?': map({ e: any('YQ==', 'YWI=', '') }),
      'immutable?': false,
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    plural: 'secrets',
    body: map({
      data: map({ a: any('YQ==', 'YWI=', ''), b: any('Yg==', null) }),
      stringData: map({ a: any('s', ''), c: 't' }),
      'type?': any('Opaque'),
      'immutable?': false,
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    plural: 'services',
    body: map({
      'spec!': map({
        'clusterIP!': 'None',
        'clusterIPs?': list('None', 1, 1),
        selector: labels,
        'type?': 'ClusterIP',
        'externalIPs?': list(any('1.2.3.4', '1.2.3.5'), 0, 2),
        sessionAffinity: any('None', 'ClientIP'),
        'sessionAffinityConfig?': map({ 'clientIP!': map({ timeoutSeconds: any(10, 10800) }) }),
        'publishNotReadyAddresses?': yes,
        'ipFamilies?': list(any('IPv4'), 1, 1),
        'ipFamilyPolicy?': any('SingleStack', 'PreferDualStack'),
        'internalTrafficPolicy?': any('Cluster', 'Local'),
        'trafficDistribution?': any('PreferClose', 'PreferSameZone'),
        'loadBalancerIP?': '1.2.3.4',
        'ports!': list(
          map({
            'port!': any(80, 53, 443, 8080),
            'name!': any('http', 'dns', 'tls', 'alt', 'x'),
            protocol: any('TCP', 'UDP', 'SCTP'),
            targetPort: any(80, 'http', '8080', 53, 0),
            'appProtocol?': any('x', 'kubernetes.io/h2c'),
          }),
          1,
          3,
          'name',
        ),
      }),
    }),
    status: map({
      loadBalancer: map({ ingress: list(map({ 'ip!': any('1.1.1.1', '2.2.2.2'), ipMode: 'VIP' }), 0, 1) }),
      conditions: list(
        map({
          'type!': 'X',
          'status!': 'True',
          'reason!': 'R',
          'message!': '',
          'lastTransitionTime!': '2025-01-01T00:00:00Z',
        }),
        0,
        1,
      ),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    plural: 'serviceaccounts',
    body: map({
      secrets: list(map({ 'name!': any('a', 'b'), 'namespace?': 'n' }), 0, 2, 'name'),
      imagePullSecrets: list(map({ name: any('c', 'd') }), 0, 3),
      automountServiceAccountToken: yes,
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    plural: 'pods',
    body: map({ 'spec!': podSpec({ 'restartPolicy?': any('Always', 'Never', 'OnFailure') }) }),
    status: map({
      phase: any('Running', 'Pending'),
      'podIP?': any('10.0.0.1'),
      'podIPs?': list(map({ 'ip!': '10.0.0.1' }), 0, 1),
      conditions,
      'message?': 'm',
      'hostIP?': '10.1.1.1',
    }),
  },
  { apiVersion: 'v1', kind: 'PodTemplate', plural: 'podtemplates', body: map({ 'template!': podTemplate(always) }) },
  {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    plural: 'replicationcontrollers',
    body: map({
      'spec!': map({
        replicas: small,
        minReadySeconds: small,
        'selector!': { app: 'web' },
        'template!': podTemplate(always),
      }),
    }),
    status: counted,
    scale: true,
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    plural: 'persistentvolumeclaims',
    body: map({ 'spec!': claimSpec }),
    status: map({
      phase: any('Pending', 'Bound'),
      accessModes: list('ReadWriteOnce', 0, 1),
      capacity: map({ storage: any('1Gi', '2Gi', '1024Mi') }),
      'conditions?': list(map({ 'type!': 'Resizing', 'status!': 'True' }), 0, 1),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    plural: 'resourcequotas',
    body: map({
      'spec!': map({
        hard: map({
          cpu: any('1', '1000m', 1),
          'requests.memory': any('1Gi', '1024Mi'),
          pods: any('4', 4, '1e1'),
          'services.nodeports': 0,
          'count/x.io': '5',
        }),
        'scopes?': list(any('BestEffort', 'NotTerminating'), 0, 2),
        'scopeSelector?': map({
          matchExpressions: list(
            map({ 'scopeName!': 'PriorityClass', 'operator!': 'In', 'values!': list(any('high', 'low'), 1, 2) }),
            0,
            1,
          ),
        }),
      }),
    }),
    status: map({ hard: map({ pods: any('4', 4) }), used: map({ pods: any(1, '1.0', '0') }) }),
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    plural: 'limitranges',
    body: map({
      'spec!': map({
        'limits!': list(
          any(
            map({
              'type!': 'Container',
              max: map({ cpu: any('2', 2), memory: '2Gi' }),
              min: map({ cpu: any('10m', '0.01') }),
              default: map({ cpu: '1', memory: '1Gi' }),
              defaultRequest: map({ cpu: any('100m', '0.1') }),
            }),
            map({ 'type!': 'PersistentVolumeClaim', 'max!': map({ 'storage!': any('1Ti', '1024Gi') }) }),
          ),
          0,
          2,
        ),
      }),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'Endpoints',
    plural: 'endpoints',
    body: map({
      subsets: list(
        map({
          'addresses!': list(
            map({
              'ip!': any('10.0.0.1', '10.0.0.2'),
              'hostname?': 'h',
              'nodeName?': 'n',
              'targetRef?': { kind: 'Pod', name: 'p' },
            }),
            1,
            2,
            'ip',
          ),
          'notReadyAddresses?': list(map({ 'ip!': '10.0.0.3' }), 0, 1),
          'ports!': list(
            map({ 'name!': any('a', 'b'), 'port!': any(80, 81), protocol: any('TCP', 'UDP') }),
            0,
            2,
            'name',
          ),
        }),
        0,
        2,
      ),
    }),
  },
];
