import type { OwnerIdentity } from '@managed-fields/merge-engine';

/** One thing in which two answers, or two objects, differ; values as texts on one line, undefined where there is none. */
export type DifferenceRow = DifferencePart & {
  readonly predicted: string | undefined;
  readonly answered: string | undefined;
};

/**
 * Where it differs: the code; the message, reason or details of a refusal; a warning by its place; a field by its path;
 * the order of items in some list; an entry of managedFields that one side lacks, a field of an entry, or whether an
 * entry got the time of the request (`kept`, `set`); by how much the generation rises.
 */
export type DifferencePart =
  | { readonly part: 'code' | 'message' | 'reason' | 'details' | 'order' | 'generation' }
  | { readonly part: 'warning'; readonly place: number }
  | { readonly part: 'field'; readonly path: string }
  | { readonly part: 'entry' | 'entry-time'; readonly owner: OwnerIdentity }
  | { readonly part: 'entry-field'; readonly owner: OwnerIdentity; readonly path: string };
