import definitions from './data/definitions.json' with { type: 'json' };
import resources from './data/resources.json' with { type: 'json' };
import shapes from './data/shapes.json' with { type: 'json' };
import type { KubernetesData } from './kubernetes-data.ts';

/** The data of the Kubernetes version that this package describes; a module of its own, so that a bundler loads it when it is needed. */
export const data: KubernetesData = { definitions, resources, shapes };
