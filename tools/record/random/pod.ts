import { container, initContainer, seccomp, seLinux } from './container.ts';
import { any, list, type Maker, map } from './makers.ts';
import { affinity, spread, tolerations } from './scheduling.ts';
import { plainVolumes, volume } from './volume.ts';
import { annotations, labels, yes } from './words.ts';

const podSecurity = map({
  runAsUser: any(0, 1000),
  runAsNonRoot: yes,
  fsGroup: any(0, 1, 2000),
  'runAsGroup?': any(0, 3),
  supplementalGroups: list(any(1, 2, 3), 0, 3),
  'supplementalGroupsPolicy?': any('Merge', 'Strict'),
  'fsGroupChangePolicy?': any('Always', 'OnRootMismatch'),
  'seccompProfile?': seccomp,
  'seLinuxOptions?': seLinux,
  'seLinuxChangePolicy?': any('Recursive', 'MountOption'),
  'sysctls?': list(
    map({ 'name!': any('kernel.shm_rmid_forced', 'net.core.somaxconn'), 'value!': any('1', '') }),
    0,
    2,
    'name',
  ),
  'appArmorProfile?': any({ type: 'RuntimeDefault' }, { type: 'Unconfined' }),
  'windowsOptions?': map({ runAsUserName: 'U' }),
});
const host = {
  'hostNetwork?': yes,
  'hostPID?': yes,
  'hostIPC?': yes,
  'hostUsers?': yes,
  'shareProcessNamespace?': yes,
};
/** A pod's spec with the restart policies that a kind allows. */
export function podSpec(restartPolicy: Record<string, Maker | string>): Maker {
  return map({
    ...restartPolicy,
    'containers!': any(
      list(container(any('web')), 1, 1, 'name'),
      list(container(any('web', 'side', 'log')), 1, 3, 'name'),
    ),
    'initContainers?': list(initContainer, 0, 2, 'name'),
    '...volumes': any(
      map({ 'volumes!': plainVolumes }),
      map({ 'volumes!': plainVolumes }),
      map({ volumes: list(volume, 0, 4, 'name') }),
    ),
    '...host': map(host),
    'terminationGracePeriodSeconds?': any(0, 5, 30, '#raw:30.0'),
    'activeDeadlineSeconds?': any(5, 600),
    'dnsPolicy?': any('ClusterFirst', 'Default', 'ClusterFirstWithHostNet'),
    'dnsConfig?': map({
      nameservers: list(any('1.1.1.1', '8.8.8.8'), 0, 2),
      searches: list(any('a.b', 'c'), 0, 2),
      options: list(map({ 'name!': any('ndots', 'edns0'), value: any('2', '') }), 0, 2),
    }),
    nodeSelector: labels,
    'serviceAccountName?': any('sa', 'default'),
    'serviceAccount?': any('sa', 'other'),
    'automountServiceAccountToken?': yes,
    'nodeName?': any('n1', ''),
    securityContext: podSecurity,
    'imagePullSecrets?': list(map({ 'name!': any('s1', 's2') }), 0, 2, 'name'),
    'hostname?': 'h',
    'subdomain?': 's',
    'setHostnameAsFQDN?': yes,
    affinity,
    'schedulerName?': any('default-scheduler', 'mine', ''),
    tolerations,
    'hostAliases?': list(map({ 'ip!': any('1.2.3.4', '::1'), hostnames: list(any('h', 'i'), 0, 2) }), 0, 2, 'ip'),
    'priorityClassName?': 'high',
    'priority?': any(0, 10),
    'preemptionPolicy?': any('Never', 'PreemptLowerPriority'),
    'readinessGates?': list(map({ 'conditionType!': any('x.io/r', 'x.io/s') }), 0, 2, 'conditionType'),
    'runtimeClassName?': 'rc',
    'enableServiceLinks?': yes,
    'overhead?': map({ cpu: '1m' }),
    'topologySpreadConstraints?': spread,
    'os?': any({ name: 'linux' }),
    'schedulingGates?': list(map({ 'name!': any('x.io/g', 'x.io/h') }), 0, 2, 'name'),
  });
}

/** A template whose labels always hold `app: web`. */
export function podTemplate(restartPolicy: Record<string, Maker | string>): Maker {
  return map({
    'metadata!': map({ 'labels!': map({ 'app!': 'web', b: any('x', 'y') }), annotations, 'name?': 'tpl' }),
    'spec!': podSpec(restartPolicy),
  });
}
