import { byteLength, formatJson, quote, type Value, type ValueMap } from '@managed-fields/merge-engine';
import {
  duplicate,
  type Errors,
  forbidden,
  internal,
  inVersions,
  invalid,
  invalidAll,
  notSupported,
  required,
  tooLong,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseAddress } from './ip.ts';
import { dns1123Subdomain, runningUser, userNumber } from './names.ts';
import { count, has, list, number, pointer, struct, structAt, structs, text } from './object.ts';
import { metadataUpdateErrors } from './object-meta.ts';
import { podAnnotationChanges } from './pod-annotations.ts';
import { isAddress, isLabel, isQualified, isSubdomain, named } from './scalars.ts';

/*
 * The status of a Pod.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePodStatusUpdate.
 */

const containerStatuses = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

/** Complaints about a Pod whose status changes. */
export function podStatusErrors(pod: ValueMap, old: ValueMap): Errors {
  const [spec, status, before] = [struct(pod, 'spec'), struct(pod, 'status'), struct(old, 'status')];
  const quality = text(status, 'qosClass');
  const extended = pointer(status, 'extendedResourceClaimStatus');
  return [
    ...metadataUpdateErrors(pod, old),
    ...podAnnotationChanges(pod, old, 'metadata.annotations'),
    ...conditionErrors(status),
    ...nominationErrors(status, before, text(struct(old, 'spec'), 'nodeName')),
    ...inVersions({ from: 'v1.34' }, generationErrors(status, 'status.observedGeneration')),
    ...(quality === text(before, 'qosClass') ? [] : [invalid('status.qosClass', quality, 'field is immutable')]),
    ...transitionErrors(spec, status, before),
    ...claimErrors(structs(status, 'resourceClaimStatuses'), structs(spec, 'resourceClaims')),
    // The feature gate DRAExtendedResource.
    ...(extended === undefined ? [] : inVersions({ from: 'v1.36' }, extendedErrors(extended, spec))),
    ...addressErrors(addressesOf(status, 'pod'), addressesOf(before, 'pod'), 'podIPs'),
    ...inVersions({ from: 'v1.37' }, firstAddressErrors(addressesOf(status, 'pod'))),
    ...hostErrors(status, before),
    ...containerStatuses.flatMap((name) => userErrors(structs(status, name), child('status', name), spec)),
    // The feature gate ResourceHealthStatus.
    ...inVersions({ from: 'v1.36' }, [
      ...allocatedErrors(structs(status, 'containerStatuses'), 'status.containerStatuses', structs(spec, 'containers')),
      ...allocatedErrors(
        structs(status, 'initContainerStatuses'),
        'status.initContainerStatuses',
        structs(spec, 'initContainers'),
      ),
      ...structs(status, 'ephemeralContainerStatuses').flatMap((each, i) =>
        list(each, 'allocatedResourcesStatus').length === 0
          ? []
          : [
              forbidden(
                child(at('status.ephemeralContainerStatuses', i), 'allocatedResourcesStatus'),
                'must not be specified in container status',
              ),
            ],
      ),
    ]),
  ];
}

function generationErrors(holder: ValueMap, field: Field): Errors {
  const value = number(holder, 'observedGeneration');
  return value < 0 ? [invalid(field, BigInt(value), 'must be a non-negative integer')] : [];
}

const systemConditions = ['PodScheduled', 'Ready', 'Initialized'];

function conditionErrors(status: ValueMap): Errors {
  return structs(status, 'conditions').flatMap((condition, i) => {
    const place = at('status.conditions', i);
    const type = text(condition, 'type');
    return [
      ...inVersions({ from: 'v1.34' }, generationErrors(condition, child(place, 'observedGeneration'))),
      ...(systemConditions.includes(type) ? [] : isQualified(type, child(place, 'Type'))),
    ];
  });
}

function nominationErrors(status: ValueMap, before: ValueMap, boundTo: string): Errors {
  const node = text(status, 'nominatedNodeName');
  const field = 'status.nominatedNodeName';
  if (node === '' || node === text(before, 'nominatedNodeName')) return [];
  const bound = [forbidden(field, 'may not be set on pods that are already bound to a node')];
  return [
    ...named(dns1123Subdomain, node, field),
    // The feature gate ClearingNominatedNodeNameAfterBinding.
    ...inVersions({ from: 'v1.35' }, boundTo === '' ? [] : bound),
  ];
}

