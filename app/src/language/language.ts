import { create } from 'zustand';
import { fetchCode } from '../code/fetch-code.ts';
import type { LanguageCode } from './codes.ts';
import { english, type Words } from './english/index.ts';

export { type LanguageCode, languageFor, languages } from './codes.ts';

/**
 * The texts in the current language. Kubernetes' own messages, names of fields and names of managers are data and never
 * translated. To be read while drawing, never when a module loads, because the language may change.
 */
export let words: Words = english;

/** The store of the current language. When it changes, the whole page is drawn anew. */
export const useLanguage = create<{ readonly code: LanguageCode }>(() => ({ code: 'en' }));

/** The functions that load each language; English is in the page. */
const dictionaries: Readonly<Record<LanguageCode, () => Promise<Words>>> = {
  en: async () => english,
  uk: async () => (await import('./ukrainian/index.ts')).ukrainian,
  'zh-CN': async () => (await import('./chinese/index.ts')).chinese,
};

/** Changes the language. Where its texts cannot be fetched, the language stays as it is. */
export async function speak(code: LanguageCode): Promise<void> {
  if (code === useLanguage.getState().code) return;
  try {
    words = await fetchCode(dictionaries[code]);
    useLanguage.setState({ code });
  } catch {
    // The page goes on in the language that it has.
  }
}
