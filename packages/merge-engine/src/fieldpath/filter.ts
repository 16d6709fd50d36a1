import { type FieldSet, recursiveDifference } from './set.ts';

/** Takes fields out of a set; for fields that nobody owns. Upstream: structured-merge-diff fieldpath/set.go Filter. */
export type Filter = (set: FieldSet) => FieldSet;

/** The filter that takes out some fields and everything below them. Upstream: NewExcludeSetFilter. */
export function excluding(excluded: FieldSet): Filter {
  return (set) => recursiveDifference(set, excluded);
}
