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
}

/** A value that is shown as one of a Go type; see `conformance/types/internal-types` for the structs among them. */
export function shown(type: string, of: Value | undefined): Shown {
  return { type, of };
}

/** A selector as complaints show it. */
export function shownSelector(of: Value | undefined): Shown {
  return shown('*v1.LabelSelector', of);
}
