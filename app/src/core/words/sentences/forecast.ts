import type { WaySummary } from '@managed-fields/forecast';
import { countingWords, type Messages } from '@managed-fields/words';

/** The results that are counted, in the order in which they are told. */
const counted = ['created', 'changed', 'unchanged', 'conflict', 'refused'] as const;

/** How many managers are named with whom there are conflicts. */
const mostNamed = 3;

/** The forecast: what a release would change, before it is applied. */
export function forecastWords({ forecast, counting }: Pick<Messages, 'forecast' | 'counting'>) {
  const { listOf } = countingWords(counting);
  return {
    ...forecast,
    /** What a way to apply would do with the manifests of a release. */
    sentence: (manifests: number, { results, conflictsWith }: WaySummary) => {
      const managers = listOf(conflictsWith.slice(0, mostNamed).map(({ manager }) => manager));
      const parts = counted
        .filter((result) => results[result] > 0)
        .map((result) => forecast.parts[result]({ count: results[result], managers }));
      return forecast.sentence({ manifests, parts: listOf(parts.length === 0 ? [forecast.parts.nothing] : parts) });
    },
    /** Which tool runs a manifest as a hook, so that it is not applied. */
    hook: (tool: string, hooks: readonly string[]) => forecast.hook({ tool, hooks: listOf(hooks) }),
  };
}
