import type { RandomKind } from './kind.ts';
import { amountOrShare } from './kind.ts';
import { any, list, map } from './makers.ts';
import { labelSelector } from './scheduling.ts';
import { yes } from './words.ts';

const ingressBackend = any(
  map({
    'service!': map({ 'name!': any('s', 't'), 'port!': any({ number: 80 }, { name: 'http' }, { number: 8080 }) }),
  }),
  map({ 'resource!': { apiGroup: 'x.io', kind: 'Bucket', name: 'b' } }),
);
const peers = list(
  any(
    map({ 'podSelector!': labelSelector, namespaceSelector: labelSelector }),
    map({
      'ipBlock!': map({
        'cidr!': any('10.0.0.0/8', '192.168.0.0/16'),
        except: list(any('10.1.0.0/16', '10.2.0.0/16'), 0, 1),
      }),
    }),
  ),
  0,
  2,
);
const policyPorts = list(map({ protocol: any('TCP', 'UDP'), port: any(80, 'http'), 'endPort?': 90 }), 0, 2);

/** The kinds of networks, policies and roles. */
export const networkKinds: readonly RandomKind[] = [
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    plural: 'ingresses',
    body: map({
      'spec!': map({
        ingressClassName: any('nginx', 'other'),
        'defaultBackend!': ingressBackend,
        tls: list(map({ 'hosts!': list(any('a.b', 'c.d'), 0, 2), secretName: any('s', '') }), 0, 2),
        rules: list(
          map({
            host: any('a.b', '*.c.d', 'e.f'),
            http: map({
              'paths!': list(
                map({
                  'path!': any('/', '/x'),
                  'pathType!': any('Prefix', 'Exact', 'ImplementationSpecific'),
                  'backend!': ingressBackend,
                }),
                1,
                2,
              ),
            }),
          }),
          0,
          2,
        ),
      }),
    }),
    status: map({
      loadBalancer: map({
        ingress: list(
          map({ ip: '1.1.1.1', hostname: 'h.i', ports: list(map({ 'port!': 80, 'protocol!': 'TCP' }), 0, 1) }),
          0,
          2,
        ),
      }),
    }),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    plural: 'networkpolicies',
    body: map({
      'spec!': map({
        podSelector: labelSelector,
        policyTypes: list(any('Ingress', 'Egress'), 0, 2),
        ingress: list(map({ from: peers, ports: policyPorts }), 0, 2),
        egress: list(map({ to: peers, ports: policyPorts }), 0, 2),
      }),
    }),
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    plural: 'poddisruptionbudgets',
    body: map({
      'spec!': map({
        '...': any(map({ 'minAvailable!': amountOrShare }), map({ 'maxUnavailable!': amountOrShare })),
        selector: labelSelector,
        'unhealthyPodEvictionPolicy?': any('IfHealthyBudget', 'AlwaysAllow'),
      }),
    }),
    status: map({
      'disruptionsAllowed!': any(0, 1),
      'currentHealthy!': 1,
      'desiredHealthy!': 1,
      'expectedPods!': 2,
      observedGeneration: 1,
    }),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    plural: 'roles',
    body: map({
      rules: list(
        map({
          'apiGroups!': list(any('', 'apps', '*'), 1, 2),
          'resources!': list(any('pods', 'deployments', '*'), 1, 2),
          'verbs!': list(any('get', 'list', '*'), 1, 3),
          'resourceNames?': list(any('a', 'b'), 0, 2),
        }),
        0,
        3,
      ),
    }),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    plural: 'rolebindings',
    body: map({
      'roleRef!': map({ 'kind!': 'Role', 'name!': 'r', 'apiGroup!': 'rbac.authorization.k8s.io' }),
      subjects: list(
        any(
          map({ 'kind!': any('User', 'Group'), 'name!': any('u', 'v'), apiGroup: 'rbac.authorization.k8s.io' }),
          map({ 'kind!': 'ServiceAccount', 'name!': any('s', 't'), 'namespace!': 'n', 'apiGroup?': '' }),
        ),
        0,
        3,
      ),
    }),
  },
  {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    plural: 'leases',
    body: map({
      'spec!': map({
        holderIdentity: any('a', 'b'),
        leaseDurationSeconds: any(15, 30),
        acquireTime: any('2025-01-01T00:00:00.000000Z', '2025-01-01T00:00:00.123456Z'),
        renewTime: '2025-01-02T00:00:00.5Z',
        leaseTransitions: any(0, 1),
      }),
    }),
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    plural: 'endpointslices',
    body: map({
      'addressType!': 'IPv4',
      endpoints: list(
        map({
          'addresses!': list(any('10.0.0.1', '10.0.0.2', '10.0.0.3'), 1, 2),
          conditions: map({ ready: yes, serving: yes, 'terminating?': yes }),
          'hostname?': 'h',
          'nodeName?': 'n1',
          'zone?': 'z',
          'targetRef?': { kind: 'Pod', name: 'p' },
          'hints?': map({ forZones: list(map({ 'name!': any('z', 'y') }), 1, 1) }),
          'deprecatedTopology?': any({}, { a: 'b' }),
        }),
        0,
        3,
      ),
      ports: list(
        map({ 'name!': any('a', 'b', ''), 'port!': any(80, 81), protocol: any('TCP', 'UDP'), 'appProtocol?': 'http' }),
        0,
        2,
        'name',
      ),
    }),
  },
];
