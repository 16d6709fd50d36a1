import { type LanguageCode, languages as spoken } from '@managed-fields/words';

export { type LanguageCode, languageFor } from '@managed-fields/words';

/** The languages of the page. */
export const languages: readonly LanguageCode[] = spoken.map(({ code }) => code);
