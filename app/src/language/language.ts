import { create } from 'zustand';
import type { LanguageCode } from './codes.ts';
import { english } from './english/index.ts';

export { type LanguageCode, languageFor, languages } from './codes.ts';

/** Everything that the page says: sections of words, of tables, and of functions that make sentences of codes and data. */
export type Words = typeof english;

/**
 * The words of the language that is spoken now. Kubernetes' own messages, names of fields and names of managers are
 * data and never translated. Read while drawing, never when a module loads: the language may change.
 */
export let words: Words = english;

/** The language that is spoken now; whoever draws the page draws all of it anew when it changes. */
export const useLanguage = create<{ readonly code: LanguageCode }>(() => ({ code: 'en' }));

/** Where the words of each language are; all but English are fetched when they are wanted. */
const dictionaries: Readonly<Partial<Record<LanguageCode, () => Promise<Words>>>> = {
  en: async () => english,
  uk: async () => (await import('./ukrainian/index.ts')).ukrainian,
  'zh-CN': async () => (await import('./chinese/index.ts')).chinese,
};

/** Speaks another language from now on. Where its words cannot be fetched, the language stays as it is. */
export async function speak(code: LanguageCode): Promise<void> {
  if (code === useLanguage.getState().code) return;
  try {
    words = (await dictionaries[code]?.()) ?? words;
  } catch {
    return;
  }
  useLanguage.setState({ code });
}
