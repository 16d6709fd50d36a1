import type { Messages } from '@managed-fields/words';
import { surveyWords } from './sentences/survey.ts';

/** The messages that the later sections are made of. */
export type LaterMessages = Pick<Messages, 'counting' | 'managers' | 'parts' | 'survey'>;

/**
 * Returns the sections that the first screen never reads, in the language of the messages: each is what the catalogue
 * has, and the sentences that are made of several of its messages.
 */
export function laterSections(messages: LaterMessages) {
  const { managers, parts } = messages;
  return { managers, parts, survey: surveyWords(messages) };
}
