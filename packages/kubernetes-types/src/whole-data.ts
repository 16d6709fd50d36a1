import definitions from './data/v1.36/definitions.json' with { type: 'json' };
import resources from './data/v1.36/resources.json' with { type: 'json' };
import shapes from './data/v1.36/shapes.json' with { type: 'json' };
import type { KubernetesData } from './kubernetes-data.ts';

/** The facts of the default version; a module of its own, so that a bundler loads them when they are needed. */
export const data: KubernetesData = { definitions, resources, shapes };
