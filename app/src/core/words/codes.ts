import { type LanguageCode, languages as spoken } from '@managed-fields/words';

export { type LanguageCode, languageFor } from '@managed-fields/words';

/** What a language calls itself. */
export function languageName(code: LanguageCode): string {
  return spoken.find((language) => language.code === code)?.name ?? code;
}

/** The languages of the page. */
export const languages: readonly LanguageCode[] = spoken.map(({ code }) => code);
