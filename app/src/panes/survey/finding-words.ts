import { chinese, english, type FindingWords, ukrainian } from '@managed-fields/survey';
import { type LanguageCode, useLanguage } from '../../language/language.ts';

const languages: Readonly<Record<LanguageCode, FindingWords>> = { en: english, uk: ukrainian, 'zh-CN': chinese };

/** What is said of findings in the language of the page. */
export function findingWords(): FindingWords {
  return languages[useLanguage.getState().code];
}
