import { isMap, mapAt, metadataOf, type ValueMap } from '@managed-fields/merge-engine';
import { bytesIn } from './containers.ts';
import { type Description, longTime } from './description.ts';
import { writeTemplate } from './pods.ts';
import {
  conditionsOf,
  sortedEntries,
  writeAnnotations,
  writeConditions,
  writeLabels,
  writeMetadata,
  writeNames,
} from './shared.ts';
import { controllerOf, mapsAt, numberAt, selectorText, shown, textAt, textsAt, uidOf } from './values.ts';

/** Upstream: kubectl pkg/describe/describe.go ConfigMapDescriber. */
export function writeConfigMap(out: Description, map: ValueMap): void {
  writeNames(out, map);
  writeMetadata(out, map);
  out.write(0, '\nData\n====\n');
  for (const [key, value] of sortedEntries(mapAt(map, 'data'))) out.write(0, `${key}:\n----\n${shown(value)}\n\n`);
  out.write(0, '\nBinaryData\n====\n');
  const binary = mapAt(map, 'binaryData') ?? new Map();
  for (const [key] of sortedEntries(binary)) out.write(0, `${key}: ${bytesIn(binary, key)} bytes\n`);
  out.write(0, '\n');
}

/** Upstream: describe.go describeSecret. */
export function writeSecret(out: Description, secret: ValueMap): void {
  writeNames(out, secret);
  writeMetadata(out, secret);
  const type = textAt(secret, 'type');
  out.write(0, `\nType:\t${type}\n\nData\n====\n`);
  const data = mapAt(secret, 'data') ?? new Map();
  for (const [key] of sortedEntries(data)) out.line(0, key, `${bytesIn(data, key)} bytes`);
}

/** Whether a Secret is one whose token kubectl shows. */
export function showsToken(secret: ValueMap): boolean {
  return (
    textAt(secret, 'type') === 'kubernetes.io/service-account-token' && mapAt(secret, 'data')?.has('token') === true
  );
}

/** Upstream: describe.go describeServiceAccount. */
export function writeServiceAccount(out: Description, account: ValueMap): void {
  writeNames(out, account);
  writeMetadata(out, account);
  const names = mapsAt(account, 'imagePullSecrets').map((each) => textAt(each, 'name'));
  for (const [index, name] of (names.length === 0 ? ['<none>'] : names).entries()) {
    out.write(0, `${index === 0 ? 'Image pull secrets:' : ' '.repeat(19)}\t${name}\n`);
  }
}

/** Upstream: describe.go describeService. */
export function writeService(out: Description, service: ValueMap, slices: readonly ValueMap[]): void {
  const spec = mapAt(service, 'spec');
  const optional = (field: string, title: string) => {
    if (textAt(spec, field) !== '') out.line(0, title, textAt(spec, field));
  };
  const list = (field: string) => textsAt(spec, field).join(',');
  writeNames(out, service);
  writeMetadata(out, service);
  const selector = sortedEntries(mapAt(spec, 'selector')).map(([key, value]) => `${key}=${shown(value)}`);
  out.line(0, 'Selector', selector.join(',') || '<none>');
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
  optional('trafficDistribution', 'Traffic Distribution');
}

function ingressText(each: ValueMap): string {
  const [ip, mode] = [textAt(each, 'ip'), textAt(each, 'ipMode')];
  return ip === '' ? textAt(each, 'hostname') : `${ip}${mode === '' ? '' : ` (${mode})`}`;
}

function writePort(out: Description, port: ValueMap, slices: readonly ValueMap[]): void {
  const [name, protocol] = [textAt(port, 'name') || '<unset>', textAt(port, 'protocol')];
  out.line(0, 'Port', `${name}\t${numberAt(port, 'port')}/${protocol}`);
  out.line(0, 'TargetPort', `${textAt(port, 'targetPort')}/${protocol}`);
  if (port.has('appProtocol')) out.line(0, 'AppProtocol', textAt(port, 'appProtocol'));
  if (numberAt(port, 'nodePort') !== '0') out.line(0, 'NodePort', `${name}\t${numberAt(port, 'nodePort')}/${protocol}`);
  out.line(0, 'Endpoints', endpointsText(slices, textAt(port, 'name')));
}

const mostShown = 3;

