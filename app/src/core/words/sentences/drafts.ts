import type { Messages } from '@managed-fields/words';

/**
 * The open scenario, and the drafts in the browser. Times are written as in the language `dates`, or as the browser does
 * where it is undefined.
 */
export function draftsWords({ drafts }: Pick<Messages, 'drafts'>, dates: string | undefined) {
  return {
    ...drafts,
    /** What is on screen when a link was opened. */
    sharedBanner: (title: string) => drafts.sharedBanner({ title: title || undefined }),
    /** The title of a copy. */
    copyOf: (title: string) => drafts.copyOf({ title: title || undefined }),
    /** Why a draft was not opened again. */
    unopenedSentence: (title: string) => drafts.unopenedSentence({ title: title || undefined }),
    /** That a draft was deleted. */
    deletedSentence: (title: string) => drafts.deletedSentence({ title: title || undefined }),
    /** How many steps a draft has and when it was stored; `saved` as RFC 3339. */
    draftSentence: (steps: number, saved: string) =>
      drafts.draftSentence({
        steps,
        when: new Date(saved).toLocaleString(dates, { dateStyle: 'medium', timeStyle: 'short' }),
      }),
  };
}
