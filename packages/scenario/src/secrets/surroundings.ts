import type { SourceDocument } from '@managed-fields/source';

/** What is known about a text before it is read. */
export interface Surroundings {
  /** Reads a text. Each text is read only once. */
  readonly read: (text: string) => readonly SourceDocument[];
  /** The kind of the object that the text is about, unless the text names it itself; undefined if it is not known. */
  readonly kind: string | undefined;
  /** Whether the text is a JSON patch. */
  readonly patch: boolean;
  /** Fields that are keys of list items, and strings that are members of sets. */
  readonly keys: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
  /** Strings outside of all last-applied annotations. */
  readonly elsewhere: ReadonlySet<string>;
  /**
   * Where the text comes from: a text of a step, a last-applied annotation, or another string, in which something that
   * looks like an object need not be one.
   */
  readonly within: 'step' | 'last-applied' | 'string';
  /** The number of texts around it. */
  readonly level: number;
}

/** The annotation in which client-side apply stores the configuration. */
export const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
