import type { AllocationFailure, ReadNamespace } from '@managed-fields/api-server';
import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { needsHealthCheck } from '../strategy/service.ts';
import { duplicate, type Errors, firstOf, forbidden, inVersions, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseAddress } from './ip.ts';
import { labels } from './label-selector.ts';
import { dns1035Label, dns1123Label, portNumber, qualifiedName } from './names.ts';
import { count, flag, has, list, number, pointer, struct, structAt, structs, text, texts } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import {
  isAddress,
  isGivenOneOf,
  isLabel,
  isOneOf,
  isPort,
  isRange,
  isReachable,
  isSubdomain,
  named,
} from './scalars.ts';
import { familyGaps, serviceAddressChanges, serviceAddresses, unallocated } from './service-addresses.ts';
import { allocationErrors, nodePortFailure } from './service-ports.ts';
import { shown } from './shown.ts';

/*
 * Services.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go validateService.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Label };
const formerMetadataRules: MetadataRules = { namespaced: true, name: dns1035Label };

/**
 * Complaints about a new Service. Where its addresses have some, only those are made: addresses are allocated first.
 */
export function serviceErrors(service: ValueMap, _?: ReadNamespace, dryRun = false): Errors {
  const spec = struct(service, 'spec');
  return firstOf(
    addressErrors(spec, undefined, dryRun),
    () => allocationErrors(spec, undefined, dryRun),
    () => [
      ...inVersions({ until: 'v1.35' }, metadataErrors(service, formerMetadataRules)),
      ...inVersions({ from: 'v1.36' }, metadataErrors(service, metadataRules)),
      ...specErrors(service, undefined),
    ],
  );
}

/** Complaints about a changed Service; here, too, those about its addresses stop the others. */
export function serviceUpdateErrors(service: ValueMap, old: ValueMap, dryRun = false): Errors {
  const [spec, before] = [struct(service, 'spec'), struct(old, 'spec')];
  return firstOf(
    addressErrors(spec, before, dryRun),
    () => allocationErrors(spec, before, dryRun),
    () => changeErrors(service, old),
  );
}

/** Complaints about the addresses of a Service, which are allocated before its ports. */
function addressErrors(spec: ValueMap, before: ValueMap | undefined, dryRun: boolean): Errors {
  const fresh = before === undefined || text(before, 'type') === 'ExternalName';
  return firstOf(
    serviceAddresses(spec, before),
    () => familyGaps(spec, before),
    () => (fresh ? unallocated(spec, dryRun) : []),
  );
}

/** What fails while the server allocates what a Service asks for, where nothing is to be complained of before. */
export function serviceFailure(
  service: ValueMap,
  old: ValueMap | undefined,
  dryRun: boolean,
): AllocationFailure | undefined {
  const [spec, before] = [struct(service, 'spec'), old && struct(old, 'spec')];
  const failure = nodePortFailure(spec, before, dryRun);
  return failure !== undefined && addressErrors(spec, before, dryRun).length === 0 ? failure : undefined;
}

function changeErrors(service: ValueMap, old: ValueMap): Errors {
  const spec = struct(service, 'spec');
  const before = struct(old, 'spec');
  const balanced = text(spec, 'type') === 'LoadBalancer' && text(before, 'type') === 'LoadBalancer';
  const changedClass = balanced && text(spec, 'loadBalancerClass') !== text(before, 'loadBalancerClass');
  const checked = needsHealthCheck(spec) && needsHealthCheck(before);
  const changedCheck = checked && number(spec, 'healthCheckNodePort') !== number(before, 'healthCheckNodePort');
  return [
    ...metadataUpdateErrors(service, old),
    ...serviceAddressChanges(spec, before),
    ...(changedClass
      ? [invalid('spec.loadBalancerClass', spec.get('loadBalancerClass') ?? null, 'may not change once set')]
      : []),
    ...balancerClass(spec),
    ...(changedCheck ? [forbidden('spec.healthCheckNodePort', 'field is immutable')] : []),
    ...inVersions({ until: 'v1.33' }, metadataErrors(service, formerMetadataRules)),
    ...specErrors(service, old),
  ];
}

