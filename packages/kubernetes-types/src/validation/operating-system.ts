import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, forbidden, invalid, requiredInWords } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { flag, has, list, pointer, struct, structs, text } from './object.ts';
import { isOneOf } from './scalars.ts';

/*
 * What a Pod can ask of its operating system.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go validateOS, validateLinux, validateWindows,
 * validateWindowsHostProcessPod, validateWindowsSecurityContextOptions.
 */

interface Holder {
  readonly context: ValueMap | undefined;
  readonly field: Field;
}

/** The security contexts of all containers, each with its field. */
function contexts(spec: ValueMap, field: Field): readonly Holder[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((name) =>
    structs(spec, name).map((container, i) => ({
      context: pointer(container, 'securityContext'),
      field: child(at(child(field, name), i), 'securityContext'),
    })),
  );
}

/** Complaints about the operating system of a Pod, and about fields that it does not support. */
export function operatingSystem(spec: ValueMap, field: Field): Errors {
  const os = pointer(spec, 'os');
  if (os === undefined) return [];
  const name = text(os, 'name');
  if (name === '') return requiredInWords(child(field, 'os', 'name'), 'cannot be empty');
  const own = { context: pointer(spec, 'securityContext'), field: child(field, 'securityContext') };
  if (name === 'windows') return [...hostErrors(spec, own, field), ...linuxOnly(contexts(spec, field))];
  if (name !== 'linux') return isOneOf(name, ['linux', 'windows'], child(field, 'os'));
  return [own, ...contexts(spec, field)].flatMap((holder) =>
    has(holder.context, 'windowsOptions')
      ? [forbidden(child(holder.field, 'windowsOptions'), 'windows options cannot be set for a linux pod')]
      : [],
  );
}

const words = 'cannot be set for a windows pod';

/** Fields that Windows does not support, in the server's order; those that begin with a dot are fields of the spec. */
const podFields = [
  'appArmorProfile',
  'seLinuxOptions',
  '.hostUsers',
  '.hostPID',
  '.hostIPC',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  '.shareProcessNamespace',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];

const containerFields = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

function hostErrors(spec: ValueMap, own: Holder, field: Field): Errors {
  return podFields.flatMap((name) => {
    const plain = name.startsWith('.') ? name.slice(1) : name;
    const holder = plain === name ? own.context : spec;
    const set = plain === 'hostPID' || plain === 'hostIPC' ? flag(holder, plain) === true : has(holder, plain);
    if (!set || (plain === 'sysctls' && list(holder, plain).length === 0)) return [];
    return [forbidden(child(plain === name ? own.field : field, plain), words)];
  });
}

function linuxOnly(holders: readonly Holder[]): Errors {
  return holders.flatMap(({ context, field }) =>
    containerFields.flatMap((name) => (has(context, name) ? [forbidden(child(field, name), words)] : [])),
  );
}

/**
 * Complaints about processes of the host: all containers are such processes, or none is. The server does not allow
 * privileged Pods here.
 */
export function hostProcesses(spec: ValueMap, field: Field): Errors {
  const asked = (context: ValueMap | undefined) => flag(struct(context, 'windowsOptions'), 'hostProcess');
  const whole = asked(pointer(spec, 'securityContext'));
  const all = contexts(spec, field);
  const errors: Errors[number][] = all.flatMap((holder) => {
    const given = asked(holder.context);
    if (whole === undefined || given === undefined || whole === given) return [];
    const differ = `pod hostProcess value must be identical if both are specified, was ${whole}`;
    return [invalid(child(holder.field, 'windowsOptions', 'hostProcess'), given, differ)];
  });
  const running = all.filter((holder) => asked(holder.context) ?? whole === true).length;
  if (running === 0) return errors;
  const network = flag(spec, 'hostNetwork') === true;
  const some = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
  const outside = 'hostNetwork must be true if pod contains any hostProcess containers';
  if (running < all.length) errors.push(invalid(field, '', some));
  if (!network) errors.push(invalid(child(field, 'hostNetwork'), false, outside));
  return errors;
}

const longestSpec = 64 * 1024;
const longestDomain = 256;
const longestUser = 104;
const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsName = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** The reasons why a text is no description of credentials. */
export function credentialSpecComplaints(spec: string): readonly string[] {
  if (spec === '') return ['gmsaCredentialSpec cannot be an empty string'];
  return spec.length > longestSpec ? ['gmsaCredentialSpec size must be under 64 KiB'] : [];
}

/** The reasons why a text is no user of Windows, `DOMAIN\user`. */
export function windowsUserComplaints(name: string): readonly string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
  if (/[\x00-\x1f\x7f]/.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const user = parts.at(-1) ?? '';
  const domain = parts.length === 2 ? parts[0] : undefined;
  const complaints: string[] = [];
  if (domain !== undefined && domain.length >= longestDomain) {
    complaints.push(`runAsUserName's Domain length must be under ${longestDomain} characters`);
  }
  if (domain !== undefined && !netBios.test(domain) && !dnsName.test(domain)) {
    complaints.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  if (user === '') complaints.push("runAsUserName's User cannot be empty");
  if (user.length > longestUser) {
    complaints.push(`runAsUserName's User length must not be longer than ${longestUser} characters`);
  }
  if (/^[. ]+$/.test(user)) complaints.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    complaints.push(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return complaints;
}
