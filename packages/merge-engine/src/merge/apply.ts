import type { Filter } from '../fieldpath/filter.ts';
import type { Managers } from '../fieldpath/managers.ts';
import type { TypedValue } from '../typed/typed.ts';
import type { Conflict } from './conflict.ts';
import type { Converter } from './converter.ts';
import type { MergeTrace } from './trace.ts';

/** What an apply is about. */
export interface ApplyInput {
  /** The object as it is; empty for a create. */
  readonly live: TypedValue;
  readonly config: TypedValue;
  /** The API version of both objects, `apps/v1`. */
  readonly version: string;
  readonly managers: Managers;
  /** The identifier of the manager that applies. */
  readonly manager: string;
  /** Whether conflicts are overruled. */
  readonly force: boolean;
  readonly converter: Converter;
  /** The fields that nobody owns, by API version. */
  ignored(version: string): Filter | undefined;
}

/** The answer of an apply. */
export type Applied =
  | {
      readonly kind: 'applied';
      readonly object: TypedValue;
      /** Whether the object differs from the live one; upstream returns no object where it does not. */
      readonly changed: boolean;
      readonly managers: Managers;
      readonly trace: MergeTrace;
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly trace: MergeTrace }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Lays a configuration over the live object, removes what the manager no longer applies, and notes who owns what.
 * Upstream: structured-merge-diff merge/update.go Apply.
 */
export function apply(_input: ApplyInput): Applied {
  throw new Error('not yet');
}