/** Upstream: describe.go formatEndpointSlices. */
function endpointsText(slices: readonly ValueMap[], name: string): string {
  if (slices.length === 0) return '<none>';
  const found: string[] = [];
  for (const slice of slices) {
    const ready = mapsAt(slice, 'endpoints').filter((each) => mapAt(each, 'conditions')?.get('ready') !== false);
    const addresses = ready.map((each) => textsAt(each, 'addresses')[0] ?? '');
    const ports = mapsAt(slice, 'ports');
    if (ports.length === 0) found.push(...addresses);
    for (const port of ports) {
      if (textAt(port, 'name') !== name) continue;
      found.push(
        ...addresses.map((address) => `${address.includes(':') ? `[${address}]` : address}:${numberAt(port, 'port')}`),
      );
    }
  }
  const text = found.slice(0, mostShown).join(',');
  return found.length > mostShown ? `${text} + ${found.length - mostShown} more...` : text;
}

/** Upstream: describe.go describeDeployment. */
export function writeDeployment(out: Description, deployment: ValueMap, sets: readonly ValueMap[]): void {
  const [metadata, spec, status] = [metadataOf(deployment), mapAt(deployment, 'spec'), mapAt(deployment, 'status')];
  writeNames(out, deployment);
  out.line(0, 'CreationTimestamp', longTime(metadata, 'creationTimestamp'));
  writeMetadata(out, deployment);
  out.line(0, 'Selector', selectorText(mapAt(spec, 'selector')));
  const count = (field: string) => numberAt(status, field);
  const replicas = [
    `${numberAt(spec, 'replicas')} desired`,
    `${count('updatedReplicas')} updated`,
    `${count('replicas')} total`,
    `${count('availableReplicas')} available`,
    `${count('unavailableReplicas')} unavailable`,
  ];
  out.line(0, 'Replicas', replicas.join(' | '));
  const strategy = mapAt(spec, 'strategy');
  out.line(0, 'StrategyType', textAt(strategy, 'type'));
  out.line(0, 'MinReadySeconds', numberAt(spec, 'minReadySeconds'));
  const rolling = mapAt(strategy, 'rollingUpdate');
  if (rolling !== undefined) {
    const text = `${textAt(rolling, 'maxUnavailable')} max unavailable, ${textAt(rolling, 'maxSurge')} max surge`;
    out.line(0, 'RollingUpdateStrategy', text);
  }
  writeTemplate(out, mapAt(spec, 'template'));
  writeConditions(out, conditionsOf(deployment));
  if (sets.length === 0) return;
  const present = sets.find((each) => sameTemplate(each, deployment));
  const text = (shownSets: readonly ValueMap[]) =>
    shownSets
      .map((each) => {
        const [made, asked] = [numberAt(mapAt(each, 'status'), 'replicas'), numberAt(mapAt(each, 'spec'), 'replicas')];
        return `${textAt(metadataOf(each), 'name')} (${made}/${asked} replicas created)`;
      })
      .join(', ') || '<none>';
  out.line(0, 'OldReplicaSets', text(sets.filter((each) => present === undefined || uidOf(each) !== uidOf(present))));
  out.line(0, 'NewReplicaSet', text(present === undefined ? [] : [present]));
}

/** Whether a ReplicaSet has the template of a Deployment but for the hash. */
function sameTemplate(set: ValueMap, deployment: ValueMap): boolean {
  const template = (object: ValueMap) => JSON.stringify(shown(withoutHash(mapAt(mapAt(object, 'spec'), 'template'))));
  return template(set) === template(deployment);
}

function withoutHash(template: ValueMap | undefined): ValueMap {
  const metadata = new Map(mapAt(template, 'metadata') ?? []);
  const labels = new Map(mapAt(metadata, 'labels') ?? []);
  labels.delete('pod-template-hash');
  metadata.delete('creationTimestamp');
  return new Map(template ?? []).set('metadata', metadata.set('labels', labels));
}

