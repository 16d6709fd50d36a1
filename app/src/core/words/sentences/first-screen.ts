import type { Messages } from '@managed-fields/words';

/** The gallery, and the blank page. */
export function galleryWords({ gallery, counting }: Pick<Messages, 'gallery' | 'counting'>) {
  return {
    ...gallery,
    /** Which versions of Kubernetes answer otherwise, of one at least: they are listed without an `and`. */
    answeredOtherwise: (versions: readonly string[]) =>
      gallery.answeredOtherwise({ versions: versions.reduce((first, next) => counting.listed({ first, next })) }),
  };
}

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

/** How many values differ in which way, and how many fields changed owners. */
interface Differences {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  readonly moves: number;
}

/** The view of the changes against an earlier step. */
export function changesWords({ changes }: Pick<Messages, 'changes'>) {
  return {
    ...changes,
    /** How much differs: how many values are new, changed or gone, and how many fields changed owners. */
    summary: ({ moves, ...counts }: Differences) => {
      const values = (['changed', 'added', 'removed'] as const)
        .filter((change) => counts[change] !== 0)
        .map((change) => changes.values[change]({ count: counts[change] }));
      const [first = changes.sameValues, ...others] = values;
      const listed = others.reduce((before, next) => changes.listed({ first: before, next }), first);
      return changes.summary({ values: `${listed.charAt(0).toUpperCase()}${listed.slice(1)}`, moves });
    },
  };
}
