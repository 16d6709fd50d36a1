import type { Filter } from '../fieldpath/filter.ts';
import type { Managers } from '../fieldpath/managers.ts';
import type { TypedValue } from '../typed/typed.ts';
import type { Converter } from './converter.ts';
import type { MergeTrace } from './trace.ts';

/** What an update is about. */
export interface UpdateInput {
  /** The object as it was; empty for a create. */
  readonly live: TypedValue;
  /** The object as it shall be stored. */
  readonly next: TypedValue;
  /** The API version of both objects, `apps/v1`. */
  readonly version: string;
  readonly managers: Managers;
  /** The identifier of the manager that updates. */
  readonly manager: string;
  readonly converter: Converter;
  /** The fields that nobody owns, by API version. */
  ignored(version: string): Filter | undefined;
}

/** The answer of an update. */
export type Updated =
  | {
      readonly kind: 'updated';
      readonly object: TypedValue;
      readonly managers: Managers;
      readonly trace: MergeTrace;
    }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Gives the manager what it changes and takes it from everybody else. Upstream: structured-merge-diff
 * merge/update.go Update.
 */
export function update(_input: UpdateInput): Updated {
  throw new Error('not yet');
}
