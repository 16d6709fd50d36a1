import { staticWords } from '@managed-fields/rendering';
import type { Messages } from '@managed-fields/words';
import { loadMessages, type OtherLanguage } from '@managed-fields/words/load';
import type { Words } from './english.ts';
import type { LaterWords } from './english-later.ts';
import { firstSections } from './first-sections.ts';
import { laterSections } from './later-sections.ts';

/** All texts of the page in one language. */
export interface Dictionary {
  readonly words: Words;
  readonly later: LaterWords;
  /** What both are made of, for features with words of their own. */
  readonly messages: Messages;
}

/** Loads the texts of another language than English. Rejects where they cannot be fetched. */
export async function loadDictionary(code: OtherLanguage): Promise<Dictionary> {
  const messages = await loadMessages(code);
  return { words: firstSections(messages, staticWords(messages), code), later: laterSections(messages), messages };
}
