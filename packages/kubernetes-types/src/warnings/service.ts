import type { ValueMap } from '@managed-fields/merge-engine';
import { at } from '../validation/field-path.ts';
import { list, struct, structAt, structs, text, texts } from '../validation/object.ts';
import { holdsFor, type PlayedVersion } from '../versions.ts';
import { addressWarnings, rangeWarnings } from './address.ts';

/** Warnings about a Service. Upstream: k8s.io/kubernetes pkg/api/service/warnings.go. */
export function serviceWarnings(service: ValueMap, version: PlayedVersion): readonly string[] {
  const spec = struct(service, 'spec');
  const type = text(spec, 'type');
  const clusterIp = text(spec, 'clusterIP');
  const headless = type === 'ClusterIP' && clusterIp === 'None';
  const externalIps = texts(spec, 'externalIPs');
  const warnings: string[] = [];
  if (structAt(service, 'metadata', 'annotations').has('service.kubernetes.io/topology-aware-hints')) {
    warnings.push(
      'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
    );
  }
  if (clusterIp !== '' && clusterIp !== 'None') {
    warnings.push(...texts(spec, 'clusterIPs').flatMap((ip, i) => addressWarnings(at('spec.clusterIPs', i), ip)));
  }
  if (headless && holdsFor({ from: 'v1.34' }, version)) {
    if (text(spec, 'loadBalancerIP') !== '') warnings.push('spec.loadBalancerIP is ignored for headless services');
    if (externalIps.length > 0) warnings.push('spec.externalIPs is ignored for headless services');
    // v1.34.0 and v1.34.1 meant any affinity.
    const none = holdsFor({ until: 'v1.34.1' }, version) ? '' : 'None';
    if (text(spec, 'sessionAffinity') !== none) warnings.push('spec.SessionAffinity is ignored for headless services');
  }
  warnings.push(...externalIps.flatMap((ip, i) => addressWarnings(at('spec.externalIPs', i), ip)));
  const deprecated = externalIps.length > 0 && !headless && type !== 'ExternalName';
  if (deprecated && holdsFor({ from: 'v1.36' }, version)) {
    warnings.push('spec.externalIPs is deprecated and may no longer be implemented in some clusters');
  }
  const balancerIp = text(spec, 'loadBalancerIP');
  if (balancerIp !== '') warnings.push(...addressWarnings('spec.loadBalancerIP', balancerIp));
  warnings.push(
    ...texts(spec, 'loadBalancerSourceRanges').flatMap((range, i) =>
      rangeWarnings(at('spec.loadBalancerSourceRanges', i), range),
    ),
  );
  if (type === 'ExternalName' && externalIps.length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (type !== 'ExternalName' && text(spec, 'externalName') !== '') {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (text(spec, 'trafficDistribution') === 'PreferClose' && holdsFor({ from: 'v1.35' }, version)) {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}

/** Warnings about the addresses at which a load balancer is reached. */
export function ingressAddressWarnings(object: ValueMap): readonly string[] {
  const balancer = structAt(object, 'status', 'loadBalancer');
  if (list(balancer, 'ingress').length === 0) return [];
  return structs(balancer, 'ingress').flatMap((item, i) => {
    const ip = text(item, 'ip');
    return ip === '' ? [] : addressWarnings(at('status.loadBalancer.ingress', i), ip);
  });
}
