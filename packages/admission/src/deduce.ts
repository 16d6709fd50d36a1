/** Entry point: what a webhook made of an object, deduced from the object before and after it. */
export { withChosenOf } from './webhooks/chosen.ts';
export { type DeducedEffect, deduceEffect, wantedOf } from './webhooks/deduce.ts';
