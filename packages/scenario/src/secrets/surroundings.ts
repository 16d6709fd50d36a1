import type { SourceDocument } from '@managed-fields/source';

/** What is known of a text before it is read. */
export interface Surroundings {
  /** Reads a text, each only once. */
  readonly read: (text: string) => readonly SourceDocument[];
  /** The kind of the object that the text is about, where the text does not say it itself; undefined: nobody knows. */
  readonly kind: string | undefined;
  /** The text is a JSON patch. */
  readonly patch: boolean;
  /** Names of fields that key the items of lists, and texts that are items of sets. */
  readonly keys: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
  /** Strings that stand outside of every last-applied annotation. */
  readonly elsewhere: ReadonlySet<string>;
  /**
   * Where the text stands: it is what a step holds; it is a last-applied annotation; or it is a string somewhere else,
   * in which what looks like an object may be anything.
   */
  readonly within: 'step' | 'last-applied' | 'string';
  /** How many texts it stands in. */
  readonly level: number;
}

/** The annotation in which client-side apply remembers. */
export const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
