import type { Value, ValueMap } from '@managed-fields/merge-engine';
import {
  flag,
  has,
  list,
  mapStructs,
  number,
  struct,
  structs,
  text,
  texts,
  withFieldOf,
  withoutAt,
} from '../validation/object.ts';

/** The first port that nodes offer, and how many there are. */
const firstNodePort = 30_000;
const nodePorts = 2_768;

/** Whether a Service has addresses in the cluster. */
export function isCluster(spec: ValueMap): boolean {
  return text(spec, 'type') !== 'ExternalName';
}

/**
 * An address for a Service. A real cluster picks one at random; here the same Service always gets the same one, from
 * 10.96.0.0/16 or fd00:10:96::/112.
 */
function nextAddress(service: ValueMap, family: string): string {
  const hash = hashOf(service, family);
  const third = (hash >>> 8) % 256;
  // The first addresses stay free, for what a cluster hands out by name.
  const fourth = 16 + (hash % 239);
  return family === 'IPv6' ? `fd00:10:96::${(third * 256 + fourth).toString(16)}` : `10.96.${third}.${fourth}`;
}

/**
 * What a dry run shows where an address would be allocated: that of the network. Upstream: ipallocator.go allocateNextService.
 */
export function shownAddress(family: string): string {
  return family === 'IPv6' ? 'fd00:10:96::' : '10.96.0.0';
}

/** A node port that is not taken; the same Service always gets the same one. */
function freeNodePort(service: ValueMap, taken: ReadonlySet<number>): number {
  let offset = hashOf(service, 'port') % nodePorts;
  while (taken.has(firstNodePort + offset)) offset = (offset + 1) % nodePorts;
  return firstNodePort + offset;
}

