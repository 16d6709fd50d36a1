import { part } from '../parts/part.ts';

/** What a CustomResourceDefinition does by itself to be stored and deleted. */
export const definitionStrategy = part(() => import('./definition-strategy.ts'));

/** Rules of x-kubernetes-validations: compiling and asking them. */
export const expressions = part(() => import('./expressions/expressions.ts'));
