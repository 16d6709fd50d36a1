import { languages } from './messages/languages.ts';

export { type Counting, type CountingWords, countingWords, type Messages, type Noun } from './counting.ts';
export { languages };

/** The BCP 47 code of a language of the page. */
export type LanguageCode = (typeof languages)[number]['code'];

/**
 * Returns the language that matches best, from languages in the order of preference; English where none matches.
 */
export function languageFor(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    const found = languages.find(({ code }) => code.toLowerCase().split('-')[0] === primary);
    if (found !== undefined) return found.code;
  }
  return 'en';
}
