import type { LanguageCode, Messages } from './index.ts';
import { loaders } from './messages/loaders.ts';

/** The languages that are loaded. English comes with the code that says it. */
export type OtherLanguage = Exclude<LanguageCode, 'en'>;

/** Loads all messages of a language. */
export function loadMessages(code: OtherLanguage): Promise<Messages> {
  return loaders[code]();
}
