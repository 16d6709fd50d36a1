import { any, list, type Maker, map } from '../makers.ts';
import { yes } from '../words.ts';
import { missing, type Names } from './names.ts';

const cpu = any('100m', '500m', '1', '2', '0.1');
const memory = any('64Mi', '128Mi', '1Gi', '2Gi');
const resources = any(
  {},
  map({ requests: map({ cpu, memory }) }),
  map({ requests: map({ cpu: any('100m', '1'), memory }), 'limits!': map({ cpu: any('1', '2', '4'), memory: '2Gi' }) }),
  map({ 'limits!': map({ 'cpu!': '1', 'memory!': '1Gi' }) }),
);
const restricted = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const seccomp = any({ type: 'RuntimeDefault' }, { type: 'Unconfined' }, { type: 'Localhost', localhostProfile: 'p' });
const containerSecurity = any(
  restricted,
  restricted,
  map({
    'privileged?': yes,
    runAsUser: any(0, 1000),
    runAsNonRoot: yes,
    capabilities: map({
      add: list(any('NET_ADMIN', 'CHOWN', 'NET_BIND_SERVICE'), 0, 2),
      drop: list(any('ALL', 'KILL'), 0, 2),
    }),
    seccompProfile: seccomp,
    'seLinuxOptions?': map({ type: any('t', 'container_t', ''), user: 'u' }),
    'procMount?': any('Default', 'Unmasked'),
    'appArmorProfile?': any({ type: 'RuntimeDefault' }, { type: 'Unconfined' }),
    'windowsOptions?': map({ hostProcess: false }),
  }),
);

/** A container with one of some names. */
export function containerOf(name: Maker): Maker {
  return map({
    'name!': name,
    'image!': any('nginx', 'nginx:1', 'busybox:1.2'),
    resources,
    securityContext: containerSecurity,
    env: list(map({ 'name!': any('A', 'B'), 'value!': any('1', '') }), 0, 2, 'name'),
    'ports?': list(map({ 'containerPort!': any(80, 53), 'hostPort?': any(8080) }), 1, 1),
    'imagePullPolicy?': any('Always', 'IfNotPresent'),
  });
}

const volumes = list(
  any(
    map({ 'name!': 'v', 'emptyDir!': {} }),
    map({ 'name!': 'w', 'configMap!': { name: 'a' } }),
    map({ 'name!': 'h', 'hostPath!': { path: '/d' } }),
    map({ 'name!': 'c', 'persistentVolumeClaim!': { claimName: 'web' } }),
    map({ 'name!': 's', 'secret!': map({ 'secretName!': any('a', 'z') }) }),
  ),
  0,
  2,
  'name',
);
const podSecurity = any(
  { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  map({
    runAsUser: any(0, 1000),
    runAsNonRoot: yes,
    seccompProfile: seccomp,
    'seLinuxOptions?': map({ level: 's0:c1,c2', 'role?': 'r' }),
    'sysctls?': list(map({ 'name!': any('kernel.shm_rmid_forced', 'net.core.somaxconn'), 'value!': '1' }), 1, 1),
    'appArmorProfile?': any({ type: 'RuntimeDefault' }, { type: 'Unconfined' }),
  }),
);

/** The spec of a Pod that names the classes of a scenario; `more` has other members. */
export function podSpecOf({ className }: Names, more: Readonly<Record<string, Maker | string>>): Maker {
  return map({
    ...more,
    'containers!': any(list(containerOf(any('web')), 1, 1), list(containerOf(any('web', 'side')), 1, 2, 'name')),
    'initContainers?': list(containerOf(any('i1', 'i2')), 1, 2, 'name'),
    'volumes?': volumes,
    'hostNetwork?': true,
    'hostPID?': yes,
    'hostUsers?': yes,
    securityContext: podSecurity,
    'priorityClassName?': any(className, className, missing, 'system-node-critical'),
    'priority?': any(0, 10),
    'preemptionPolicy?': any('Never', 'PreemptLowerPriority'),
    'runtimeClassName?': any(className, className, missing),
    'overhead?': map({ 'cpu!': any('10m', '20m') }),
    'nodeSelector?': map({ 'zone!': any('a', 'b') }),
    'serviceAccountName?': any('default', 'sa'),
    'automountServiceAccountToken?': yes,
    'imagePullSecrets?': list(map({ 'name!': any('c', 'z') }), 1, 2, 'name'),
    'tolerations?': list(
      any(
        map({ 'key!': any('node.kubernetes.io/not-ready', 'k'), 'operator!': 'Exists', effect: 'NoExecute' }),
        map({ 'operator!': 'Exists' }),
      ),
      1,
      2,
    ),
    'terminationGracePeriodSeconds?': any(0, 5),
    'activeDeadlineSeconds?': any(5, 600),
    'resources?': map({ 'requests!': map({ 'cpu!': any('1', '2') }) }),
  });
}
