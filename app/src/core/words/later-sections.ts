import type { Messages } from '@managed-fields/words';
import { bringWords } from './sentences/bring.ts';
import { schemaWords } from './sentences/schema.ts';
import { shareWords } from './sentences/share.ts';
import { surveyWords } from './sentences/survey.ts';

/** The messages that the later sections are made of. */
export type LaterMessages = Pick<Messages, 'bring' | 'counting' | 'managers' | 'parts' | 'schema' | 'share' | 'survey'>;

/**
 * Returns the sections that the first screen never reads, in the language of the messages: each is what the catalogue
 * has, and the sentences that are made of several of its messages.
 */
export function laterSections(messages: LaterMessages) {
  const { managers, parts } = messages;
  return {
    bring: bringWords(messages),
    managers,
    parts,
    schema: schemaWords(messages),
    share: shareWords(messages),
    survey: surveyWords(messages),
  };
}
