import type { Options } from 'minisearch';

/** A place that the search finds: a section of a page, or an example. */
export interface Place {
  readonly id: number;
  /** The address below the root of the site, with its fragment. */
  readonly at: string;
  readonly page: string;
  readonly heading: string;
  /** What is searched for and not kept. */
  readonly text: string;
}

/** How the index is made by the build and read by the page: both have to agree. */
export const searchOptions: Options<Place> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['at', 'page', 'heading'],
  tokenize: termsOf,
  searchOptions: {
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    combineWith: 'AND',
    boost: { page: 3, heading: 2 },
  },
};

/** Splits a text into what is searched for: words, and where a language writes no spaces each two characters. */
export function termsOf(text: string): string[] {
  return (text.match(/\p{Script=Han}+|[^\p{Script=Han}\P{L}]+|\p{N}+/gu) ?? []).flatMap((word) =>
    /\p{Script=Han}/u.test(word) && word.length > 2
      ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
      : [word],
  );
}
