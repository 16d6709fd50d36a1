import { staticWords } from '@managed-fields/rendering';
import { type EmbedMessages, loadEmbedMessages } from '@managed-fields/words/load-embed';
import { changes } from '@managed-fields/words/messages/en/changes';
import { counting } from '@managed-fields/words/messages/en/counting';
import { embed } from '@managed-fields/words/messages/en/embed';
import { field } from '@managed-fields/words/messages/en/field';
import { links } from '@managed-fields/words/messages/en/links';
import { view } from '@managed-fields/words/messages/en/view';
import { fetchTwice } from '../core/code/fetch-twice.ts';
import type { LanguageCode } from '../core/words/codes.ts';
import { fieldWords } from '../core/words/sentences/field.ts';
import { linksWords } from '../core/words/sentences/links.ts';

/** All that a frame says: of the static view in it, of itself, and of what the engine answers. */
export type EmbedWords = ReturnType<typeof embedWords>;

/** Returns what a frame says, in the language of the messages. */
function embedWords(messages: EmbedMessages, code: LanguageCode) {
  const drawn = staticWords(messages);
  const { embed, changes } = messages;
  return { code, view: drawn, embed, changes, field: fieldWords(messages, drawn), links: linksWords(messages) };
}

/** What a frame says in English, which is there from the start. */
export const englishWords = embedWords({ changes, counting, embed, field, links, view }, 'en');

/** The words of a language; English where they cannot be fetched. */
export async function wordsOf(code: LanguageCode): Promise<EmbedWords> {
  if (code === 'en') return englishWords;
  try {
    return embedWords(await fetchTwice(() => loadEmbedMessages(code)), code);
  } catch {
    return englishWords;
  }
}