/** The FNV-1a hash of namespace, name and a salt. */
function hashOf(service: ValueMap, salt: string): number {
  const metadata = struct(service, 'metadata');
  let hash = 0x811c9dc5;
  for (const character of `${text(metadata, 'namespace')}/${text(metadata, 'name')}/${salt}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}

/**
 * Fills the address fields of a Service before its strategy runs: keeps what was allocated, aligns the list and the
 * single field, and allocates what is missing. The cluster has IPv4 only.
 * Upstream: k8s.io/kubernetes pkg/registry/core/service/storage/storage.go and alloc.go.
 */
export function withAddresses(service: ValueMap, old: ValueMap | undefined, dryRun: boolean): ValueMap {
  const before = old === undefined ? undefined : struct(old, 'spec');
  let spec = struct(service, 'spec');
  if (before !== undefined) spec = withAllocated(spec, before);
  spec = withNormalIps(spec, before);
  if (text(spec, 'type') !== 'ExternalName' && !keepsPreferredDualStack(spec, before))
    spec = withFamilies(spec, before);
  spec = withClusterIps(spec, before, (family) => (dryRun ? shownAddress(family) : nextAddress(service, family)));
  spec = withNodePorts(service, spec, before, dryRun);
  return new Map(service).set('spec', spec);
}

function needsNodePort(spec: ValueMap): boolean {
  const type = text(spec, 'type');
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whether nodes have a port of their own for health checks. Upstream: pkg/api/v1/service/util.go NeedsHealthCheck. */
export function needsHealthCheck(spec: ValueMap): boolean {
  return text(spec, 'type') === 'LoadBalancer' && text(spec, 'externalTrafficPolicy') === 'Local';
}

function isHeadless(spec: ValueMap): boolean {
  return text(spec, 'clusterIP') === 'None';
}

/** Upstream: patchAllocatedValues. */
function withAllocated(spec: ValueMap, before: ValueMap): ValueMap {
  let result = spec;
  if (isCluster(spec) && isCluster(before)) {
    if (text(spec, 'clusterIP') === '') result = withFieldOf(result, before, 'clusterIP');
    if (list(spec, 'clusterIPs').length === 0 && list(before, 'clusterIPs').length > 0) {
      result = withFieldOf(result, before, 'clusterIPs');
    }
  }
  if (needsNodePort(spec) && needsNodePort(before)) result = withOldNodePorts(result, before);
  if (needsHealthCheck(spec) && needsHealthCheck(before) && number(spec, 'healthCheckNodePort') === 0) {
    result = withFieldOf(result, before, 'healthCheckNodePort');
  }
  return result;
}

function withOldNodePorts(spec: ValueMap, before: ValueMap): ValueMap {
  const portsOf = (holder: ValueMap) => structs(holder, 'ports').map((port) => number(port, 'nodePort'));
  const used = new Set(portsOf(before).filter((port) => port !== 0 && portsOf(spec).includes(port)));
  const byName = new Map(structs(before, 'ports').map((port) => [text(port, 'name'), number(port, 'nodePort')]));
  return mapStructs(spec, 'ports', (port) => {
    const given = byName.get(text(port, 'name')) ?? 0;
    if (number(port, 'nodePort') !== 0 || given === 0 || used.has(given)) return port;
    return new Map(port).set('nodePort', BigInt(given));
  });
}

/** Upstream: normalizeClusterIPs. */
function withNormalIps(spec: ValueMap, before: ValueMap | undefined): ValueMap {
  const one = text(spec, 'clusterIP');
  const all = list(spec, 'clusterIPs');
  if (before === undefined) return one !== '' && all.length === 0 ? new Map(spec).set('clusterIPs', [one]) : spec;
  const oldOne = text(before, 'clusterIP');
  const oldAll = list(before, 'clusterIPs');
  if (oldAll.length > 0 && all.length === 0 && oldOne === one) return new Map(spec).set('clusterIPs', oldAll);
  if (oldOne === one || !sameTexts(oldAll, all)) return spec;
  return oldOne !== '' && one === '' ? withoutAt(spec, ['clusterIPs']) : new Map(spec).set('clusterIPs', [one]);
}

function sameTexts(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Upstream: isMatchingPreferDualStackClusterIPFields. */
function keepsPreferredDualStack(spec: ValueMap, before: ValueMap | undefined): boolean {
  return (
    before !== undefined &&
    text(spec, 'ipFamilyPolicy') === 'PreferDualStack' &&
    text(spec, 'type') === text(before, 'type') &&
    ['', 'PreferDualStack'].includes(text(before, 'ipFamilyPolicy')) &&
    sameTexts(list(spec, 'clusterIPs'), list(before, 'clusterIPs')) &&
    sameTexts(list(spec, 'ipFamilies'), list(before, 'ipFamilies'))
  );
}

/** Upstream: initIPFamilyFields; what it refuses is left for validation. */
function withFamilies(spec: ValueMap, before: ValueMap | undefined): ValueMap {
  const loose = isHeadless(spec) && struct(spec, 'selector').size === 0;
  const asked = has(spec, 'ipFamilyPolicy') ? spec : before;
  const policy = has(asked, 'ipFamilyPolicy')
    ? text(asked, 'ipFamilyPolicy')
    : loose
      ? 'RequireDualStack'
      : 'SingleStack';
  const result = new Map(spec).set('ipFamilyPolicy', policy);
  if (policy !== 'SingleStack' && releasedAddresses(spec, before).length > 0) return result;
  let ips = texts(spec, 'clusterIPs');
  let families = texts(spec, 'ipFamilies');
  if (before !== undefined && policy === 'SingleStack') {
    if (sameTexts(list(before, 'clusterIPs'), ips)) ips = ips.slice(0, 1);
    if (sameTexts(list(before, 'ipFamilies'), families)) families = families.slice(0, 1);
  }
  if (ips[0] !== 'None') {
    // An address of another family is refused by its place, so that it gives no family.
    const first = ips.slice(families.length).findIndex((ip) => ip.includes(':'));
    const inferred = first < 0 ? ips.length : families.length + first;
    if (first === 0 && families.length === 0) return result;
    if (families.length < inferred && !families.includes('IPv4')) families = [...families, 'IPv4'];
  }
  if (families.length === 0) families = ['IPv4'];
  if (loose && families.length < 2 && policy !== 'SingleStack') {
    families = [...families, families[0] === 'IPv4' ? 'IPv6' : 'IPv4'];
  }
  if (ips.length > 0) result.set('clusterIPs', ips);
  return result.set('ipFamilies', families);
}

/**
 * What an update gives up of a second address, in the words of its refusal.
 * Upstream: pkg/registry/core/service/storage/alloc.go reducedClusterIPs, reducedIPFamilies.
 */
export function releasedAddresses(spec: ValueMap, before: ValueMap | undefined): readonly string[] {
  const released = (field: string) => {
    const count = list(spec, field).length;
    return before !== undefined && count > 0 && count < list(before, field).length;
  };
  return [...(released('clusterIPs') ? ['cluster IP'] : []), ...(released('ipFamilies') ? ['IP family'] : [])];
}

/** Upstream: allocClusterIPs, updateClusterIPs. */
function withClusterIps(spec: ValueMap, before: ValueMap | undefined, next: (family: string) => string): ValueMap {
  if (!isCluster(spec) || list(spec, 'clusterIPs')[0] === 'None') return spec;
  if (before !== undefined && isCluster(before)) return spec;
  const given = texts(spec, 'clusterIPs');
  const families = texts(spec, 'ipFamilies');
  // What is refused gets no address.
  const one = text(spec, 'clusterIP');
  const differ = given.length > 0 && given[0] !== one;
  const unknown = families.some((family) => family !== 'IPv4' && family !== 'IPv6');
  if (differ || unknown || given.length > families.length || new Set(families).size < families.length) return spec;
  const ips = families.map((family, i) => given[i] || next(family));
  return new Map(spec).set('clusterIPs', ips).set('clusterIP', ips[0] ?? '');
}

/** The port above which a dry run counts where the request has none. */
const lastBeforeDryRun = 32_768;

/**
 * Allocates the node ports that are missing, one after the other. In a dry run each is the one above the highest that the
 * request has taken so far. Upstream: initNodePorts, updateNodePorts, allocHealthCheckNodePort; portallocator/operation.go
 * AllocateNext.
 */
function withNodePorts(service: ValueMap, spec: ValueMap, before: ValueMap | undefined, dryRun: boolean): ValueMap {
  if (!needsNodePort(spec)) return spec;
  const allocates = text(spec, 'type') === 'NodePort' || flag(spec, 'allocateLoadBalancerNodePorts') === true;
  const nodePort = (port: ValueMap) => number(port, 'nodePort');
  const ports = structs(spec, 'ports');
  const old = new Set(structs(before, 'ports').map(nodePort));
  const taken: number[] = [];
  const next = () =>
    dryRun
      ? Math.max(...(taken.length === 0 ? [lastBeforeDryRun] : taken)) + 1
      : freeNodePort(service, new Set([...ports.map(nodePort), ...taken]));
  // Ports of one number in a new Service share the first node port that one of them asks for or gets.
  const shared = new Map<number, number>();
  const askedFor = (own: number) => ports.find((port) => number(port, 'port') === own && nodePort(port) !== 0);
  const result = mapStructs(spec, 'ports', (port) => {
    const own = number(port, 'port');
    const given = nodePort(port);
    if (given === 0 && !allocates) return port;
    const sharing = before === undefined ? (shared.get(own) ?? number(askedFor(own), 'nodePort')) : 0;
    const chosen = given || sharing || next();
    if (!old.has(chosen)) taken.push(chosen);
    if (!shared.has(own)) shared.set(own, chosen);
    return given === 0 ? new Map(port).set('nodePort', BigInt(chosen)) : port;
  });
  const checked = before !== undefined && needsHealthCheck(before);
  if (!needsHealthCheck(spec) || checked || number(spec, 'healthCheckNodePort') !== 0) return result;
  return new Map(result).set('healthCheckNodePort', BigInt(next()));
}

/**
 * Drops fields that the old type of a Service needed, the new one does not, and the client did not touch.
 * Upstream: pkg/registry/core/service/strategy.go dropTypeDependentFields.
 */
export function withoutOldTypeFields(service: ValueMap, old: ValueMap): ValueMap {
  const before = struct(old, 'spec');
  let spec = struct(service, 'spec');
  const drop = (...fields: readonly string[]) => {
    for (const field of fields) spec = withoutAt(spec, [field]);
  };
  const unchanged = (field: string) => sameTexts([spec.get(field) ?? ''], [before.get(field) ?? '']);
  if (isCluster(before) && !isCluster(spec)) {
    if (unchanged('clusterIP') && sameTexts(list(before, 'clusterIPs'), list(spec, 'clusterIPs'))) {
      drop('clusterIP', 'clusterIPs');
    }
    if (sameTexts(list(before, 'ipFamilies'), list(spec, 'ipFamilies'))) drop('ipFamilies');
    if (unchanged('ipFamilyPolicy')) drop('ipFamilyPolicy');
  }
  if (needsNodePort(before) && !needsNodePort(spec) && hasOnlyNodePortsOf(spec, before)) {
    spec = mapStructs(spec, 'ports', (port) => withoutAt(port, ['nodePort']));
  }
  if (needsHealthCheck(before) && !needsHealthCheck(spec) && unchanged('healthCheckNodePort'))
    drop('healthCheckNodePort');
  if (text(before, 'type') === 'LoadBalancer' && text(spec, 'type') !== 'LoadBalancer') {
    if (unchanged('allocateLoadBalancerNodePorts')) drop('allocateLoadBalancerNodePorts');
    if (unchanged('loadBalancerClass')) drop('loadBalancerClass');
  }
  if (isExternal(before) && !isExternal(spec) && unchanged('externalTrafficPolicy')) drop('externalTrafficPolicy');
  const result = new Map(service).set('spec', spec);
  if (text(spec, 'type') !== 'LoadBalancer') {
    result.set('status', new Map(struct(service, 'status')).set('loadBalancer', new Map()));
  }
  return result;
}

function hasOnlyNodePortsOf(spec: ValueMap, before: ValueMap): boolean {
  const known = new Set(structs(before, 'ports').map((port) => number(port, 'nodePort')));
  return structs(spec, 'ports').every((port) => number(port, 'nodePort') === 0 || known.has(number(port, 'nodePort')));
}

/**
 * Whether a Service can be reached from outside of the cluster.
 * Upstream: pkg/api/service/util.go ExternallyAccessible.
 */
function isExternal(spec: ValueMap): boolean {
  const type = text(spec, 'type');
  return needsNodePort(spec) || (type === 'ClusterIP' && list(spec, 'externalIPs').length > 0);
}

/**
 * A Service as it is read: an ExternalName has no policy for traffic inside the cluster. One that is none is left for
 * validation.
 * Upstream: defaultOnReadInternalTrafficPolicy.
 */
export function asRead(service: ValueMap): ValueMap {
  const spec = struct(service, 'spec');
  const isPolicy = ['Cluster', 'Local'].includes(text(spec, 'internalTrafficPolicy'));
  return text(spec, 'type') === 'ExternalName' && isPolicy
    ? withoutAt(service, ['spec', 'internalTrafficPolicy'])
    : service;
}
