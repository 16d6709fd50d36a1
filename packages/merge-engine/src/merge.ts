/**
 * Updates and applies on managers: who owns what afterwards, what conflicts, and the merged object.
 * Upstream: sigs.k8s.io/structured-merge-diff/v6/merge, whose Updater is given here with each call.
 */
export { type Applied, type ApplyInput, apply } from './merge/apply.ts';
export {
  type Conflict,
  conflictsOf as conflictsFromManagers,
  conflictsToSet,
  conflictsToString,
} from './merge/conflict.ts';
export { type ConvertedObject, type Converter, sameVersion } from './merge/converter.ts';
export type { Failure, Surroundings } from './merge/ownership.ts';
export type { MergeTrace } from './merge/trace.ts';
export { type Updated, type UpdateInput, update } from './merge/update.ts';
