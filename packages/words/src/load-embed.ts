import type { Messages } from './index.ts';
import type { OtherLanguage } from './load.ts';
import { embedLoaders } from './messages/embed-loaders.ts';

/** The messages of what is shown in a frame. */
export type EmbedMessages = Pick<Messages, 'changes' | 'counting' | 'embed' | 'field' | 'links' | 'view'>;

/** Loads what a frame says in a language, which is less than a fifth of its messages. */
export function loadEmbedMessages(code: OtherLanguage): Promise<EmbedMessages> {
  return embedLoaders[code]();
}
