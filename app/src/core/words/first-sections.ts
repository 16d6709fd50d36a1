import type { Messages } from '@managed-fields/words';

/** The messages that the sections of the first screen are made of. */
export type FirstMessages = Pick<
  Messages,
  'counting' | 'editor' | 'exports' | 'offline' | 'page' | 'shortcuts' | 'step' | 'versions'
>;

/**
 * Returns the sections that the first screen reads, in the language of the messages: each is what the catalogue has, and
 * the sentences that are made of several of its messages.
 */
export function firstSections(messages: FirstMessages) {
  const { editor, exports, offline, page, shortcuts, step, versions } = messages;
  return { versions, exports, shortcuts, editor, page, offline, step };
}
