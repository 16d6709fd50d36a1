import { staticWords } from '@managed-fields/rendering';
import type { LanguageCode } from '@managed-fields/words';
import { loadMessages } from '@managed-fields/words/load';
import type { Words } from './english.ts';
import type { LaterWords } from './english-later.ts';
import { firstSections } from './first-sections.ts';
import { laterSections } from './later-sections.ts';

/** All texts of the page in one language. */
export interface Dictionary {
  readonly words: Words;
  readonly later: LaterWords;
}

/** Loads the texts of a language. Rejects where they cannot be fetched. */
export async function loadDictionary(code: LanguageCode): Promise<Dictionary> {
  const messages = await loadMessages(code);
  return { words: firstSections(messages, staticWords(messages), code), later: laterSections(messages) };
}
