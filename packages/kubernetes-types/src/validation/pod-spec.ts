import type { ValueMap } from '@managed-fields/merge-engine';
import { type ContainerContext, containers, ephemeralContainers, initContainers } from './container.ts';
import { duplicate, type Errors, forbidden, invalid, notFound, notSupported, required, tooLong } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labels } from './label-selector.ts';
import { dns1123Label, dns1123Subdomain, dns1123SubdomainWithUnderscore, inRange } from './names.ts';
import { count, flag, has, list, number, pointer, struct, structs, text, texts } from './object.ts';
import { hostProcesses, operatingSystem } from './operating-system.ts';
import { podAmountErrors } from './pod-amount-errors.ts';
import { isHugePages, resourceName, resourceRequirements } from './resources.ts';
import { isAddress, isGivenOneOf, isLabel, isSubdomain, named } from './scalars.ts';
import { affinity, readinessGates, schedulingGates, spreadConstraints, tolerations } from './scheduling.ts';
import { ownUsers, podSecurity, usesHostUsers } from './security.ts';
import { shown } from './shown.ts';
import { podVolumes } from './volume.ts';

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const containerFields = ['initContainers', 'containers', 'ephemeralContainers'];

/** What of a Pod is told by its metadata. */
interface WholePod {
  readonly name: string;
  /** Whether it stands for a Pod that a node has from a file of its own. */
  readonly isMirror: boolean;
}

/**
 * Complaints about the spec of a Pod. `pod` is undefined for a template.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePodSpec.
 */
export function podSpec(spec: ValueMap, pod: WholePod | undefined, field: Field): Errors {
  const grace = count(spec, 'terminationGracePeriodSeconds');
  const { volumes, errors } = podVolumes(spec, pod?.name ?? '', pod !== undefined, child(field, 'volumes'));
  const context: ContainerContext = {
    volumes,
    claims: structs(spec, 'resourceClaims').flatMap((claim) => text(claim, 'name') || []),
    grace,
    restartPolicy: text(spec, 'restartPolicy'),
    hostUsers: usesHostUsers(spec),
  };
  return [
    ...(grace === undefined ? [required(child(field, 'terminationGracePeriodSeconds'))] : []),
    ...errors,
    ...(pod?.isMirror ? claimsOfMirror(spec) : resourceClaims(spec, child(field, 'resourceClaims'))),
    ...containers(spec, context, field),
    ...initContainers(spec, context, field),
    ...ephemeralContainers(spec, context, field),
    ...podResources(spec, field),
    ...hostNetworkPorts(spec, pod !== undefined, field),
    ...isGivenOneOf(text(spec, 'restartPolicy'), restartPolicies, child(field, 'restartPolicy')),
    ...isGivenOneOf(text(spec, 'dnsPolicy'), dnsPolicies, child(field, 'dnsPolicy')),
    ...labels(spec, 'nodeSelector', field),
    ...podSecurity(spec, field),
    ...affinity(spec, field),
    ...dnsConfig(spec, child(field, 'dnsConfig')),
    ...readinessGates(spec, field),
    ...schedulingGates(spec, field),
    ...spreadConstraints(spec, field),
    ...hostProcesses(spec, field),
    ...ownUsers(spec, field, deviceHolders(spec, field)),
    ...hostName(spec, field),
    ...names(spec, field),
    ...tolerations(spec, field),
    ...hostAliases(spec, child(field, 'hostAliases')),
    ...classes(spec, field),
    ...overhead(spec, field),
    ...operatingSystem(spec, field),
    ...fileVolumes(spec, field),
  ];
}

function deviceHolders(spec: ValueMap, field: Field): readonly Field[] {
  return containerFields.flatMap((name) =>
    structs(spec, name).flatMap((container, i) =>
      list(container, 'volumeDevices').length > 0 ? [at(child(field, name), i)] : [],
    ),
  );
}