/**
 * Complaints about the traffic distribution. All values but the first are of the feature gate
 * PreferSameTrafficDistribution.
 */
function trafficDistribution(value: string, field: Field): Errors {
  return [
    ...inVersions({ until: 'v1.33' }, isOneOf(value, ['PreferClose'], field)),
    ...inVersions({ from: 'v1.34' }, isOneOf(value, ['PreferClose', 'PreferSameZone', 'PreferSameNode'], field)),
  ];
}

function isHeadless(spec: ValueMap): boolean {
  const ips = list(spec, 'clusterIPs');
  return ips.length === 1 && ips[0] === 'None';
}

const hints = 'service.kubernetes.io/topology-aware-hints';
const topology = 'service.kubernetes.io/topology-mode';

function specErrors(service: ValueMap, old: ValueMap | undefined): Errors {
  const spec = struct(service, 'spec');
  const type = text(spec, 'type');
  const annotations = structAt(service, 'metadata', 'annotations');
  const differ =
    annotations.has(hints) && annotations.has(topology) && annotations.get(hints) !== annotations.get(topology);
  const ports = structs(spec, 'ports');
  const noPorts = ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName';
  return [
    ...(differ
      ? [
          invalid(
            at('metadata.annotations', topology),
            text(annotations, topology),
            `must match annotations[${hints}] when both are specified`,
          ),
        ]
      : []),
    ...(noPorts ? [required('spec.ports')] : []),
    ...typeErrors(spec, type),
    ...portErrors(ports),
    ...(has(spec, 'selector') ? labels(spec, 'selector', 'spec') : []),
    ...affinityErrors(spec),
    ...serviceAddresses(spec, old === undefined ? undefined : struct(old, 'spec')),
    ...externalIps(spec, old),
    ...isGivenOneOf(type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'], 'spec.type'),
    ...nodePortErrors(ports, type),
    ...duplicatePorts(ports),
    ...sourceRanges(service, old),
    ...nodePortAllocation(spec, type),
    ...balancerClass(spec),
    ...externalTraffic(spec),
    ...internalTraffic(spec, type),
    ...(has(spec, 'trafficDistribution')
      ? trafficDistribution(text(spec, 'trafficDistribution'), 'spec.trafficDistribution')
      : []),
  ];
}

function typeErrors(spec: ValueMap, type: string): Errors {
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    return [invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`)];
  }
  if (type !== 'ExternalName') return [];
  const words = 'may not be set for ExternalName services';
  const name = text(spec, 'externalName').replace(/\.$/, '');
  return [
    ...['clusterIPs', 'ipFamilies'].flatMap((field) =>
      list(spec, field).length > 0 ? [forbidden(child('spec', field), words)] : [],
    ),
    ...(has(spec, 'ipFamilyPolicy') ? [forbidden('spec.ipFamilyPolicy', words)] : []),
    ...(name === '' ? [required('spec.externalName')] : isSubdomain(name, 'spec.externalName')),
  ];
}

function portErrors(ports: readonly ValueMap[]): Errors {
  const names = new Set<string>();
  return ports.flatMap((port, i) => {
    const place = at('spec.ports', i);
    const name = text(port, 'name');
    const errors: Errors[number][] = [];
    if (name !== '') {
      errors.push(...isLabel(name, child(place, 'name')));
      if (names.has(name)) errors.push(duplicate(child(place, 'name'), name));
      names.add(name);
    } else if (ports.length > 1) errors.push(required(child(place, 'name')));
    const outer = number(port, 'port');
    return [
      ...errors,
      ...portNumber(outer).map((words) => invalid(child(place, 'port'), BigInt(outer), words)),
      ...isGivenOneOf(text(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], child(place, 'protocol')),
      ...isPort(port.get('targetPort'), child(place, 'targetPort')),
      ...(has(port, 'appProtocol') ? named(qualifiedName, text(port, 'appProtocol'), child(place, 'appProtocol')) : []),
    ];
  });
}

/** One day, in seconds. */
const longestAffinity = 86_400;

function affinityErrors(spec: ValueMap): Errors {
  const affinity = text(spec, 'sessionAffinity');
  const field = 'spec.sessionAffinityConfig';
  const errors = isGivenOneOf(affinity, ['ClientIP', 'None'], 'spec.sessionAffinity');
  const config = pointer(spec, 'sessionAffinityConfig');
  if (affinity === 'None') {
    if (config === undefined) return errors;
    return [...errors, forbidden(field, 'must not be set when session affinity is None')];
  }
  if (affinity !== 'ClientIP') return errors;
  const words = 'when session affinity type is ClientIP';
  const client = pointer(config, 'clientIP');
  if (config === undefined) return [...errors, required(field, words)];
  if (client === undefined) return [...errors, required(child(field, 'clientIP'), words)];
  const place = child(field, 'clientIP', 'timeoutSeconds');
  const seconds = count(client, 'timeoutSeconds');
  if (seconds === undefined) return [...errors, required(place, words)];
  if (seconds > 0 && seconds <= longestAffinity) return errors;
  return [...errors, invalid(place, BigInt(seconds), `must be greater than 0 and less than ${longestAffinity}`)];
}

function externalIps(spec: ValueMap, old: ValueMap | undefined): Errors {
  const before = texts(struct(old, 'spec'), 'externalIPs');
  return texts(spec, 'externalIPs').flatMap((ip, i) => {
    const place = at('spec.externalIPs', i);
    return firstOf(isAddress(ip, place, before), () => isReachable(ip, place));
  });
}

function nodePortErrors(ports: readonly ValueMap[], type: string): Errors {
  const inside =
    type === 'ClusterIP'
      ? ports.flatMap((port, i) =>
          number(port, 'nodePort') === 0
            ? []
            : [forbidden(child(at('spec.ports', i), 'nodePort'), "may not be used when `type` is 'ClusterIP'")],
        )
      : [];
  const seen = new Set<string>();
  const twice = ports.flatMap((port, i) => {
    const nodePort = number(port, 'nodePort');
    const key = `${text(port, 'protocol')}/${nodePort}`;
    const found = nodePort !== 0 && seen.has(key);
    seen.add(key);
    return found ? [duplicate(child(at('spec.ports', i), 'nodePort'), BigInt(nodePort))] : [];
  });
  return [...inside, ...twice];
}

/** Complaints about duplicate ports. The server shows the compared parts as a port. */
function duplicatePorts(ports: readonly ValueMap[]): Errors {
  const seen = new Set<string>();
  return ports.flatMap((port, i) => {
    const protocol = text(port, 'protocol');
    const outer = number(port, 'port');
    const key = `${protocol}/${outer}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const given = new Map<string, Value>([
      ['protocol', protocol],
      ['port', BigInt(outer)],
    ]);
    return [duplicate(at('spec.ports', i), shown('core.ServicePort', given))];
  });
}

