import type { StaticWords } from '@managed-fields/rendering';
import type { Messages } from '@managed-fields/words';
import { conflictWords } from './sentences/conflict.ts';
import { fieldWords } from './sentences/field.ts';
import { changesWords, draftsWords, galleryWords } from './sentences/first-screen.ts';
import { linksWords } from './sentences/links.ts';

/** The messages that the sections of the first screen are made of. */
export type FirstMessages = Pick<
  Messages,
  | 'changes'
  | 'conflict'
  | 'counting'
  | 'drafts'
  | 'editor'
  | 'exports'
  | 'field'
  | 'gallery'
  | 'legend'
  | 'links'
  | 'offline'
  | 'page'
  | 'result'
  | 'shortcuts'
  | 'step'
  | 'steps'
  | 'versions'
>;

/**
 * Returns the sections that the first screen reads, in the language of the messages: each is what the catalogue has, and
 * the sentences that are made of several of its messages. Sections that static views have, too, begin with what these say.
 * Times are written as in the language `dates`, or as the browser does where it is undefined.
 */
export function firstSections(messages: FirstMessages, drawn: StaticWords, dates?: string) {
  const { editor, exports, offline, page, shortcuts, step, versions } = messages;
  return {
    counting: drawn.counting,
    leftOut: drawn.leftOut,
    versions,
    exports,
    shortcuts,
    editor,
    page,
    offline,
    step,
    steps: { ...drawn.steps, ...messages.steps },
    links: linksWords(messages),
    legend: { ...drawn.legend, ...messages.legend },
    result: { ...drawn.result, ...messages.result },
    gallery: galleryWords(messages),
    field: fieldWords(messages, drawn),
    drafts: draftsWords(messages, dates),
    changes: changesWords(messages),
    conflict: conflictWords(messages, drawn),
  };
}
