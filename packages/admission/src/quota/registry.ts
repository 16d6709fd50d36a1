import { deviceClaimEvaluator } from './device-claims.ts';
import { countName, type Evaluator, objectCount } from './evaluator.ts';
import { podEvaluator } from './pods.ts';
import { serviceEvaluator } from './services.ts';
import { volumeClaimEvaluator } from './volume-claims.ts';

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
  return minor < 34 ? named : new Map([...named, ['resourceclaims.resource.k8s.io', deviceClaimEvaluator]]);
}

/** The evaluator of a resource; undefined where no quota counts it. Upstream: controller.go Evaluate. */
export function evaluatorOf(group: string, plural: string, minor: number): Evaluator | undefined {
  const name = group === '' ? plural : `${plural}.${group}`;
  if (ignored.has(name)) return undefined;
  return specialEvaluators(minor).get(name) ?? objectCount([countName(group, plural)]);
}