/** Complaints about containers that ended for good and are said to run again. */
function transitionErrors(spec: ValueMap, status: ValueMap, before: ValueMap): Errors {
  const all = [...structs(spec, 'initContainers'), ...structs(spec, 'containers')];
  const anyRestarts = all.some((container) =>
    structs(container, 'restartPolicyRules').some((rule) => text(rule, 'action') === 'RestartAllContainers'),
  );
  const changes = (name: string, mayRun: (container: string, exitCode: number) => boolean, once = false): Errors =>
    structs(before, name).flatMap((was, i) => {
      const ended = pointer(struct(was, 'state'), 'terminated');
      const own = text(was, 'name');
      if (ended === undefined || mayRun(own, count(ended, 'exitCode') ?? 0)) return [];
      const runs = structs(status, name).filter(
        (is) => text(is, 'name') === own && !has(struct(is, 'state'), 'terminated'),
      );
      const place = child(at(child('status', name), i), 'state');
      return (once ? runs.slice(0, 1) : runs).map(() =>
        forbidden(place, 'may not be transitioned to non-terminated state'),
      );
    });
  const policy = text(spec, 'restartPolicy');
  const byRules = (field: string) => (own: string, exitCode: number) => {
    const container = structs(spec, field).find((each) => text(each, 'name') === own);
    return anyRestarts || (container !== undefined && shouldRestart(container, policy, exitCode));
  };
  const byPolicy = (field: string) => (own: string, exitCode: number) =>
    policy === 'Always' ||
    (policy === 'OnFailure' && exitCode !== 0) ||
    (field === 'initContainers' &&
      structs(spec, field).some((each) => text(each, 'name') === own && text(each, 'restartPolicy') === 'Always'));
  return [
    // The feature gate ContainerRestartRules.
    ...inVersions({ until: 'v1.34' }, [
      ...changes('containerStatuses', byPolicy('containers')),
      ...changes('initContainerStatuses', byPolicy('initContainers')),
    ]),
    ...inVersions({ from: 'v1.35' }, [
      ...changes('containerStatuses', byRules('containers'), true),
      ...changes('initContainerStatuses', byRules('initContainers'), true),
    ]),
    ...changes('ephemeralContainerStatuses', () => false),
  ];
}

/** Whether a container that ended is started again. Upstream: pkg/api/v1/pod/util.go ContainerShouldRestart. */
function shouldRestart(container: ValueMap, podPolicy: string, exitCode: number): boolean {
  const own = text(container, 'restartPolicy');
  const rule = structs(container, 'restartPolicyRules').find((each) => {
    const codes = pointer(each, 'exitCodes');
    const isAmong = list(codes, 'values').some((value) => Number(value) === exitCode);
    return codes !== undefined && (text(codes, 'operator') === 'In' ? isAmong : !isAmong);
  });
  if (own !== '' && text(rule, 'action') === 'Restart') return true;
  const policy = own === '' ? podPolicy : own;
  return policy === 'OnFailure' ? exitCode !== 0 : policy !== 'Never';
}

function claimErrors(statuses: readonly ValueMap[], claims: readonly ValueMap[]): Errors {
  const names = statuses.map((each) => text(each, 'name'));
  return statuses.flatMap((each, i) => {
    const place = at('status.resourceClaimStatuses', i);
    const name = names[i] ?? '';
    const missing = 'must match the name of an entry in `spec.resourceClaims`';
    return [
      ...(claims.some((claim) => text(claim, 'name') === name) ? [] : [invalid(child(place, 'name'), name, missing)]),
      ...(names.indexOf(name) < i ? [duplicate(child(place, 'name'), name)] : []),
      ...(has(each, 'resourceClaimName') ? claimNameErrors(text(each, 'resourceClaimName'), place) : []),
    ];
  });
}

