import { chinese, english, type FindingWords, ukrainian } from '@managed-fields/survey';
import { type LanguageCode, useLanguage } from '../../../core/words/language.ts';

const words: Readonly<Record<LanguageCode, FindingWords>> = { en: english, uk: ukrainian, 'zh-CN': chinese };

/** What is said of findings in the language of the page. To be read while drawing. */
export function findingWords(): FindingWords {
  return words[useLanguage.getState().code];
}
