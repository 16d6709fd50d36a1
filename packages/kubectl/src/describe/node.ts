import { humanDuration } from '@managed-fields/api-server/tables';
import {
  amountOf,
  compareStrings,
  formatQuantity,
  mapAt,
  metadataOf,
  milliValue,
  parseTime,
  type Quantity,
  type ValueMap,
  wholeValue,
} from '@managed-fields/merge-engine';
import { hasReason, isFailure } from '../failure.ts';
import { type Describe, type Describing, fetchEvents, itemsOf, nameOf, objectAt, timeOf } from './describing.ts';
import { type Description, longTime } from './description.ts';
import { type Amounts, podAmounts, sumOf } from './pod-amounts.ts';
import { conditionsOf, writeEvents, writeMany, writeMetadata } from './shared.ts';
import { mapsAt, shown, sortedBy, sortedEntries, textAt, textsAt } from './values.ts';

/** Upstream: kubectl pkg/describe/describe.go NodeDescriber, describeNode. */
export const describeNode: Describe = (out, node, describing) => {
  const name = nameOf(node);
  const running = `spec.nodeName=${name},status.phase!=Succeeded,status.phase!=Failed`;
  const pods = itemsOf(describing, 'v1', 'Pod', '', { fieldSelector: running, inChunks: true });
  if (isFailure(pods) && !hasReason(pods, 'Forbidden')) return pods;
  const byUid = fetchEvents(node, describing);
  const byName = fetchEvents(node, describing, { uid: name });
  const slices = out.has('slicesOfNodes')
    ? itemsOf(describing, 'resource.k8s.io/v1', 'ResourceSlice', '', { fieldSelector: `spec.nodeName=${name}` })
    : [];
  writeNode(out, node, describing);
  writeAmounts(out, 'Capacity', mapAt(mapAt(node, 'status'), 'capacity'));
  writeAmounts(out, 'Allocatable', mapAt(mapAt(node, 'status'), 'allocatable'));
  if (!isFailure(slices)) writeSlices(out, slices);
  writeSystem(out, node);
  if (isFailure(pods)) out.line(0, 'Pods', 'not authorized');
  else writePods(out, pods, node, timeOf(describing));
  writeEvents(out, byUid && byName && [...byUid, ...byName], timeOf(describing));
  return undefined;
};

function writeNode(out: Description, node: ValueMap, describing: Describing): void {
  const [metadata, spec, status] = [metadataOf(node), mapAt(node, 'spec'), mapAt(node, 'status')];
  out.line(0, 'Name', nameOf(node));
  out.line(0, 'Roles', rolesOf(node).join(',') || '<none>');
  writeMetadata(out, node);
  out.line(0, 'CreationTimestamp', longTime(metadata, 'creationTimestamp'));
  const taints = sortedBy(mapsAt(spec, 'taints'), (taint) => `${textAt(taint, 'effect')},${textAt(taint, 'key')}`);
  writeMany(out, 0, 'Taints', taints.map(taintText));
  out.line(0, 'Unschedulable', String(spec?.get('unschedulable') === true));
  writeLease(out, nameOf(node), describing);
  const conditions = conditionsOf(node);
  if (conditions.length > 0) {
    out.write(0, 'Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n');
    out.write(1, '----\t------\t-----------------\t------------------\t------\t-------\n');
  }
  for (const each of conditions) {
    const [type, state, reason, message] = ['type', 'status', 'reason', 'message'].map((field) => textAt(each, field));
    const times = `${longTime(each, 'lastHeartbeatTime')} \t${longTime(each, 'lastTransitionTime')}`;
    out.write(1, `${type} \t${state} \t${times} \t${reason} \t${message}\n`);
  }
  out.write(0, 'Addresses:\n');
  for (const each of mapsAt(status, 'addresses')) out.line(1, textAt(each, 'type'), textAt(each, 'address'));
}

const rolePrefix = 'node-role.kubernetes.io/';

