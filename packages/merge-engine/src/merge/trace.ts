import type { FieldSet } from '../fieldpath/set.ts';
import type { Comparison } from '../typed/compare.ts';
import type { Conflict } from './conflict.ts';

/** How an update or apply came to its result. Every set is sorted and may be empty. */
export interface MergeTrace {
  /** What the request changes at each API version, without the ignored fields. By API version. */
  readonly compared: ReadonlyMap<string, Comparison>;
  /** What an apply removes because its manager applied it before and no longer does; at `prunedVersion`. */
  readonly pruned: FieldSet;
  /**
   * What its manager applied before and no longer does, and the apply keeps, mostly because others own it; at
   * `prunedVersion`.
   */
  readonly addedBack: FieldSet;
  /** The API version of the manager's last apply, by which pruning goes; undefined where nothing was pruned. */
  readonly prunedVersion: string | undefined;
  /** What other managers own of what an apply would change, whether it was forced or not. */
  readonly conflicts: readonly Conflict[];
  /** What each other manager lost to the request; by identifier, at its own API version. */
  readonly taken: ReadonlyMap<string, FieldSet>;
  /** Managers that were dropped because their API version is no longer served. */
  readonly dropped: readonly string[];
}
