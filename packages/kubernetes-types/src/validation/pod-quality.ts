import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { isOn } from '../features.ts';
import type { PlayedVersion } from '../versions.ts';
import { type Amount, addAmounts, amountOf, compareAmounts, signOf } from './amount.ts';
import { pointer, struct, structs } from './object.ts';

const countedResources = ['cpu', 'memory'];
type Amounts = Map<string, Amount>;

/**
 * The quality of service class of a Pod. Since v1.37 empty resources of the whole Pod count as none.
 * Upstream: k8s.io/kubernetes pkg/apis/core/helper/qos/qos.go ComputePodQOS.
 */
export function qosClass(spec: ValueMap, version: PlayedVersion): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  const given = pointer(spec, 'resources');
  const isEmpty = struct(given, 'requests').size === 0 && struct(given, 'limits').size === 0;
  const whole = isEmpty && isOn('PodLevelResourcesFixKubeletQOSClass', version) ? undefined : given;
  const holders =
    whole === undefined
      ? [...structs(spec, 'containers'), ...structs(spec, 'initContainers')].map((item) => struct(item, 'resources'))
      : [whole];
  let limited = true;
  for (const holder of holders) {
    add(requests, struct(holder, 'requests'));
    const names = add(limits, struct(holder, 'limits'));
    if (whole !== undefined && struct(holder, 'limits').size === 0) continue;
    if (!countedResources.every((name) => names.has(name))) limited = false;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const equal = [...requests].every(([name, amount]) => {
    const limit = limits.get(name);
    return limit !== undefined && compareAmounts(limit, amount) === 0;
  });
  return limited && equal && requests.size === limits.size ? 'Guaranteed' : 'Burstable';
}

function add(total: Amounts, amounts: ReadonlyMap<string, Value>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of countedResources) {
    const amount = amountOf(amounts.get(name));
    if (amount === undefined || signOf(amount) <= 0) continue;
    names.add(name);
    const sum = total.get(name);
    total.set(name, sum === undefined ? amount : addAmounts(sum, amount));
  }
  return names;
}