const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';

function sourceRanges(service: ValueMap, old: ValueMap | undefined): Errors {
  const spec = struct(service, 'spec');
  const balanced = text(spec, 'type') === 'LoadBalancer';
  const words = "may only be used when `type` is 'LoadBalancer'";
  const ranges = texts(spec, 'loadBalancerSourceRanges');
  if (ranges.length > 0) {
    const field = 'spec.LoadBalancerSourceRanges';
    const before = texts(struct(old, 'spec'), 'loadBalancerSourceRanges').map((range) => range.trim());
    return [
      ...(balanced ? [] : [forbidden(field, words)]),
      ...ranges.flatMap((range, i) => isRange(range.trim(), at(field, i), before)),
    ];
  }
  const annotations = structAt(service, 'metadata', 'annotations');
  if (!annotations.has(rangesAnnotation)) return [];
  const field = at('metadata.annotations', rangesAnnotation);
  const value = text(annotations, rangesAnnotation);
  const same = old !== undefined && structAt(old, 'metadata', 'annotations').get(rangesAnnotation) === value;
  return [
    ...(balanced ? [] : [forbidden(field, words)]),
    ...(same || value.trim() === '' ? [] : value.split(',').flatMap((range) => isRange(range.trim(), field))),
  ];
}

function nodePortAllocation(spec: ValueMap, type: string): Errors {
  const given = flag(spec, 'allocateLoadBalancerNodePorts') !== undefined;
  if (given && type !== 'LoadBalancer') {
    return [forbidden('spec.allocateLoadBalancerNodePorts', "may only be used when `type` is 'LoadBalancer'")];
  }
  return !given && type === 'LoadBalancer' ? [required('allocateLoadBalancerNodePorts')] : [];
}

