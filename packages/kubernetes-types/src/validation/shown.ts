import type { Value } from '@managed-fields/merge-engine';

/**
 * A value as complaints show it: as what it is among the types that the server works on, which are not those that it
 * serves.
 */
export interface Shown {
  /** What Go calls the type: `*core.PodTemplateSpec`, `[]string`. */
  readonly type: string;
  /** The served value that it is read from; undefined where there is none. */
  readonly of: Value | undefined;
  /** The server wrote the quantity once before, and keeps what it wrote. */
  readonly printed?: true;
}

/** A value that is shown as one of a Go type; see `conformance/types/internal-types` for the structs among them. */
export function shown(type: string, of: Value | undefined): Shown {
  return { type, of };
}

/** A quantity that stands in the words of the complaint as well. */
export function shownPrinted(of: string): Shown {
  return { type: 'resource.Quantity', of, printed: true };
}

/** A selector as complaints show it. */
export function shownSelector(of: Value | undefined): Shown {
  return shown('*v1.LabelSelector', of);
}
