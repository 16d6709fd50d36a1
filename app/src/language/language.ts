import { create } from 'zustand';
import { fetchCode } from '../code/fetch-code.ts';
import type { LanguageCode } from './codes.ts';
import { first } from './english/first.ts';
import type { english } from './english/index.ts';

export { type LanguageCode, languageFor, languages } from './codes.ts';

/** Everything that the page says: sections of words, of tables, and of functions that make sentences of codes and data. */
export type Words = typeof english;

/** What the first screen says of it; the rest comes with what reads it. */
export type FirstWords = typeof first;

/**
 * The words of the language that is spoken now. Kubernetes' own messages, names of fields and names of managers are
 * data and never translated. Read while drawing, never when a module loads: the language may change. What comes with the
 * first screen reads only `FirstWords`, which `first-words.test.ts` holds it to; `wholeLanguage` brings the others.
 */
export let words: Words = first as Words;

interface Spoken {
  readonly code: LanguageCode;
  /** Whether `words` has all that the page says. */
  readonly whole: boolean;
}

/** The language that is spoken now; whoever draws the page draws all of it anew when it changes. */
export const useLanguage = create<Spoken>(() => ({ code: 'en', whole: false }));

interface Dictionary {
  readonly first: () => Promise<FirstWords>;
  readonly whole: () => Promise<Words>;
}

/** Where the words of each language are; all but the first of English are fetched when they are wanted. */
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

/** Somebody reads more than the first screen says. */
let wantsWhole = false;

/** Speaks another language from now on. Where its words cannot be fetched, the language stays as it is. */
export async function speak(code: LanguageCode): Promise<void> {
  if (code === useLanguage.getState().code) return;
  try {
    take(code, await fetchCode(dictionaries[code][wantsWhole ? 'whole' : 'first']));
  } catch {
    return;
  }
  // Somebody may have come to want the rest meanwhile.
  if (wantsWhole) await wholeLanguage();
}

/** Resolves when `words` has everything; rejects where that cannot be fetched. */
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
