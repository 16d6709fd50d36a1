import type { MergeLibrary } from '../schema/library.ts';
import type { ReadElement } from './element.ts';
import type { ReadFields } from './set.ts';

/** What reads fieldsV1 as Go's own decoder does. Few need it, so that it is loaded for those that do. */
export interface GoReader {
  fields(text: string, library: MergeLibrary | undefined): ReadFields;
  value(content: string): ReadElement;
  key(content: string): ReadElement;
}

let reader: GoReader | undefined;

/** Gives the reader. */
export function provideGoReader(given: GoReader): void {
  reader = given;
}

/** The reader that was given or loaded. */
export function goReader(): GoReader {
  if (reader === undefined) throw new Error('structured-merge-diff v7.0.0 reads fieldsV1 by what loadGoReader() loads');
  return reader;
}
