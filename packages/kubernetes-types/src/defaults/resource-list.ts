import type { ValueMap } from '@managed-fields/merge-engine';
import { isOn } from '../features.ts';
import { type Amount, amountOf, compareAmounts, printAmount, toMilli } from '../validation/amount.ts';
import { list, mapStructs, pointer, struct, structs } from '../validation/object.ts';
import { aggregate } from '../validation/pod-amounts.ts';
import type { PlayedVersion } from '../versions.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/**
 * Rounds the amounts of a resource list up to thousandths.
 * Upstream: k8s.io/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_ResourceList.
 */
function roundUp(resources: ValueMap): ValueMap {
  let changed = false;
  const entries = [...resources].map(([name, amount]) => {
    const quantity = amountOf(amount);
    if (quantity === undefined) return [name, amount] as const;
    const rounded = toMilli(quantity);
    // What is held as a decimal stays one, which no text in its shortest form is read as.
    const isKept = rounded === quantity || (quantity.wide === true && compareAmounts(rounded, quantity) === 0);
    if (isKept) return [name, amount] as const;
    changed = true;
    return [name, printAmount(rounded)] as const;
  });
  return changed ? new Map(entries) : resources;
}

/** The defaults of a list of resources by name. */
export const resourceList: CompiledTable = table({ rules: [roundUp] });

/** The defaults of limits and requests. */
export const resourceRequirements: CompiledTable = table({
  at: { 'limits?': resourceList, 'requests?': resourceList },
});

/**
 * Fills missing requests of a container with its limits; for Pods, not for templates.
 * Upstream: pkg/apis/core/v1/defaults.go SetDefaults_Pod.
 */
export function requestsFromLimits(container: ValueMap): ValueMap {
  const resources = pointer(container, 'resources');
  const limits = pointer(resources, 'limits');
  if (resources === undefined || limits === undefined || limits.size === 0) return container;
  const requests = struct(resources, 'requests');
  const missing = [...limits].filter(([name]) => !requests.has(name));
  if (missing.length === 0) return container;
  const filled = new Map([...requests, ...missing]);
  return new Map(container).set('resources', new Map(resources).set('requests', filled));
}

/**
 * Fills the requests and limits of a whole Pod that gives some of them: huge page limits and requests from its
 * containers, and requests from its limits. Since v1.37 that waits until admission is over (`fillPodLevelResources`).
 * Upstream: pkg/apis/core/v1/defaults.go defaultHugePagePodLimits, defaultPodRequests.
 */
export const podLevelResources: Rule = (spec, version) => {
  const resources = pointer(spec, 'resources');
  if (resources === undefined || !isOn('PodLevelResources', version)) return spec;
  if (isOn('PodLevelResourcesFixDefaulting', version)) return spec;
  const withLimits = defaultHugePageLimits(spec, resources);
  const withRequests = defaultPodRequests(spec, withLimits);
  return withRequests === resources ? spec : new Map(spec).set('resources', withRequests);
};

function defaultHugePageLimits(spec: ValueMap, resources: ValueMap): ValueMap {
  const limits = struct(resources, 'limits');
  const requests = struct(resources, 'requests');
  if (limits.size === 0 && requests.size === 0) return resources;
  const missing = [...aggregate(spec, 'limits')].filter(
    ([name]) => isHugePages(name) && !requests.has(name) && !limits.has(name),
  );
  if (missing.length === 0) return resources;
  return new Map(resources).set('limits', new Map([...limits, ...printed(missing)]));
}

/**
 * Fills the requests and limits of a whole Pod that gives some of them, as v1.37 does once admission is over: what only
 * requests are given for gets limits too where each container has one.
 * Upstream: pkg/api/pod/util.go DefaultPodLevelResources.
 */
export function fillPodLevelResources(spec: ValueMap, version: PlayedVersion): ValueMap {
  const resources = pointer(spec, 'resources');
  if (resources === undefined || !isOn('PodLevelResourcesFixDefaulting', version)) return spec;
  if (struct(resources, 'limits').size === 0 && struct(resources, 'requests').size === 0) return spec;
  const filled = filledLimits(spec, filledRequests(spec, defaultHugePageLimits(spec, resources)));
  return filled === resources ? spec : new Map(spec).set('resources', filled);
}

/** Upstream: util.go defaultPodLevelLimits. */
function filledLimits(spec: ValueMap, resources: ValueMap): ValueMap {
  const limits = new Map(struct(resources, 'limits'));
  const before = limits.size;
  const containers = containerLists.flatMap((name) => structs(spec, name));
  const together = aggregate(spec, 'limits');
  for (const [name, request] of struct(resources, 'requests')) {
    const sum = together.get(name);
    if (!isPodLevel(name) || limits.has(name) || sum === undefined) continue;
    if (!containers.every((each) => struct(struct(each, 'resources'), 'limits').has(name))) continue;
    const asked = amountOf(request);
    limits.set(name, asked !== undefined && compareAmounts(asked, sum) > 0 ? request : printAmount(sum));
  }
  return limits.size === before ? resources : new Map(resources).set('limits', limits);
}

function defaultPodRequests(spec: ValueMap, resources: ValueMap): ValueMap {
  return struct(resources, 'limits').size === 0 ? resources : filledRequests(spec, resources);
}

function filledRequests(spec: ValueMap, resources: ValueMap): ValueMap {
  const limits = struct(resources, 'limits');
  const requests = new Map(struct(resources, 'requests'));
  const before = requests.size;
  for (const [name, amount] of printed([...aggregate(spec, 'requests')])) {
    if (!requests.has(name) && isPodLevel(name) && !isHugePages(name)) requests.set(name, amount);
  }
  for (const [name, amount] of limits) {
    if (!requests.has(name) && isPodLevel(name)) requests.set(name, amount);
  }
  return requests.size === before ? resources : new Map(resources).set('requests', requests);
}

function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

function isPodLevel(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

const containerLists = ['containers', 'initContainers', 'ephemeralContainers'];

function printed(entries: readonly (readonly [string, Amount])[]): readonly (readonly [string, string])[] {
  return entries.map(([name, quantity]) => [name, printAmount(quantity)] as const);
}

/**
 * Makes every container port a host port, for Pods on the host's network.
 * Upstream: pkg/apis/core/v1/defaults.go defaultHostNetworkPorts.
 */
export function hostPorts(container: ValueMap): ValueMap {
  if (list(container, 'ports').length === 0) return container;
  return mapStructs(container, 'ports', (port) => {
    const containerPort = port.get('containerPort');
    const given = port.get('hostPort');
    if ((given !== undefined && given !== 0n) || containerPort === undefined || containerPort === 0n) return port;
    return new Map(port).set('hostPort', containerPort);
  });
}
