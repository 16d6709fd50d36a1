import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { type ResourceList, whole } from '../resource-list.ts';
import { deviceClaimEvaluator } from './device-claims.ts';
import { countName, type Evaluator, isWrite, objectCount, plainEvaluator } from './evaluator.ts';
import { podEvaluator } from './pods.ts';
import { volumeClaimEvaluator } from './volume-claims.ts';

const names = [countName('', 'services'), 'services', 'services.nodeports', 'services.loadbalancers'];

/** Measures Services. Upstream: k8s.io/kubernetes pkg/quota/v1/evaluator/core/services.go serviceEvaluator. */
const serviceEvaluator: Evaluator = {
  ...plainEvaluator,
  handles: isWrite,
  matching: (asked) => asked.filter((name) => names.includes(name)),
  usage,
};

function usage(service: ValueMap): ResourceList {
  const spec = mapAt(service, 'spec');
  const type = stringAt(spec, 'type');
  const ports = mapsAt(spec, 'ports');
  // A load balancer may be told to take only the node ports that it names.
  const named = type === 'LoadBalancer' && spec?.get('allocateLoadBalancerNodePorts') === false;
  const taken = named ? ports.filter((port) => (port.get('nodePort') ?? 0n) !== 0n) : ports;
  return new Map([
    [countName('', 'services'), whole(1)],
    ['services', whole(1)],
    ['services.loadbalancers', whole(type === 'LoadBalancer' ? 1 : 0)],
    ['services.nodeports', whole(type === 'NodePort' || type === 'LoadBalancer' ? taken.length : 0)],
  ]);
}

/**
 * Resources that no quota counts, as `plural.group`.
 * Upstream: k8s.io/kubernetes pkg/quota/v1/install/registry.go ignoredResources.
 */
const ignored: ReadonlySet<string> = new Set([
  'bindings',
  'componentstatuses',
  'tokenreviews.authentication.k8s.io',
  'selfsubjectreviews.authentication.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'events',
  'events.events.k8s.io',
]);

/** Resources that have a name without `count/` too. Upstream: pkg/quota/v1/evaluator/core/registry.go legacyObjectCountAliases. */
const aliased = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'];

const named: ReadonlyMap<string, Evaluator> = new Map([
  ['pods', podEvaluator],
  ['services', serviceEvaluator],
  ['persistentvolumeclaims', volumeClaimEvaluator],
  ...aliased.map((plural) => [plural, objectCount([countName('', plural), plural])] as const),
]);

/** The evaluators of resources of which more is measured than their count, by `plural.group`. Devices are since v1.34. */
function specialEvaluators(minor: number): ReadonlyMap<string, Evaluator> {
  return minor < 34 ? named : namedWithDevices;
}

const namedWithDevices: ReadonlyMap<string, Evaluator> = new Map([
  ...named,
  ['resourceclaims.resource.k8s.io', deviceClaimEvaluator],
]);

/** The evaluator of a resource; undefined where no quota counts it. Upstream: controller.go Evaluate. */
export function evaluatorOf(group: string, plural: string, minor: number): Evaluator | undefined {
  const name = group === '' ? plural : `${plural}.${group}`;
  if (ignored.has(name)) return undefined;
  return specialEvaluators(minor).get(name) ?? objectCount([countName(group, plural)]);
}