/** Complaints about the claims of a static Pod; the server gives them no place. Upstream: validatePodResourceClaim. */
function claimsOfMirror(spec: ValueMap): Errors {
  return structs(spec, 'resourceClaims').map(() => forbidden('[]', 'static pods do not support resource claims'));
}

/** Upstream: validatePodResourceClaims. */
function resourceClaims(spec: ValueMap, field: Field): Errors {
  const seen = new Set<string>();
  return structs(spec, 'resourceClaims').flatMap((claim, i) => {
    const place = at(field, i);
    const name = text(claim, 'name');
    const sources = ['resourceClaimName', 'resourceClaimTemplateName'].filter((key) => has(claim, key));
    const whole = shown('core.PodResourceClaim', claim);
    const errors: Errors[number][] = [];
    if (name === '') errors.push(required(child(place, 'name')));
    else if (seen.has(name)) errors.push(duplicate(child(place, 'name'), name));
    else errors.push(...isLabel(name, child(place, 'name')));
    seen.add(name);
    if (sources.length === 2) {
      const words = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalid(place, whole, words));
    }
    if (sources.length === 0) {
      const words = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
      errors.push(invalid(place, whole, words));
    }
    return [...errors, ...sources.flatMap((key) => named(dns1123Subdomain, text(claim, key), child(place, key)))];
  });
}

/** Upstream: validatePodResources. */
function podResources(spec: ValueMap, field: Field): Errors {
  const resources = pointer(spec, 'resources');
  if (resources === undefined) return [];
  const place = child(field, 'resources');
  if (text(pointer(spec, 'os'), 'name') === 'windows') return [forbidden(place, 'may not be set for a windows pod')];
  const claims = has(resources, 'claims')
    ? [forbidden(child(place, 'claims'), 'claims may not be set for Resources at pod-level')]
    : [];
  return [...claims, ...resourceRequirements(resources, place, [], podResourceName), ...podAmountErrors(spec, place)];
}

function podResourceName(name: string, field: Field): Errors {
  const errors = resourceName(name, field);
  if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return errors;
  return [notSupported(field, name, ['cpu', 'hugepages-', 'memory'])];
}

/** Upstream: validatePodHostNetworkDeps. */
function hostNetworkPorts(spec: ValueMap, isPod: boolean, field: Field): Errors {
  if (flag(spec, 'hostNetwork') !== true) return [];
  return structs(spec, 'containers').flatMap((container, i) =>
    structs(container, 'ports').flatMap((port, j) => {
      const outside = number(port, 'hostPort');
      if ((!isPod && outside === 0) || outside === number(port, 'containerPort')) return [];
      const place = child(at(child(at(child(field, 'containers'), i), 'ports'), j), 'hostPort');
      return [invalid(place, BigInt(outside), 'must match `containerPort` when `hostNetwork` is true')];
    }),
  );
}