/** Complaints about the name of a claim; until v1.35 they stood at another field. */
function claimNameErrors(claim: string, place: Field): Errors {
  return [
    ...inVersions({ until: 'v1.35' }, isSubdomain(claim, child(place, 'name'))),
    ...inVersions({ from: 'v1.36' }, isSubdomain(claim, child(place, 'resourceClaimName'))),
  ];
}

/** Complaints about the claim that was made for resources of a class of devices. */
function extendedErrors(status: ValueMap, spec: ValueMap): Errors {
  const field = 'status.extendedResourceClaimStatus';
  const mappings = structs(status, 'requestMappings');
  const containers = new Map(
    [...structs(spec, 'initContainers'), ...structs(spec, 'containers')].map((each) => [text(each, 'name'), each]),
  );
  const parts = ['containerName', 'resourceName', 'requestName'];
  const keys = mappings.map((each) => formatJson(parts.map((name) => text(each, name))));
  const claim = text(status, 'resourceClaimName');
  const place = child(field, 'requestMappings');
  return [
    ...(mappings.length === 0 ? [required(place, 'at least one request mapping is required')] : []),
    ...mappings.flatMap((each, i) => {
      const own = at(place, i);
      const [container = '', resource = ''] = parts.map((name) => text(each, name));
      const found = containers.get(container);
      return [
        ...(found === undefined
          ? [
              invalid(
                child(own, 'containerName'),
                container,
                'must match the name of an entry in spec.initContainers.name or spec.containers.name',
              ),
            ]
          : structAt(found, 'resources', 'requests').has(resource)
            ? []
            : [
                invalid(
                  child(own, 'resourceName'),
                  resource,
                  'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests',
                ),
              ]),
        ...isLabel(text(each, 'requestName'), child(field, 'requestName')),
        ...(keys.indexOf(keys[i] ?? '') < i ? parts.map((name) => duplicate(child(own, name), text(each, name))) : []),
      ];
    }),
    ...(claim === ''
      ? [required(child(field, 'resourceClaimName'))]
      : isSubdomain(claim, child(field, 'resourceClaimName'))),
  ];
}

/**
 * The addresses of a Pod; the single one decides where both are given.
 * Upstream: pkg/apis/core/v1/conversion.go Convert_v1_PodStatus_To_core_PodStatus.
 */
function addressesOf(status: ValueMap, of: 'pod' | 'host'): readonly string[] {
  const all = structs(status, `${of}IPs`).map((each) => text(each, 'ip'));
  const one = text(status, `${of}IP`);
  return of === 'host' || one === '' || one === all[0] ? all : [one];
}

function addressErrors(addresses: readonly string[], before: readonly string[], name: string): Errors {
  const field = child('status', name);
  return [
    ...addresses.flatMap((address, i) => isAddress(address, at(field, i), before)),
    ...(addresses.length > 1 ? familyErrors(addresses, field, name === 'podIPs' ? 'PodIP' : 'HostIP') : []),
  ];
}

/** The single address is the first of all; where that is empty, only one of the two is given. */
function firstAddressErrors(addresses: readonly string[]): Errors {
  if (addresses[0] !== '') return [];
  const raw = formatJson(addresses.map((ip): Value => new Map([['IP', ip]])));
  return [invalid('status.podIPs', { raw }, 'podIP and podIPs must either both be set or both be unset')];
}

function familyErrors(addresses: readonly string[], field: Field, type: string): Errors {
  const families = addresses.map((address) => parseAddress(address)?.family);
  const wrong = families.indexOf(undefined);
  const words = 'failed to check for dual stack with error:';
  const fault = `invalid IP[${wrong}]: ${addresses[wrong]}`;
  const isDual = wrong < 0 && families.includes('IPv4') && families.includes('IPv6');
  const json = formatJson(addresses.map((ip): Value => new Map([['IP', ip]])));
  const source = `[]core.${type}{${addresses.map((ip) => `core.${type}{IP:${quote(ip)}}`).join(', ')}}`;
  const many = (raw: string) => [invalid(field, { raw }, 'may specify no more than one IP for each IP family')];
  return [
    ...(wrong < 0 ? [] : [internal(field, `${words}${fault}`)]),
    ...(isDual && addresses.length <= 2
      ? []
      : [...inVersions({ until: 'v1.33' }, many(source)), ...inVersions({ from: 'v1.34' }, many(json))]),
  ];
}

