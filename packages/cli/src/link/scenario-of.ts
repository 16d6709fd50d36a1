import type { KubernetesVersion } from '@managed-fields/kubernetes-types';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { type GivenObject, hasManagedFields, nameOf } from '../objects.ts';

/** Makes a scenario of objects, a step each, in their order; definitions come first, for the objects of their kinds. */
export function scenarioOf(objects: readonly GivenObject[], kubernetes: KubernetesVersion): Scenario {
  const title = objects.length === 1 ? objects.map(({ object }) => nameOf(object)) : [`${objects.length} objects`];
  const steps = objects.map(stepOf);
  const definitions = steps.filter(({ kind }) => kind === 'crd');
  const others = steps.filter(({ kind }) => kind !== 'crd');
  return { ...newScenario(title.join(), [...definitions, ...others]), kubernetes };
}

function stepOf({ object, text }: GivenObject): NewStep {
  if (stringAt(object, 'kind') === 'CustomResourceDefinition') return { kind: 'crd', text };
  return isLive(object) ? { kind: 'live', text } : { kind: 'apply', manager: 'kubectl', text };
}

/** Whether a server wrote into an object: it has managedFields, or what a server gives to each. */
function isLive(object: ValueMap): boolean {
  const metadata = mapAt(object, 'metadata');
  const given = ['uid', 'resourceVersion', 'creationTimestamp'].some((field) => Boolean(metadata?.get(field)));
  return given || hasManagedFields(object);
}

/** Whether an object is a kubeconfig, which nobody should pass on. */
export function isKubeconfig(object: ValueMap): boolean {
  return stringAt(object, 'kind') === 'Config' && stringAt(object, 'apiVersion') === 'v1';
}
