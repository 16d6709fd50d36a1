import { compareStrings, mapAt, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import {
  type Check,
  type CheckedPod,
  containersText,
  counted,
  inOrder,
  namesOfThose,
  quoted,
  securityContextOf,
  settersOf,
  textsAt,
} from './check.ts';
import { isConfined, wrongProfiles } from './profiles.ts';

const appArmorAnnotations = 'container.apparmor.security.beta.kubernetes.io/';

/** AppArmor is not switched off. Upstream: policy/check_appArmorProfile.go. */
export const appArmorProfile: Check = (pod) => {
  const { setters, types } = wrongProfiles(pod, 'appArmorProfile', isConfined);
  const annotations = [...pod.annotations]
    .filter(([key, value]) => key.startsWith(appArmorAnnotations) && !isAllowedAppArmor(value))
    .map(([key, value]) => `${key}=${quote(value)}`)
    .sort(compareStrings);
  const all = annotations.length === 0 ? setters : [...setters, counted('annotation', annotations.length)];
  if (all.length === 0) return undefined;
  const values = [...types, ...annotations];
  return {
    reason: counted('forbidden AppArmor profile', values.length),
    detail: `${all.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

function isAllowedAppArmor(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/');
}

const usualCapabilities: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

/** No capabilities beyond the usual ones. Upstream: policy/check_capabilities_baseline.go. */
export const capabilitiesBaseline: Check = ({ containers }) => {
  const forbidden = new Set<string>();
  const names = namesOfThose(containers, (container) => {
    const unusual = addedCapabilities(container).filter((name) => !usualCapabilities.has(name));
    for (const name of unusual) forbidden.add(name);
    return unusual.length > 0;
  });
  if (names.length === 0) return undefined;
  return { reason: 'non-default capabilities', detail: mustNotAdd(names, forbidden) };
};

/** The capabilities that a container adds. */
export function addedCapabilities(container: ValueMap): readonly string[] {
  return textsAt(mapAt(securityContextOf(container), 'capabilities'), 'add');
}

/** What is said of containers that add capabilities. */
export function mustNotAdd(names: readonly string[], capabilities: ReadonlySet<string>): string {
  return `${containersText(names)} must not include ${quoted(inOrder(capabilities))} in securityContext.capabilities.add`;
}

/** No namespaces of the host. Upstream: policy/check_hostNamespaces.go. */
export const hostNamespaces: Check = ({ spec }) => {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec.get(field) === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
};

/** No volumes of the host. Upstream: policy/check_hostPathVolumes.go. */
export const hostPathVolumes: Check = ({ spec }) => {
  const names = namesOfThose(mapsAt(spec, 'volumes'), (volume) => mapAt(volume, 'hostPath') !== undefined);
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${counted('volume', names.length)} ${quoted(names)}` };
};

/** No ports of the host. Upstream: policy/check_hostPorts.go. */
export const hostPorts: Check = ({ containers }) => {
  const ports = new Set<string>();
  const names = namesOfThose(containers, (container) => {
    const taken = mapsAt(container, 'ports').map((port) => String(port.get('hostPort') ?? 0n));
    const forbidden = taken.filter((port) => port !== '0');
    for (const port of forbidden) ports.add(port);
    return forbidden.length > 0;
  });
  if (names.length === 0) return undefined;
  const what = `${counted('hostPort', ports.size)} ${inOrder(ports).join(', ')}`;
  return { reason: 'hostPort', detail: `${containersText(names)} ${uses(names)} ${what}` };
};

/** `uses` of one, `use` of several. */
export function uses(names: readonly string[]): string {
  return names.length === 1 ? 'uses' : 'use';
}

/** Probes and hooks ask the Pod itself. Upstream: policy/check_hostProbesAndhostLifecycle.go. */
export const hostProbesAndHostLifecycle: Check = ({ containers }) => {
  const hosts = new Set<string>();
  const names = new Set(
    namesOfThose(containers, (container) => {
      const asked = hostsAskedBy(container);
      for (const host of asked) hosts.add(host);
      return asked.length > 0;
    }),
  );
  if (names.size === 0) return undefined;
  const listed = inOrder(names);
  const what = `${counted('probe or lifecycle host', hosts.size)} ${quoted(inOrder(hosts))}`;
  return { reason: 'probe or lifecycle host', detail: `${containersText(listed)} ${uses(listed)} ${what}` };
};

function hostsAskedBy(container: ValueMap): readonly string[] {
  const lifecycle = mapAt(container, 'lifecycle');
  const handlers = [
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((field) => mapAt(container, field)),
    ...['postStart', 'preStop'].map((field) => mapAt(lifecycle, field)),
  ];
  const hosts = handlers.flatMap((handler) =>
    ['httpGet', 'tcpSocket'].map((field) => stringAt(mapAt(handler, field), 'host') ?? ''),
  );
  return hosts.filter((host) => host !== '');
}

/** No privileged containers. Upstream: policy/check_privileged.go. */
export const privileged: Check = ({ containers }) => {
  const names = namesOfThose(containers, (container) => securityContextOf(container)?.get('privileged') === true);
  if (names.length === 0) return undefined;
  return { reason: 'privileged', detail: `${containersText(names)} must not set securityContext.privileged=true` };
};

/** The usual mount of /proc. Upstream: policy/check_procMount_baseline.go procMount_1_0. */
export const procMount: Check = ({ containers }) => {
  const types = new Set<string>();
  const names = namesOfThose(containers, (container) => {
    const type = stringAt(securityContextOf(container), 'procMount');
    if (type === undefined || type === 'Default') return false;
    types.add(type);
    return true;
  });
  if (names.length === 0) return undefined;
  const detail = `${containersText(names)} must not set securityContext.procMount to ${quoted(inOrder(types))}`;
  return { reason: 'procMount', detail };
};

/** A check that passes every Pod with users of its own. Upstream: policy/helpers.go relaxPolicyForUserNamespacePod. */
export function unlessOwnUsers(check: Check): Check {
  return (pod) => (pod.spec.get('hostUsers') === false ? undefined : check(pod));
}

const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

/** Of SELinux the type alone, and only a few of these. Upstream: policy/check_seLinuxOptions.go. */
export const seLinuxOptions: Check = (pod) => seLinuxOptionsOf(pod, seLinuxTypes);

/** The same with one more type. Upstream: policy/check_seLinuxOptions.go seLinuxOptions1_31. */
export const seLinuxOptionsWithEngine: Check = (pod) => seLinuxOptionsOf(pod, [...seLinuxTypes, 'container_engine_t']);

function seLinuxOptionsOf({ spec, containers }: CheckedPod, allowed: readonly string[]): ReturnType<Check> {
  const types = new Set<string>();
  const others = new Set<string>();
  const isWrong = (holder: ValueMap): boolean => {
    const options = mapAt(securityContextOf(holder), 'seLinuxOptions');
    const type = stringAt(options, 'type') ?? '';
    const set = ['user', 'role'].filter((field) => (stringAt(options, field) ?? '') !== '');
    for (const field of set) others.add(field);
    if (allowed.includes(type)) return set.length > 0;
    types.add(type);
    return true;
  };
  const isPodWrong = isWrong(spec);
  const setters = settersOf(isPodWrong, namesOfThose(containers, isWrong));
  if (setters.length === 0) return undefined;
  const what = [
    ...(types.size === 0 ? [] : [`${counted('type', types.size)} ${quoted(inOrder(types))}`]),
    ...['user', 'role'].filter((field) => others.has(field)).map((field) => `${field} may not be set`),
  ];
  const detail = `${setters.join(' and ')} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`;
  return { reason: 'seLinuxOptions', detail };
}

const seccompOfPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompOfContainer = 'container.seccomp.security.alpha.kubernetes.io/';

/** Seccomp is not switched off by annotations. Upstream: policy/check_seccompProfile_baseline.go ..._1_0. */
export const seccompAnnotations: Check = ({ annotations, containers }) => {
  const keys = [seccompOfPod, ...namesOfThose(containers, () => true).map((name) => `${seccompOfContainer}${name}`)];
  const forbidden = new Set<string>();
  for (const key of keys) {
    const value = annotations.get(key);
    if (value !== undefined && !isAllowedSeccomp(value)) forbidden.add(`${key}=${quote(value)}`);
  }
  if (forbidden.size === 0) return undefined;
  const detail = `forbidden ${counted('annotation', forbidden.size)} ${inOrder(forbidden).join(', ')}`;
  return { reason: 'seccompProfile', detail };
};

function isAllowedSeccomp(value: string): boolean {
  return value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');
}

/** Seccomp is not switched off by fields. Upstream: policy/check_seccompProfile_baseline.go ..._1_19. */
export const seccompProfile: Check = (pod) => {
  const { setters, types } = wrongProfiles(pod, 'seccompProfile', isConfined);
  if (setters.length === 0) return undefined;
  const detail = `${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${quoted(types)}`;
  return { reason: 'seccompProfile', detail };
};

/** No kernel parameters but these. Upstream: policy/check_sysctls.go. */
export function sysctlsBut(allowed: readonly string[]): Check {
  return ({ spec }) => {
    const set = mapsAt(securityContextOf(spec), 'sysctls').map((sysctl) => String(sysctl.get('name')));
    const forbidden = set.filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}

/** No Windows containers with the rights of the host. Upstream: policy/check_windowsHostProcess.go. */
export const windowsHostProcess: Check = ({ spec, containers }) => {
  const isWrong = (holder: ValueMap) => mapAt(securityContextOf(holder), 'windowsOptions')?.get('hostProcess') === true;
  const setters = settersOf(isWrong(spec), namesOfThose(containers, isWrong));
  if (setters.length === 0) return undefined;
  const detail = `${setters.join(' and ')} must not set securityContext.windowsOptions.hostProcess=true`;
  return { reason: 'hostProcess', detail };
};
