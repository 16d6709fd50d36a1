import { part } from '@managed-fields/api-server';

// What only some kinds need; `loadKubernetesTypes` brings all of it.

/** The conversions of HorizontalPodAutoscalers. */
export const autoscalers = part(() => import('./conversion/autoscaling.ts'));

/** What kinds outside of core and apps do by themselves. */
export const otherGroups = part(() => import('./other-groups.ts'));

/** What a Pod does by itself. */
export const pods = part(() => import('./strategy/pod.ts'));

/** What a Service does by itself. */
export const services = part(() => import('./strategy/service.ts'));

/** What volumes and claims do by themselves. */
export const volumes = part(() => import('./strategy/volume.ts'));

/** How a CustomResourceDefinition is stored. */
export const storedDefinitions = part(() => import('./conversion/definition.ts'));

/** What clients may call the resources. */
export const resourceNames = part(() => import('./catalog/resource-names.ts'));

/** How complaints show values of the server's own types. */
export const internalValues = part(() => import('./internal/index.ts'));
