import type { LanguageCode, Messages } from './index.ts';
import { loaders } from './messages/loaders.ts';

/** Loads the messages of a language. */
export function loadMessages(code: LanguageCode): Promise<Messages> {
  return loaders[code]();
}
