/** A language of the page, as BCP 47 calls it. */
export type LanguageCode = 'en' | 'uk' | 'zh-CN';

/** The languages of the page. */
export const languages: readonly LanguageCode[] = ['en', 'uk', 'zh-CN'];

/** The language of the page that fits best to what somebody asks for, in the order of preference; English else. */
export function languageFor(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    const found = languages.find((code) => code.toLowerCase().split('-')[0] === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}