function balancerClass(spec: ValueMap): Errors {
  if (!has(spec, 'loadBalancerClass')) return [];
  const field: Field = 'spec.loadBalancerClass';
  if (text(spec, 'type') !== 'LoadBalancer') {
    return [forbidden(field, "may only be used when `type` is 'LoadBalancer'")];
  }
  return named(qualifiedName, text(spec, 'loadBalancerClass'), field);
}

function externalTraffic(spec: ValueMap): Errors {
  const type = text(spec, 'type');
  const external =
    type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && list(spec, 'externalIPs').length > 0);
  const policy = text(spec, 'externalTrafficPolicy');
  const field = 'spec.externalTrafficPolicy';
  const words = 'may only be set for externally-accessible services';
  const policyErrors = external
    ? isGivenOneOf(policy, ['Cluster', 'Local'], field)
    : policy === ''
      ? []
      : [invalid(field, policy, words)];
  return [...policyErrors, ...healthCheck(spec)];
}

function healthCheck(spec: ValueMap): Errors {
  const port = number(spec, 'healthCheckNodePort');
  const field = 'spec.healthCheckNodePort';
  if (!needsHealthCheck(spec)) {
    const words = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    return port === 0 ? [] : [invalid(field, BigInt(port), words)];
  }
  if (port === 0) return [required(field)];
  return portNumber(port).map((words) => invalid(field, BigInt(port), words));
}

function internalTraffic(spec: ValueMap, type: string): Errors {
  const field = 'spec.internalTrafficPolicy';
  if (has(spec, 'internalTrafficPolicy'))
    return isOneOf(text(spec, 'internalTrafficPolicy'), ['Cluster', 'Local'], field);
  return ['NodePort', 'LoadBalancer', 'ClusterIP'].includes(type) ? [required(field)] : [];
}

/** Complaints about the addresses at which a load balancer is reached. Upstream: ValidateLoadBalancerStatus. */
export function serviceStatusErrors(service: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(service, old),
    ...balancerStatus(service, old, text(struct(service, 'spec'), 'type') === 'LoadBalancer'),
  ];
}

function balancerStatus(object: ValueMap, old: ValueMap, allowed: boolean): Errors {
  const field = 'status.loadBalancer.ingress';
  const items = structs(structAt(object, 'status', 'loadBalancer'), 'ingress');
  if (!allowed && items.length > 0) return [forbidden(field, "may only be used when `spec.type` is 'LoadBalancer'")];
  const before = structs(structAt(old, 'status', 'loadBalancer'), 'ingress').map((item) => text(item, 'ip'));
  return items.flatMap((item, i) => balancerAddress(item, at(field, i), before));
}

function balancerAddress(item: ValueMap, place: Field, before: readonly string[]): Errors {
  const ip = text(item, 'ip');
  const host = text(item, 'hostname');
  const mode = child(place, 'ipMode');
  const errors: Errors[number][] = ip === '' ? [] : [...isAddress(ip, child(place, 'ip'), before)];
  if (!has(item, 'ipMode')) {
    if (ip !== '') errors.push(required(mode, 'must be specified when `ip` is set'));
  } else if (ip === '') errors.push(forbidden(mode, 'may not be specified when `ip` is not set'));
  else errors.push(...isOneOf(text(item, 'ipMode'), ['Proxy', 'VIP'], mode));
  if (host === '') return errors;
  const isIp = parseAddress(host) !== undefined;
  return [
    ...errors,
    ...isSubdomain(host, child(place, 'hostname')),
    ...(isIp ? [invalid(child(place, 'hostname'), host, 'must be a DNS name, not an IP address')] : []),
  ];
}
