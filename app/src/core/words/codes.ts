/** The BCP 47 code of a language of the page. */
export type LanguageCode = 'en' | 'uk' | 'zh-CN';

/** The languages of the page. */
export const languages: readonly LanguageCode[] = ['en', 'uk', 'zh-CN'];

/**
 * Returns the language of the page that matches best, from languages in the order of preference; English where none
 * matches.
 */
export function languageFor(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    const found = languages.find((code) => code.toLowerCase().split('-')[0] === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}
