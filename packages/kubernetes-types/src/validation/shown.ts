import type { Value } from '@managed-fields/merge-engine';

/** A value that complaints show as a type that the server works on; these types differ from the served ones. */
export interface Shown {
  /** The Go name of the type: `*core.PodTemplateSpec`, `[]string`. */
  readonly type: string;
  /** The served value that it is read from; undefined where there is none. */
  readonly of: Value | undefined;
  /** Whether it is shown as it is served, with its fields in the order of the type. */
  readonly served?: true;
  /** Whether the server wrote the quantity before, and keeps what it wrote. */
  readonly printed?: true;
}

/** Makes a value that is shown as a Go type; see `tools/types/internal-types` for the structs among them. */
export function shown(type: string, of: Value | undefined): Shown {
  return { type, of };
}

/** Makes a quantity that the message of the complaint has as well. */
export function shownPrinted(of: string): Shown {
  return { type: 'resource.Quantity', of, printed: true };
}

/** Makes a selector as complaints show it. */
export function shownSelector(of: Value | undefined): Shown {
  return shown('*v1.LabelSelector', of);
}