/** Upstream: validatePodDNSConfig. */
function dnsConfig(spec: ValueMap, field: Field): Errors {
  const config = pointer(spec, 'dnsConfig');
  const servers = texts(config, 'nameservers');
  const searches = texts(config, 'searches');
  if (text(spec, 'dnsPolicy') === 'None') {
    if (config === undefined) return [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (servers.length === 0) {
      const words = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [required(child(field, 'nameservers'), words)];
    }
  }
  const searchList = child(field, 'searches');
  return [
    ...(servers.length > 3
      ? [invalid(child(field, 'nameservers'), shown('[]string', servers), 'must not have more than 3 nameservers')]
      : []),
    ...servers.flatMap((server, i) => isAddress(server, at(child(field, 'nameservers'), i))),
    ...(searches.length > 32
      ? [invalid(searchList, shown('[]string', searches), 'must not have more than 32 search paths')]
      : []),
    ...(searches.join(' ').length > 2048
      ? [
          invalid(
            searchList,
            shown('[]string', searches),
            'must not have more than 2048 characters (including spaces) in the search list',
          ),
        ]
      : []),
    ...searches.flatMap((search, i) =>
      search === '.' ? [] : named(dns1123SubdomainWithUnderscore, search.replace(/\.$/, ''), at(searchList, i)),
    ),
    ...structs(config, 'options').flatMap((option, i) =>
      text(option, 'name') === '' ? [required(at(child(field, 'options'), i), 'must not be empty')] : [],
    ),
  ];
}

/** Upstream: validatePodHostName. */
function hostName(spec: ValueMap, field: Field): Errors {
  if (!has(spec, 'hostnameOverride')) return [];
  const name = text(spec, 'hostnameOverride');
  const place = child(field, 'hostnameOverride');
  return [
    ...(flag(spec, 'setHostnameAsFQDN') === true
      ? [forbidden(place, 'may not be specified when setHostnameAsFQDN is true')]
      : []),
    ...(flag(spec, 'hostNetwork') === true ? [forbidden(place, 'may not be specified when hostNetwork is true')] : []),
    ...(name.length > 64 ? [tooLong(place, 64)] : []),
    ...isSubdomain(name, place),
  ];
}

function names(spec: ValueMap, field: Field): Errors {
  const deadline = count(spec, 'activeDeadlineSeconds');
  const given = (name: string, check: typeof dns1123Label) =>
    text(spec, name) === '' ? [] : named(check, text(spec, name), child(field, name));
  return [
    ...given('serviceAccountName', dns1123Subdomain),
    ...given('nodeName', dns1123Subdomain),
    ...(deadline === undefined
      ? []
      : inRange(deadline, 1, 2_147_483_647).map((words) =>
          invalid(child(field, 'activeDeadlineSeconds'), BigInt(deadline), words),
        )),
    ...given('hostname', dns1123Label),
    ...given('subdomain', dns1123Label),
  ];
}

function hostAliases(spec: ValueMap, field: Field): Errors {
  return structs(spec, 'hostAliases').flatMap((alias, i) => [
    ...isAddress(text(alias, 'ip'), child(at(field, i), 'ip')),
    ...texts(alias, 'hostnames').flatMap((name, j) => isSubdomain(name, at(child(at(field, i), 'hostnames'), j))),
  ]);
}

function classes(spec: ValueMap, field: Field): Errors {
  const priority = text(spec, 'priorityClassName');
  return [
    ...(priority === '' ? [] : isSubdomain(priority, child(field, 'priorityClassName'))),
    ...(has(spec, 'runtimeClassName')
      ? isSubdomain(text(spec, 'runtimeClassName'), child(field, 'runtimeClassName'))
      : []),
    ...(has(spec, 'preemptionPolicy')
      ? isGivenOneOf(
          text(spec, 'preemptionPolicy'),
          ['PreemptLowerPriority', 'Never'],
          child(field, 'preemptionPolicy'),
        )
      : []),
  ];
}

function overhead(spec: ValueMap, field: Field): Errors {
  const amounts = pointer(spec, 'overhead');
  if (amounts === undefined) return [];
  return resourceRequirements(new Map([['limits', amounts]]), child(field, 'overhead'), []);
}

/**
 * Complaints about volumes of files with variables: they must be empty directories.
 * Upstream: validateFileKeyRefVolumes.
 */
function fileVolumes(spec: ValueMap, field: Field): Errors {
  const volumes = new Map(structs(spec, 'volumes').map((volume) => [text(volume, 'name'), volume]));
  return containerFields.flatMap((name) =>
    structs(spec, name).flatMap((container, i) =>
      structs(container, 'env').flatMap((variable, j) => {
        const reference = pointer(struct(variable, 'valueFrom'), 'fileKeyRef');
        if (reference === undefined) return [];
        const place = child(at(child(at(child(field, name), i), 'env'), j), 'valueFrom', 'fileKeyRef', 'volumeName');
        const volume = text(reference, 'volumeName');
        const source = volumes.get(volume);
        if (source === undefined) return [notFound(place, volume)];
        if (has(source, 'emptyDir')) return [];
        return [invalid(place, volume, 'referenced volume must be of type emptyDir')];
      }),
    ),
  );
}