/** How many Pods of a controller are in each phase. */
export interface PodCounts {
  readonly running: number;
  readonly waiting: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Upstream: describe.go describeReplicaSet. */
export function writeReplicaSet(out: Description, set: ValueMap, pods: PodCounts): void {
  const [spec, status] = [mapAt(set, 'spec'), mapAt(set, 'status')];
  writeNames(out, set);
  out.line(0, 'Selector', selectorText(mapAt(spec, 'selector')) || '<none>');
  writeMetadata(out, set);
  if (controllerOf(set) !== '') out.line(0, 'Controlled By', controllerOf(set));
  out.line(0, 'Replicas', `${numberAt(status, 'replicas')} current / ${numberAt(spec, 'replicas')} desired`);
  const { running, waiting, succeeded, failed } = pods;
  out.line(0, 'Pods Status', `${running} Running / ${waiting} Waiting / ${succeeded} Succeeded / ${failed} Failed`);
  writeTemplate(out, mapAt(spec, 'template'));
  writeConditions(out, conditionsOf(set));
}

/** Upstream: describe.go describeNamespace. */
export function writeNamespace(
  out: Description,
  namespace: ValueMap,
  quotas: readonly ValueMap[],
  limits: readonly ValueMap[],
): void {
  const metadata = metadataOf(namespace);
  out.line(0, 'Name', textAt(metadata, 'name'));
  writeLabels(out, 'Labels', mapAt(metadata, 'labels'));
  writeAnnotations(out, 'Annotations', mapAt(metadata, 'annotations'));
  out.line(0, 'Status', textAt(mapAt(namespace, 'status'), 'phase'));
  const conditions = conditionsOf(namespace);
  if (conditions.length > 0) {
    out.write(0, 'Conditions:\n');
    out.write(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage\n');
    out.write(1, '----\t------\t------------------\t------\t-------\n');
  }
  for (const each of conditions) {
    const [type, status, reason, message] = ['type', 'status', 'reason', 'message'].map((field) => textAt(each, field));
    out.write(1, `${type}\t${status}\t${longTime(each, 'lastTransitionTime')}\t${reason}\t${message}\n`);
  }
  out.write(0, '\n');
  writeQuotas(out, quotas);
  out.write(0, '\n');
  writeLimits(out, limits);
}

/** Upstream: describe.go DescribeResourceQuotas. */
function writeQuotas(out: Description, quotas: readonly ValueMap[]): void {
  out.write(0, quotas.length === 0 ? 'No resource quota.\n' : 'Resource Quotas\n');
  const name = (quota: ValueMap) => textAt(metadataOf(quota), 'name');
  for (const quota of quotas.toSorted((a, b) => (name(a) < name(b) ? -1 : 1))) {
    out.line(1, 'Name', name(quota));
    const scopes = textsAt(mapAt(quota, 'spec'), 'scopes').toSorted();
    if (scopes.length > 0) out.line(1, 'Scopes', scopes.join(', '));
    for (const scope of scopes) {
      const help = scopeHelp[scope];
      if (help !== undefined) out.write(1, `* ${help}\n`);
    }
    out.write(1, 'Resource\tUsed\tHard\n');
    out.write(1, '--------\t---\t---\n');
    const status = mapAt(quota, 'status');
    for (const [resource, hard] of sortedEntries(mapAt(status, 'hard'))) {
      out.write(1, `${resource}\t${textAt(mapAt(status, 'used'), resource) || '0'}\t${shown(hard)}\n`);
    }
  }
}

const scopeHelp: Readonly<Record<string, string>> = {
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
};

/** Upstream: describe.go DescribeLimitRanges. */
function writeLimits(out: Description, limits: readonly ValueMap[]): void {
  if (limits.length === 0) {
    out.write(0, 'No LimitRange resource.\n');
    return;
  }
  const columns = ['Type', 'Resource', 'Min', 'Max', 'Default Request', 'Default Limit', 'Max Limit/Request Ratio'];
  out.write(0, `Resource Limits\n ${columns.join('\t')}\n`);
  out.write(0, ' ----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n');
  for (const item of limits.flatMap((each) => mapsAt(mapAt(each, 'spec'), 'limits'))) {
    const fields = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'].map((field) =>
      mapAt(item, field),
    );
    const names = new Set(fields.filter(isMap).flatMap((map) => [...map.keys()]));
    for (const name of [...names].sort()) {
      const cells = fields.map((map) => textAt(map, name) || '-');
      out.write(0, ` ${[textAt(item, 'type'), name, ...cells].join('\t')}\n`);
    }
  }
}