/** Upstream: describe.go findNodeRoles. */
function rolesOf(node: ValueMap): readonly string[] {
  const roles = [...(mapAt(metadataOf(node), 'labels') ?? [])].flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return [key.slice(rolePrefix.length)];
    return key === 'kubernetes.io/role' ? [shown(value)] : [];
  });
  return [...new Set(roles.filter((role) => role !== ''))].sort();
}

/** Upstream: k8s.io/api core/v1 taint.go ToString. */
function taintText(taint: ValueMap): string {
  const [key, value, effect] = [textAt(taint, 'key'), textAt(taint, 'value'), textAt(taint, 'effect')];
  if (effect === '') return value === '' ? key : `${key}=${value}:`;
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

/** Upstream: describe.go describeNodeLease. */
function writeLease(out: Description, name: string, describing: Describing): void {
  const lease = objectAt(describing, 'coordination.k8s.io/v1', 'Lease', { namespace: 'kube-node-lease', name });
  if (isFailure(lease)) {
    out.line(0, 'Lease', `Failed to get lease: ${lease.message}`);
    return;
  }
  const spec = mapAt(lease, 'spec');
  out.write(0, 'Lease:\n');
  out.line(1, 'HolderIdentity', spec?.has('holderIdentity') ? textAt(spec, 'holderIdentity') : '<unset>');
  out.line(1, 'AcquireTime', spec?.has('acquireTime') ? longTime(spec, 'acquireTime') : '<unset>');
  out.line(1, 'RenewTime', spec?.has('renewTime') ? longTime(spec, 'renewTime') : '<unset>');
}

function writeAmounts(out: Description, title: string, amounts: ValueMap | undefined): void {
  const entries = sortedEntries(amounts);
  if (entries.length > 0) out.write(0, `${title}:\n`);
  for (const [name, amount] of entries) out.line(1, name, shown(amount));
}

const mostPools = 10;

/** Upstream: describe.go describeNodeResourceSlices. */
function writeSlices(out: Description, slices: readonly ValueMap[]): void {
  const pools = new Map<string, { readonly driver: string; readonly pool: string; slices: number; devices: number }>();
  for (const slice of slices) {
    const spec = mapAt(slice, 'spec');
    const [driver, pool] = [textAt(spec, 'driver'), textAt(mapAt(spec, 'pool'), 'name')];
    const counted = pools.get(`${driver}/${pool}`) ?? { driver, pool, slices: 0, devices: 0 };
    counted.slices += 1;
    counted.devices += mapsAt(spec, 'devices').length;
    pools.set(`${driver}/${pool}`, counted);
  }
  if (pools.size === 0) return;
  out.write(0, 'Node-Local ResourceSlices:\n  Driver\tPool\tSlices\tDevices\n  ------\t----\t------\t-------\n');
  const sorted = [...pools].sort(([a], [b]) => compareStrings(a, b));
  for (const [, each] of sorted.slice(0, mostPools)) {
    out.write(1, `${each.driver}\t${each.pool}\t${each.slices}\t${each.devices}\n`);
  }
  if (sorted.length > mostPools) out.write(1, `...and ${sorted.length - mostPools} more pools\n`);
}

function writeSystem(out: Description, node: ValueMap): void {
  const spec = mapAt(node, 'spec');
  const info = mapAt(mapAt(node, 'status'), 'nodeInfo');
  out.write(0, 'System Info:\n');
  for (const [field, title] of [
    ['machineID', 'Machine ID'],
    ['systemUUID', 'System UUID'],
    ['bootID', 'Boot ID'],
    ['kernelVersion', 'Kernel Version'],
    ['osImage', 'OS Image'],
    ['operatingSystem', 'Operating System'],
    ['architecture', 'Architecture'],
    ['containerRuntimeVersion', 'Container Runtime Version'],
    ['kubeletVersion', 'Kubelet Version'],
    ...(out.has('proxyVersionLeftOut') ? [] : [['kubeProxyVersion', 'Kube-Proxy Version'] as const]),
  ] as const) {
    out.line(1, title, textAt(info, field));
  }
  if (textAt(spec, 'podCIDR') !== '') out.line(0, 'PodCIDR', textAt(spec, 'podCIDR'));
  const ranges = textsAt(spec, 'podCIDRs');
  if (ranges.length > 0) out.line(0, 'PodCIDRs', ranges.join(','));
  if (textAt(spec, 'providerID') !== '') out.line(0, 'ProviderID', textAt(spec, 'providerID'));
}

const zero: Quantity = { amount: { unscaled: 0n, scale: 0 }, format: 'DecimalSI' };

/** Amounts with the share of a node that they are. */
class Shares {
  readonly #node: ValueMap | undefined;

  constructor(node: ValueMap) {
    this.#node = mapAt(mapAt(node, 'status'), 'allocatable');
  }

  get names(): readonly string[] {
    return sortedEntries(this.#node).map(([name]) => name);
  }

  /** `100m (5%)`. Of nothing it is 0, or for a single Pod what Go makes of a division by zero. */
  text(amounts: Amounts, name: string, ofPod = false): string {
    const amount = amounts.get(name) ?? zero;
    const inUnits = name === 'cpu' ? milliValue : wholeValue;
    const [part, whole] = [Number(inUnits(amount)), Number(inUnits(amountOf(this.#node?.get(name)) ?? zero))];
    const share = whole === 0 && !ofPod ? 0 : (part / whole) * 100;
    const percent = Number.isFinite(share) ? BigInt(Math.trunc(share)) : -(2n ** 63n);
    return `${formatQuantity(amount)} (${percent}%)`;
  }
}

/** Upstream: describe.go describeNodeResource. */
function writePods(out: Description, pods: readonly ValueMap[], node: ValueMap, now: number): void {
  const shares = new Shares(node);
  const asAWhole = out.has('amountsOfWholePods');
  const ofRunning = out.has('amountsInSums') ? 'sums' : 'containers';
  const amountsOf = (pod: ValueMap, field: 'requests' | 'limits', isRunning: boolean) => {
    const counts = asAWhole ? isRunning : field === 'requests';
    return podAmounts(pod, field, { of: counts ? ofRunning : 'spec', asAWhole });
  };
  out.line(0, 'Non-terminated Pods', `(${pods.length} in total)`);
  out.write(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n');
  out.write(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n');
  for (const pod of pods) {
    const [requests, limits] = [amountsOf(pod, 'requests', true), amountsOf(pod, 'limits', true)];
    const cells = ['cpu', 'memory'].flatMap((name) => [requests, limits].map((each) => shares.text(each, name, true)));
    const metadata = metadataOf(pod);
    const created = parseTime(textAt(metadata, 'creationTimestamp'));
    const age = created === undefined ? '<unknown>' : humanDuration(now - created);
    out.write(1, `${textAt(metadata, 'namespace')}\t${nameOf(pod)}\t\t${cells.join('\t')}\t${age}\n`);
  }
  out.write(0, 'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n');
  out.write(1, 'Resource\tRequests\tLimits\n');
  out.write(1, '--------\t--------\t------\n');
  const requests = sumOf(pods.map((pod) => amountsOf(pod, 'requests', false)));
  const limits = sumOf(pods.map((pod) => amountsOf(pod, 'limits', false)));
  const usual = ['cpu', 'memory', 'ephemeral-storage'];
  const large = shares.names.filter((name) => name.startsWith('hugepages-'));
  const others = shares.names.filter((name) => ![...usual, ...large, 'pods'].includes(name));
  for (const name of [...usual, ...large]) {
    out.write(1, `${name}\t${shares.text(requests, name)}\t${shares.text(limits, name)}\n`);
  }
  for (const name of others) {
    const [asked, limit] = [requests, limits].map((each) => formatQuantity(each.get(name) ?? zero));
    out.write(1, `${name}\t${asked}\t${limit}\n`);
  }
}
