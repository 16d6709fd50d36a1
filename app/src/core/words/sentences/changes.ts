import type { Messages } from '@managed-fields/words';

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
