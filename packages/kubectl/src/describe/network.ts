import { mapAt, metadataOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { isFailure } from '../failure.ts';
import {
  alone,
  type Describe,
  type Describing,
  fetchEvents,
  itemsOf,
  nameOf,
  namespaceOf,
  objectAt,
  timeOf,
} from './describing.ts';
import { type Description, longTime } from './description.ts';
import { conditionsOf, writeAnnotations, writeEvents, writeLabels, writeMetadata, writeNames } from './shared.ts';
import { isSet, mapsAt, numberAt, selectorText, textAt, textsAt } from './values.ts';

const describeService: Describe = (out, service, describing) => {
  const slices = slicesOf(describing, namespaceOf(service), nameOf(service));
  const found = fetchEvents(service, describing);
  writeService(out, service, isFailure(slices) ? [] : slices);
  writeEvents(out, found, timeOf(describing));
  return undefined;
};

function slicesOf(describing: Describing, namespace: string, service: string) {
  const labelSelector = `kubernetes.io/service-name=${service}`;
  return itemsOf(describing, 'discovery.k8s.io/v1', 'EndpointSlice', namespace, { labelSelector });
}

/** Upstream: kubectl pkg/describe/describe.go describeService. */
function writeService(out: Description, service: ValueMap, slices: readonly ValueMap[]): void {
  const spec = mapAt(service, 'spec');
  const optional = (field: string, title: string) => {
    if (textAt(spec, field) !== '') out.line(0, title, textAt(spec, field));
  };
  const list = (field: string) => textsAt(spec, field).join(',');
  writeNames(out, service);
  writeMetadata(out, service);
  const selector = mapAt(spec, 'selector');
  out.line(0, 'Selector', selectorText(selector && new Map([['matchLabels', selector]])) || '<none>');
  out.line(0, 'Type', textAt(spec, 'type'));
  optional('ipFamilyPolicy', 'IP Family Policy');
  out.line(0, 'IP Families', list('ipFamilies') || '<none>');
  out.line(0, 'IP', textAt(spec, 'clusterIP'));
  out.line(0, 'IPs', list('clusterIPs') || '<none>');
  if (list('externalIPs') !== '') out.line(0, 'External IPs', list('externalIPs'));
  optional('loadBalancerIP', 'Desired LoadBalancer IP');
  optional('externalName', 'External Name');
  const ingress = mapsAt(mapAt(mapAt(service, 'status'), 'loadBalancer'), 'ingress');
  if (ingress.length > 0) out.line(0, 'LoadBalancer Ingress', ingress.map(ingressText).join(', '));
  for (const port of mapsAt(spec, 'ports')) writePort(out, port, slices);
  out.line(0, 'Session Affinity', textAt(spec, 'sessionAffinity'));
  optional('externalTrafficPolicy', 'External Traffic Policy');
  optional('internalTrafficPolicy', 'Internal Traffic Policy');
  if (numberAt(spec, 'healthCheckNodePort') !== '0')
    out.line(0, 'HealthCheck NodePort', numberAt(spec, 'healthCheckNodePort'));
  if (list('loadBalancerSourceRanges') !== '')
    out.line(0, 'LoadBalancer Source Ranges', list('loadBalancerSourceRanges'));
  if (out.has('trafficDistribution')) optional('trafficDistribution', 'Traffic Distribution');
}

function ingressText(each: ValueMap): string {
  const [ip, mode] = [textAt(each, 'ip'), textAt(each, 'ipMode')];
  return ip === '' ? textAt(each, 'hostname') : `${ip} (${mode})`;
}

function writePort(out: Description, port: ValueMap, slices: readonly ValueMap[]): void {
  const [name, protocol] = [textAt(port, 'name') || '<unset>', textAt(port, 'protocol')];
  out.line(0, 'Port', `${name}\t${numberAt(port, 'port')}/${protocol}`);
  out.line(0, 'TargetPort', `${textAt(port, 'targetPort')}/${protocol}`);
  if (out.has('protocolsOfPorts') && port.has('appProtocol')) out.line(0, 'AppProtocol', textAt(port, 'appProtocol'));
  if (numberAt(port, 'nodePort') !== '0') out.line(0, 'NodePort', `${name}\t${numberAt(port, 'nodePort')}/${protocol}`);
  out.line(0, 'Endpoints', endpointsText(slices, textAt(port, 'name')));
}

const mostShown = 3;

/** Upstream: describe.go formatEndpointSlices. */
function endpointsText(slices: readonly ValueMap[], name: string): string {
  if (slices.length === 0) return '<none>';
  const found: string[] = [];
  // Whether an endpoint was looked at after the last that is shown, though it were not ready.
  let isMore = false;
  for (const slice of slices) {
    const ports = mapsAt(slice, 'ports');
    for (const port of ports.length === 0 ? [undefined] : ports.filter((each) => textAt(each, 'name') === name)) {
      for (const endpoint of mapsAt(slice, 'endpoints')) {
        isMore ||= found.length === mostShown;
        if (mapAt(endpoint, 'conditions')?.get('ready') === false) continue;
        const [address = ''] = textsAt(endpoint, 'addresses');
        const host = address.includes(':') ? `[${address}]` : address;
        found.push(port === undefined ? address : `${host}:${numberAt(port, 'port')}`);
      }
    }
  }
  const text = found.slice(0, mostShown).join(',');
  return isMore ? `${text} + ${found.length - mostShown} more...` : text;
}

/** Upstream: describe.go describeIngressV1. */
const describeIngress: Describe = (out, ingress, describing) => {
  const found = fetchEvents(ingress, describing);
  const [metadata, spec] = [metadataOf(ingress), mapAt(ingress, 'spec')];
  const backend = (each: ValueMap | undefined) => backendText(each, namespaceOf(ingress), describing);
  out.line(0, 'Name', nameOf(ingress));
  writeLabels(out, 'Labels', mapAt(metadata, 'labels'));
  out.line(0, 'Namespace', namespaceOf(ingress));
  const addresses = mapsAt(mapAt(mapAt(ingress, 'status'), 'loadBalancer'), 'ingress').flatMap((each) => {
    const address = textAt(each, 'ip') || textAt(each, 'hostname');
    return address === '' ? [] : [address];
  });
  out.line(0, 'Address', [...new Set(addresses)].sort().join(','));
  out.line(0, 'Ingress Class', spec?.has('ingressClassName') ? textAt(spec, 'ingressClassName') : '<none>');
  const byDefault = mapAt(spec, 'defaultBackend');
  const defaultText = byDefault === undefined ? '<default>' : backend(byDefault);
  out.line(0, 'Default backend', defaultText);
  const certificates = mapsAt(spec, 'tls');
  if (certificates.length > 0) out.write(0, 'TLS:\n');
  for (const each of certificates) {
    const [secret, hosts] = [textAt(each, 'secretName'), textsAt(each, 'hosts').join(',')];
    out.write(1, secret === '' ? `SNI routes ${hosts}\n` : `${secret} terminates ${hosts}\n`);
  }
  out.write(0, 'Rules:\n  Host\tPath\tBackends\n');
  out.write(1, '----\t----\t--------\n');
  const rules = mapsAt(spec, 'rules').filter((rule) => mapAt(rule, 'http') !== undefined);
  for (const rule of rules) {
    out.write(1, `${textAt(rule, 'host') || '*'}\t\n`);
    for (const path of mapsAt(mapAt(rule, 'http'), 'paths')) {
      out.write(2, `\t${textAt(path, 'path')} \t${backend(mapAt(path, 'backend'))}\n`);
    }
  }
  if (rules.length === 0) out.write(1, `*\t*\t${defaultText}\n`);
  writeAnnotations(out, 'Annotations', mapAt(metadata, 'annotations'));
  writeEvents(out, found, timeOf(describing));
  return undefined;
};

/** A backend with the addresses behind it. Upstream: describe.go describeBackendV1. */
function backendText(backend: ValueMap | undefined, namespace: string, describing: Describing): string {
  const [asked, resource] = [mapAt(backend, 'service'), mapAt(backend, 'resource')];
  if (asked !== undefined) {
    const [name, port] = [textAt(asked, 'name'), mapAt(asked, 'port')];
    const [number, portName] = [numberAt(port, 'number'), textAt(port, 'name')];
    const shown = `${name}:${number === '0' ? portName : number}`;
    const slices = slicesOf(describing, namespace, name);
    if (isFailure(slices)) return `${shown} (<error: ${slices.message}>)`;
    const service = objectAt(describing, 'v1', 'Service', { namespace, name });
    if (isFailure(service)) return `${shown} (<error: ${service.message}>)`;
    const meant = mapsAt(mapAt(service, 'spec'), 'ports').findLast((each) =>
      number === '0' ? textAt(each, 'name') === portName : numberAt(each, 'port') === number,
    );
    return `${shown} (${endpointsText(slices, textAt(meant, 'name'))})`;
  }
  if (resource === undefined) return '';
  const group = isSet(resource, 'apiGroup') ? textAt(resource, 'apiGroup') : '<none>';
  return `APIGroup: ${group}, Kind: ${textAt(resource, 'kind')}, Name: ${textAt(resource, 'name')}`;
}

/** Upstream: describe.go describeIngressClassV1. */
function writeIngressClass(out: Description, ingressClass: ValueMap): void {
  const spec = mapAt(ingressClass, 'spec');
  const parameters = mapAt(spec, 'parameters');
  out.line(0, 'Name', nameOf(ingressClass));
  writeMetadata(out, ingressClass);
  out.line(0, 'Controller', textAt(spec, 'controller'));
  if (parameters === undefined) return;
  out.write(0, 'Parameters:\n');
  if (isSet(parameters, 'apiGroup')) out.line(1, 'APIGroup', textAt(parameters, 'apiGroup'));
  out.line(1, 'Kind', textAt(parameters, 'kind'));
  out.line(1, 'Name', textAt(parameters, 'name'));
}

/** Upstream: describe.go describeServiceCIDRV1. */
function writeServiceRange(out: Description, range: ValueMap): void {
  out.line(0, 'Name', nameOf(range));
  writeMetadata(out, range);
  out.line(0, 'CIDRs', textsAt(mapAt(range, 'spec'), 'cidrs').join(', '));
  const conditions = conditionsOf(range);
  if (conditions.length === 0) return;
  out.write(0, 'Status:\nConditions:\n');
  out.write(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage\n');
  out.write(1, '----\t------\t------------------\t------\t-------\n');
  for (const each of conditions) {
    const [type, status, reason, message] = ['type', 'status', 'reason', 'message'].map((field) => textAt(each, field));
    out.write(1, `${type}\t${status}\t${longTime(each, 'lastTransitionTime')}\t${reason}\t${message}\n`);
  }
}

/** Upstream: describe.go describeIPAddressV1. */
function writeAddress(out: Description, address: ValueMap): void {
  const parent = mapAt(mapAt(address, 'spec'), 'parentRef');
  out.line(0, 'Name', nameOf(address));
  writeMetadata(out, address);
  if (parent === undefined) return;
  out.write(0, 'Parent Reference:\n');
  for (const title of ['Group', 'Resource', 'Namespace', 'Name']) {
    out.line(1, title, textAt(parent, title.toLowerCase()));
  }
}

/** Upstream: describe.go describeEndpoints. */
function writeEndpoints(out: Description, endpoints: ValueMap): void {
  writeNames(out, endpoints);
  writeMetadata(out, endpoints);
  out.write(0, 'Subsets:\n');
  for (const subset of mapsAt(endpoints, 'subsets')) {
    for (const [field, title] of [
      ['addresses', 'Addresses'],
      ['notReadyAddresses', 'NotReadyAddresses'],
    ] as const) {
      const addresses = mapsAt(subset, field).map((each) => textAt(each, 'ip'));
      out.line(1, title, addresses.join(',') || '<none>');
    }
    const ports = mapsAt(subset, 'ports');
    if (ports.length > 0) out.write(1, 'Ports:\n    Name\tPort\tProtocol\n    ----\t----\t--------\n');
    for (const port of ports) {
      const columns = [textAt(port, 'name') || '<unset>', numberAt(port, 'port'), textAt(port, 'protocol')];
      out.write(2, `${columns.join('\t')}\n`);
    }
    out.write(0, '\n');
  }
}

/** Upstream: describe.go describeEndpointSliceV1. */
function writeEndpointSlice(out: Description, slice: ValueMap): void {
  const given = (map: ValueMap | undefined, field: string) => (map?.has(field) ? textAt(map, field) : '<unset>');
  writeNames(out, slice);
  writeMetadata(out, slice);
  out.line(0, 'AddressType', textAt(slice, 'addressType'));
  const ports = mapsAt(slice, 'ports');
  if (ports.length === 0) out.write(0, 'Ports: <unset>\n');
  else out.write(0, 'Ports:\n  Name\tPort\tProtocol\n  ----\t----\t--------\n');
  for (const port of ports) {
    const columns = [textAt(port, 'name') || '<unset>', given(port, 'port'), textAt(port, 'protocol')];
    out.write(1, `${columns.join('\t')}\n`);
  }
  const endpoints = mapsAt(slice, 'endpoints');
  out.write(0, endpoints.length === 0 ? 'Endpoints: <none>\n' : 'Endpoints:\n');
  for (const endpoint of endpoints) {
    const target = mapAt(endpoint, 'targetRef');
    out.line(1, '- Addresses', textsAt(endpoint, 'addresses').join(', ') || '<none>');
    out.write(2, 'Conditions:\n');
    out.line(3, 'Ready', given(mapAt(endpoint, 'conditions'), 'ready'));
    out.line(2, 'Hostname', given(endpoint, 'hostname'));
    if (target !== undefined) out.line(2, 'TargetRef', `${textAt(target, 'kind')}/${textAt(target, 'name')}`);
    out.line(2, 'NodeName', given(endpoint, 'nodeName'));
    out.line(2, 'Zone', given(endpoint, 'zone'));
  }
}

/** Upstream: describe.go describeNetworkPolicy. */
function writeNetworkPolicy(out: Description, policy: ValueMap): void {
  const spec = mapAt(policy, 'spec');
  const types = textsAt(spec, 'policyTypes');
  writeNames(out, policy);
  const created = stringAt(metadataOf(policy), 'creationTimestamp') ?? '0001-01-01T00:00:00Z';
  out.line(0, 'Created on', created.replace('T', ' ').replace('Z', ' +0000 UTC'));
  writeMetadata(out, policy);
  out.write(0, 'Spec:\n');
  const selector = selectorText(mapAt(spec, 'podSelector'));
  const everything = '<none> (Allowing the specific traffic to all pods in this namespace)';
  out.write(1, 'PodSelector: ');
  out.write(2, `${selector || everything}\n`);
  for (const [type, field, other, title, place] of directions) {
    if (types.includes(type)) {
      out.write(1, `Allowing ${field} traffic:\n`);
      writePolicyRules(out, mapsAt(spec, field), { field, other, title, place });
    } else out.write(1, `Not affecting ${field} traffic\n`);
  }
  out.write(1, `Policy Types: ${types.join(', ')}\n`);
}

const directions = [
  ['Ingress', 'ingress', 'from', 'From', 'source'],
  ['Egress', 'egress', 'to', 'To', 'destination'],
] as const;

interface Direction {
  readonly field: string;
  readonly other: string;
  readonly title: string;
  readonly place: string;
}

/** Upstream: describe.go printNetworkPolicySpecIngressFrom, printNetworkPolicySpecEgressTo. */
function writePolicyRules(
  out: Description,
  rules: readonly ValueMap[],
  { field, other, title, place }: Direction,
): void {
  if (rules.length === 0) out.write(2, `<none> (Selected pods are isolated for ${field} connectivity)\n`);
  for (const [index, rule] of rules.entries()) {
    const ports = mapsAt(rule, 'ports');
    if (ports.length === 0) out.write(2, 'To Port: <any> (traffic allowed to all ports)\n');
    for (const port of ports) {
      const [first, protocol] = [port.has('port') ? textAt(port, 'port') : '<nil>', textAt(port, 'protocol')];
      const text = port.has('endPort') ? ` Range: ${first}-${numberAt(port, 'endPort')}` : `: ${first}`;
      out.write(2, `To Port${text}/${protocol}\n`);
    }
    const peers = mapsAt(rule, other);
    if (peers.length === 0) out.write(2, `${title}: <any> (traffic not restricted by ${place})\n`);
    for (const peer of peers) {
      out.write(2, `${title}:\n`);
      writePeer(out, peer);
    }
    if (index < rules.length - 1) out.write(2, '----------\n');
  }
}

function writePeer(out: Description, peer: ValueMap): void {
  const block = mapAt(peer, 'ipBlock');
  for (const [field, title] of [
    ['namespaceSelector', 'NamespaceSelector'],
    ['podSelector', 'PodSelector'],
  ] as const) {
    const selector = mapAt(peer, field);
    if (selector !== undefined) out.write(3, `${title}: ${selectorText(selector) || '<none>'}\n`);
  }
  if (block === undefined) return;
  out.write(3, 'IPBlock:\n');
  out.write(4, `CIDR: ${textAt(block, 'cidr')}\n`);
  out.write(4, `Except: ${textsAt(block, 'except').join(', ')}\n`);
}

/** What is about the network, by group and kind. */
export const network: Readonly<Record<string, Describe>> = {
  Service: describeService,
  Endpoints: alone(writeEndpoints),
  'discovery.k8s.io/EndpointSlice': alone(writeEndpointSlice),
  'networking.k8s.io/Ingress': describeIngress,
  'networking.k8s.io/IngressClass': alone(writeIngressClass),
  'networking.k8s.io/ServiceCIDR': alone(writeServiceRange),
  'networking.k8s.io/IPAddress': alone(writeAddress),
  'networking.k8s.io/NetworkPolicy': alone(writeNetworkPolicy, false),
};
