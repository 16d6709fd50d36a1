import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { type ResourceList, whole } from '../resource-list.ts';
import { countName, type Evaluator, isWrite, plainEvaluator } from './evaluator.ts';

const names = [countName('', 'services'), 'services', 'services.nodeports', 'services.loadbalancers'];

/** Measures Services. Upstream: k8s.io/kubernetes pkg/quota/v1/evaluator/core/services.go serviceEvaluator. */
export const serviceEvaluator: Evaluator = {
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
