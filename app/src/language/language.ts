import { create } from 'zustand';
import { fetchCode } from '../code/fetch-code.ts';
import type { LanguageCode } from './codes.ts';
import { first } from './english/first.ts';
import type { english } from './english/index.ts';

export { type LanguageCode, languageFor, languages } from './codes.ts';

/** All texts of the page: sections of words, tables, and functions that make sentences from codes and data. */
export type Words = typeof english;

/** The texts of the first screen. Code that needs others fetches them. */
export type FirstWords = typeof first;

/**
 * The texts in the current language. Kubernetes' own messages, names of fields and names of managers are data and never
 * translated. To be read while drawing, never when a module loads, because the language may change. Code of the first
 * screen reads only `FirstWords`, which `first-words.test.ts` checks; `wholeLanguage` fetches the others.
 */
export let words: Words = first as Words;

interface Spoken {
  readonly code: LanguageCode;
  /** Whether `words` has all texts of the page. */
  readonly whole: boolean;
}

/** The store of the current language. When it changes, the whole page is drawn anew. */
export const useLanguage = create<Spoken>(() => ({ code: 'en', whole: false }));

interface Dictionary {
  readonly first: () => Promise<FirstWords>;
  readonly whole: () => Promise<Words>;
}

/** The functions that load each language. All but the first texts of English are fetched when they are needed. */
const dictionaries: Readonly<Record<LanguageCode, Dictionary>> = {
  en: { first: async () => first, whole: async () => (await import('./english/index.ts')).english },
  uk: {
    first: async () => (await import('./ukrainian/first.ts')).first,
    whole: async () => (await import('./ukrainian/index.ts')).ukrainian,
  },
  'zh-CN': {
    first: async () => (await import('./chinese/first.ts')).first,
    whole: async () => (await import('./chinese/index.ts')).chinese,
  },
};

/** Code is loaded that reads more than `FirstWords`. */
let wantsWhole = false;

/** Changes the language. Where its texts cannot be fetched, the language stays as it is. */
export async function speak(code: LanguageCode): Promise<void> {
  if (code === useLanguage.getState().code) return;
  try {
    take(code, await fetchCode(dictionaries[code][wantsWhole ? 'whole' : 'first']));
  } catch {
    return;
  }
  // All texts may have become necessary meanwhile.
  if (wantsWhole) await wholeLanguage();
}

/** Resolves when `words` has all texts; rejects where they cannot be fetched. */
export async function wholeLanguage(): Promise<void> {
  wantsWhole = true;
  const { code, whole } = useLanguage.getState();
  if (whole) return;
  const all = await fetchCode<Words>(dictionaries[code].whole);
  if (code !== useLanguage.getState().code) return wholeLanguage();
  take(code, all);
}

function take(code: LanguageCode, taken: Words | FirstWords): void {
  words = taken as Words;
  useLanguage.setState({ code, whole: 'errors' in taken });
}