function hostErrors(status: ValueMap, before: ValueMap): Errors {
  const addresses = addressesOf(status, 'host');
  const [first] = addresses;
  if (first === undefined) return [];
  return [
    ...(first === text(status, 'hostIP') ? [] : [invalid('status.hostIPs[0].ip', first, 'must be equal to `hostIP`')]),
    ...addressErrors(addresses, addressesOf(before, 'host'), 'hostIPs'),
  ];
}

function userErrors(statuses: readonly ValueMap[], field: Field, spec: ValueMap): Errors {
  const system = has(spec, 'os') ? text(struct(spec, 'os'), 'name') : 'linux';
  return statuses.flatMap((each, i) => {
    const user = pointer(struct(each, 'user'), 'linux');
    const place = child(at(field, i), 'user', 'linux');
    if (user === undefined) return [];
    if (system === 'windows') return [forbidden(place, 'cannot be set for a windows pod')];
    if (system !== 'linux') return [];
    const check = (value: Value | undefined, at: Field, range = userNumber) =>
      invalidAll(at, value ?? 0n, range(Number(value ?? 0n)));
    const uid = [user.get('uid'), child(place, 'uid')] as const;
    return [
      ...inVersions({ until: 'v1.36' }, check(...uid)),
      ...inVersions({ from: 'v1.37' }, check(...uid, runningUser)),
      ...check(user.get('gid'), child(place, 'gid')),
      ...list(user, 'supplementalGroups').flatMap((value, j) =>
        check(value, at(child(place, 'supplementalGroups'), j)),
      ),
    ];
  });
}

const healths = ['Healthy', 'Unhealthy', 'Unknown'];
/** The longest message about the health of a resource, in bytes. */
const longestMessage = 1024;

/** Complaints about what is said of the resources that a container has. */
function allocatedErrors(statuses: readonly ValueMap[], field: Field, containers: readonly ValueMap[]): Errors {
  return statuses.flatMap((status, i) =>
    structs(status, 'allocatedResourcesStatus').flatMap((each, j) => {
      const place = at(child(at(field, i), 'allocatedResourcesStatus'), j);
      const container = containers.find((one) => text(one, 'name') === text(status, 'name'));
      const ids = structs(each, 'resources').map((resource) => text(resource, 'resourceID'));
      return [
        ...(container === undefined ? [] : knownResource(text(each, 'name'), container, child(place, 'name'))),
        ...structs(each, 'resources').flatMap((resource, k) => {
          const own = at(child(place, 'resources'), k);
          const health = text(resource, 'health');
          return [
            ...(healths.includes(health) ? [] : [notSupported(child(own, 'health'), health, healths)]),
            ...messageErrors(resource, child(own, 'message')),
            ...(ids.indexOf(ids[k] ?? '') < k ? [duplicate(child(own, 'resourceID'), ids[k] ?? '')] : []),
          ];
        }),
      ];
    }),
  );
}

function messageErrors(resource: ValueMap, field: Field): Errors {
  if (!has(resource, 'message')) return [];
  const message = text(resource, 'message');
  if (message === '') return [required(field, 'must be non-empty if specified')];
  return byteLength(message) > longestMessage ? [tooLong(field, longestMessage)] : [];
}

function knownResource(name: string, container: ValueMap, field: Field): Errors {
  const resources = struct(container, 'resources');
  if (!name.startsWith('claim:')) {
    const isAsked = struct(resources, 'requests').has(name);
    return isAsked ? [] : [invalid(field, name, "must match one of the container's resource requests")];
  }
  const claims = structs(resources, 'claims').map((claim) => {
    const request = text(claim, 'request');
    return `claim:${text(claim, 'name')}${request === '' ? '' : `/${request}`}`;
  });
  const words = "must match one of the container's resource claims";
  const former = "in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
  const now =
    "as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty";
  if (claims.includes(name)) return [];
  return [
    ...inVersions({ until: 'v1.36' }, [invalid(field, name, `${words} ${former}`)]),
    ...inVersions({ from: 'v1.37' }, [invalid(field, name, `${words} ${now}`)]),
  ];
}
