import { english } from './english/index.ts';

/** Everything that the page says: sections of words, of tables, and of functions that make sentences of codes and data. */
export type Words = typeof english;

/** The languages of the page, as BCP 47 calls them. */
export const languages = ['en', 'uk', 'zh-CN'] as const;

/** One of the languages. */
export type LanguageCode = (typeof languages)[number];

/**
 * The words of the language that is spoken now. Kubernetes' own messages, names of fields and names of managers are
 * data and never translated. Read while drawing, never when a module loads: the language may change.
 */
export const words: Words = english;
