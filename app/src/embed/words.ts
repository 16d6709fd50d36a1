import { fetchTwice } from '../core/code/fetch-twice.ts';
import type { LanguageCode } from '../core/words/codes.ts';
import { type EmbedWords, englishWords } from './english-words.ts';

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
