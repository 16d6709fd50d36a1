import type { Messages } from '@managed-fields/words';
import type { OtherLanguage } from '@managed-fields/words/load';
import { create } from 'zustand';
import { fetchCode } from '../code/fetch-code.ts';
import type { LanguageCode } from './codes.ts';
import { english, type Words } from './english.ts';
import type { LaterWords } from './english-later.ts';

export { type LanguageCode, languageFor, languageName, languages } from './codes.ts';

/**
 * The texts in the current language. Kubernetes' own messages, names of fields and names of managers are data and never
 * translated. To be read while drawing, never when a module loads, because the language may change.
 */
export let words: Words = english;

interface Spoken {
  readonly code: LanguageCode;
  /** What `later-words.ts` reads; undefined in English, whose later words come with that file. */
  readonly later: LaterWords | undefined;
  /** All messages, for features with words of their own; undefined in English, likewise. */
  readonly messages: Messages | undefined;
}

/** The store of the current language. When it changes, the whole page is drawn anew. */
export const useLanguage = create<Spoken>(() => ({ code: 'en', later: undefined, messages: undefined }));

/** Changes the language. Where its texts cannot be fetched, the language stays as it is. */
export async function speak(code: LanguageCode): Promise<void> {
  if (code === useLanguage.getState().code) return;
  try {
    // English is in the page.
    const spoken = code === 'en' ? undefined : await fetchCode(() => loadOther(code));
    words = spoken?.words ?? english;
    useLanguage.setState({ code, later: spoken?.later, messages: spoken?.messages });
  } catch {
    // The page goes on in the language that it has.
  }
}

async function loadOther(code: OtherLanguage) {
  const { loadDictionary } = await import('./other-language.ts');
  return loadDictionary(code);
}
