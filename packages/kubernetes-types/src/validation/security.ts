import type { ValueMap } from '@managed-fields/merge-engine';
import { descending } from './environment.ts';
import {
  duplicate,
  type Errors,
  forbidden,
  inVersions,
  invalid,
  invalidAll,
  notSupported,
  required,
  tooLong,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain, userNumber } from './names.ts';
import { count, flag, has, list, pointer, struct, structAt, structs, text, texts } from './object.ts';
import { ociProfileErrors } from './oci-profile.ts';
import { credentialSpecComplaints, windowsUserComplaints } from './operating-system.ts';
import { isOneOf, named } from './scalars.ts';
import { shown } from './shown.ts';

/*
 * Security contexts of Pods and containers.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateSecurityContext,
 * validatePodSpecSecurityContext.
 */

function users(context: ValueMap, names: readonly string[], field: Field): Errors {
  return names.flatMap((name) => {
    const value = count(context, name);
    return value === undefined ? [] : invalidAll(child(field, name), context.get(name) ?? null, userNumber(value));
  });
}

/** Complaints about the security context of a container. */
export function containerSecurity(container: ValueMap, hostUsers: boolean, field: Field): Errors {
  const context = pointer(container, 'securityContext');
  if (context === undefined) return [];
  const place = child(field, 'securityContext');
  const procMount = text(context, 'procMount');
  const escalation = flag(context, 'allowPrivilegeEscalation') === false;
  const privileged = flag(context, 'privileged') === true;
  const added = texts(pointer(context, 'capabilities'), 'add');
  const whole = shown('*core.SecurityContext', context);
  return [
    ...users(context, ['runAsUser', 'runAsGroup'], place),
    ...(has(context, 'procMount') ? isOneOf(procMount, ['Default', 'Unmasked'], child(place, 'procMount')) : []),
    ...(hostUsers && procMount === 'Unmasked'
      ? [invalid(child(place, 'procMount'), procMount, '`hostUsers` must be false to use `Unmasked`')]
      : []),
    ...seccompProfile(context, place),
    ...(escalation && privileged
      ? [invalid(place, whole, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')]
      : []),
    ...(escalation && added.includes('CAP_SYS_ADMIN')
      ? [invalid(place, whole, 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN')]
      : []),
    ...windowsOptions(context, place),
    ...appArmorProfile(context, place),
  ];
}

function sharedTwice(shares: boolean, field: Field): Errors {
  const words = 'ShareProcessNamespace and HostPID cannot both be enabled';
  return shares ? [invalid(child(field, 'shareProcessNamespace'), true, words)] : [];
}

/** Complaints about the security context of a Pod. */
export function podSecurity(spec: ValueMap, field: Field): Errors {
  const context = pointer(spec, 'securityContext');
  if (context === undefined) return [];
  const place = child(field, 'securityContext');
  const shares = flag(spec, 'shareProcessNamespace') === true && flag(spec, 'hostPID') === true;
  return [
    ...users(context, ['fsGroup', 'runAsUser', 'runAsGroup'], place),
    ...list(context, 'supplementalGroups').flatMap((group, i) =>
      invalidAll(at(child(place, 'supplementalGroups'), i), group, userNumber(Number(group))),
    ),
    ...inVersions({ until: 'v1.36' }, sharedTwice(shares, place)),
    ...inVersions({ from: 'v1.37' }, sharedTwice(shares, field)),
    ...sysctls(spec, context, child(place, 'sysctls')),
    ...choice(context, 'fsGroupChangePolicy', ['Always', 'OnRootMismatch'], place),
    ...seccompProfile(context, place),
    ...windowsOptions(context, place),
    ...appArmorProfile(context, place),
    ...choice(context, 'supplementalGroupsPolicy', ['Merge', 'Strict'], place),
    // SELinuxMount is on by default from v1.37 on.
    ...inVersions({ until: 'v1.36' }, choice(context, 'seLinuxChangePolicy', ['Recursive'], place)),
    ...inVersions({ from: 'v1.37' }, choice(context, 'seLinuxChangePolicy', ['MountOption', 'Recursive'], place)),
  ];
}

function choice(context: ValueMap, name: string, supported: readonly string[], field: Field): Errors {
  return has(context, name) ? isOneOf(text(context, name), supported, child(field, name)) : [];
}

const sysctlPart = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlPattern = `(${sysctlPart}[\\./])*${sysctlPart}`;

function sysctls(spec: ValueMap, context: ValueMap, field: Field): Errors {
  const seen = new Set<string>();
  return structs(context, 'sysctls').flatMap((sysctl, i) => {
    const name = text(sysctl, 'name');
    const place = child(at(field, i), 'name');
    const errors: Errors[number][] = [];
    if (name === '') errors.push(required(place));
    else if (name.length > 253 || !new RegExp(`^${sysctlPattern}$`).test(name)) {
      errors.push(invalid(place, name, `must have at most 253 characters and match regex ^${sysctlPattern}$`));
    } else if (seen.has(name)) errors.push(duplicate(place, name));
    seen.add(name);
    return [...errors, ...hostSysctl(name, spec, place)];
  });
}

const ipcNames = /^(?:kernel\.shm|kernel\.msg|fs\.mqueue\.)|^kernel\.sem$/;

function hostSysctl(written: string, spec: ValueMap, field: Field): Errors {
  const name = written.replaceAll('/', '.');
  if (flag(spec, 'hostNetwork') === true && name.startsWith('net.')) {
    return [invalid(field, written, "may not be specified when 'hostNetwork' is true")];
  }
  if (flag(spec, 'hostIPC') === true && ipcNames.test(name)) {
    return [invalid(field, written, "may not be specified when 'hostIPC' is true")];
  }
  return [];
}

const seccompTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function seccompProfile(context: ValueMap, field: Field): Errors {
  const profile = pointer(context, 'seccompProfile');
  if (profile === undefined) return [];
  const place = child(field, 'seccompProfile');
  const type = text(profile, 'type');
  const typed =
    type === ''
      ? [required(child(place, 'type'), 'type is required when seccompProfile is set')]
      : isOneOf(type, seccompTypes, child(place, 'type'));
  return [
    ...typed,
    ...seccompFile(profile, type, child(place, 'localhostProfile')),
    ...ociProfileErrors(profile, place),
  ];
}

function seccompFile(profile: ValueMap, type: string, field: Field): Errors {
  if (type !== 'Localhost') {
    if (!has(profile, 'localhostProfile')) return [];
    return [invalid(field, shown('*core.SeccompProfile', profile), 'can only be set when seccomp type is Localhost')];
  }
  if (!has(profile, 'localhostProfile')) return [required(field, 'must be set when seccomp type is Localhost')];
  return descending(text(profile, 'localhostProfile'), field);
}

function appArmorProfile(context: ValueMap, field: Field): Errors {
  const profile = pointer(context, 'appArmorProfile');
  if (profile === undefined) return [];
  const place = child(field, 'appArmorProfile');
  const type = text(profile, 'type');
  const file = text(profile, 'localhostProfile');
  const fileField = child(place, 'localhostProfile');
  switch (type) {
    case 'Localhost':
      if (file.trim() !== file) return [invalid(fileField, file, 'must not be padded with whitespace')];
      if (file === '') return [required(fileField, 'must be set when AppArmor type is Localhost')];
      return file.length > 4095 ? [tooLong(fileField, 4095)] : [];
    case 'RuntimeDefault':
    case 'Unconfined':
      if (!has(profile, 'localhostProfile')) return [];
      return [invalid(fileField, file, 'can only be set when AppArmor type is Localhost')];
    case '':
      return [required(child(place, 'type'), 'type is required when appArmorProfile is set')];
    default:
      return [notSupported(child(place, 'type'), type, ['Localhost', 'RuntimeDefault', 'Unconfined'])];
  }
}

function windowsOptions(context: ValueMap, field: Field): Errors {
  const options = pointer(context, 'windowsOptions');
  if (options === undefined) return [];
  const place = child(field, 'windowsOptions');
  const name = 'gmsaCredentialSpecName';
  return [
    [name, dns1123Subdomain] as const,
    ['gmsaCredentialSpec', credentialSpecComplaints] as const,
    ['runAsUserName', windowsUserComplaints] as const,
  ].flatMap(([key, check]) => (has(options, key) ? named(check, text(options, key), child(place, key)) : []));
}

/** Complaints about what a Pod with users of its own cannot share with its host. Upstream: validateHostUsers. */
export function ownUsers(spec: ValueMap, field: Field, deviceHolders: readonly Field[]): Errors {
  if (flag(spec, 'hostUsers') !== false) return [];
  const unshared = (words: string) => [
    ...(flag(spec, 'hostNetwork') === true ? [forbidden(child(field, 'hostNetwork'), words)] : []),
    ...(flag(spec, 'hostPID') === true ? [forbidden(child(field, 'HostPID'), words)] : []),
    ...(flag(spec, 'hostIPC') === true ? [forbidden(child(field, 'HostIPC'), words)] : []),
  ];
  const words = 'when `hostUsers` is false';
  const devices = deviceHolders.map((holder) => forbidden(child(holder, 'volumeDevices'), words));
  return [
    ...inVersions({ until: 'v1.33' }, unshared('when `pod.Spec.HostUsers` is false')),
    ...inVersions({ from: 'v1.34' }, [...unshared(words), ...devices]),
  ];
}

/** Whether a Pod runs with the users of its host. */
export function usesHostUsers(spec: ValueMap): boolean {
  return flag(spec, 'hostUsers') !== false;
}

/**
 * Complaints about annotations of AppArmor that differ from the fields.
 * Upstream: validateAppArmorAnnotationsAndFieldsMatchOnCreate.
 */
export function appArmorMatches(container: ValueMap, spec: ValueMap, metadata: ValueMap, field: Field): Errors {
  const own = pointer(struct(container, 'securityContext'), 'appArmorProfile');
  const profile = own ?? pointer(struct(spec, 'securityContext'), 'appArmorProfile');
  const key = `container.apparmor.security.beta.kubernetes.io/${text(container, 'name')}`;
  const annotations = structAt(metadata, 'annotations');
  if (profile === undefined || !annotations.has(key)) return [];
  const annotation = text(annotations, key);
  const place = child(field, 'securityContext', 'appArmorProfile');
  const file = text(profile, 'localhostProfile');
  const wanted = new Map([
    ['Unconfined', 'unconfined'],
    ['RuntimeDefault', 'runtime/default'],
    ['Localhost', `localhost/${file}`],
  ]).get(text(profile, 'type'));
  if (wanted === undefined || annotation === wanted) return [];
  const sameType = text(profile, 'type') === 'Localhost' && annotation.startsWith('localhost/');
  return sameType
    ? [forbidden(child(place, 'localhostProfile'), 'apparmor profile in annotation and field must match')]
    : [forbidden(child(place, 'type'), 'apparmor type in annotation and field must match')];
}
