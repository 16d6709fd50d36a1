import type { Messages } from '@managed-fields/words';

/** The messages that the later sections are made of. */
export type LaterMessages = Pick<Messages, 'managers' | 'parts'>;

/**
 * Returns the sections that the first screen never reads, in the language of the messages: each is what the catalogue
 * has, and the sentences that are made of several of its messages.
 */
export function laterSections({ managers, parts }: LaterMessages) {
  return { managers, parts };
}
