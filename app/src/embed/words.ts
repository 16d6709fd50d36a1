import { english, type StaticWords } from '@managed-fields/rendering';
import { fetchTwice } from '../code/fetch-twice.ts';
import type { LanguageCode } from '../language/codes.ts';
import { embed } from '../language/english/embed.ts';

/** All that a frame says: of the static view in it, and of itself. */
export interface EmbedWords {
  readonly code: LanguageCode;
  readonly view: StaticWords;
  readonly embed: typeof embed;
}

/** The words that are there from the start. */
export const englishWords: EmbedWords = { code: 'en', view: english, embed };

/** The words of a language; English where they cannot be fetched. */
export async function wordsOf(code: LanguageCode): Promise<EmbedWords> {
  try {
    switch (code) {
      case 'en':
        return englishWords;
      case 'uk':
        return (await fetchTwice(() => import('./ukrainian-words.ts'))).ukrainianWords;
      case 'zh-CN':
        return (await fetchTwice(() => import('./chinese-words.ts'))).chineseWords;
    }
  } catch {
    return englishWords;
  }
}

/** The sentences on links that do not open, which few readers ever see. */
export async function linkWords(code: LanguageCode) {
  switch (code) {
    case 'en':
      return (await fetchTwice(() => import('../language/english/links.ts'))).links;
    case 'uk':
      return (await fetchTwice(() => import('../language/ukrainian/links.ts'))).links;
    case 'zh-CN':
      return (await fetchTwice(() => import('../language/chinese/links.ts'))).links;
  }
}

/** The sentences on what steps did to a field, which come with the engine. */
export async function historyWords(code: LanguageCode) {
  switch (code) {
    case 'en':
      return (await fetchTwice(() => import('../language/english/field.ts'))).field;
    case 'uk':
      return (await fetchTwice(() => import('../language/ukrainian/field.ts'))).field;
    case 'zh-CN':
      return (await fetchTwice(() => import('../language/chinese/field.ts'))).field;
  }
}

/** The words for what differs, which come with the engine's answer. */
export async function changesWords(code: LanguageCode) {
  switch (code) {
    case 'en':
      return (await fetchTwice(() => import('../language/english/changes.ts'))).changes;
    case 'uk':
      return (await fetchTwice(() => import('../language/ukrainian/changes.ts'))).changes;
    case 'zh-CN':
      return (await fetchTwice(() => import('../language/chinese/changes.ts'))).changes;
  }
}
