import type { PurposeNotes, WaySummary } from '@managed-fields/forecast';
import type { Purpose } from '@managed-fields/tools/programs';
import { countingWords, type Messages } from '@managed-fields/words';

/** What the signs of a comparison are called in the messages. */
const signNames = { '>': 'more', '<': 'fewer', '=': 'equal' } as const;

/** A number of the filter as it was written: `fields>10`. */
interface Comparison {
  readonly count: string;
  readonly sign: keyof typeof signNames;
  readonly number: number;
  readonly not: boolean;
}

/** The survey: many objects at once, who owns what of them, and what is wrong. */
export function surveyWords({ survey, counting }: Pick<Messages, 'survey' | 'counting'>) {
  const { choiceOf, sizeOf } = countingWords(counting);
  const sizes = (bytes: number, of: number | undefined) => ({
    bytes: sizeOf(bytes),
    of: of === undefined ? undefined : sizeOf(of),
  });
  return {
    ...survey,
    size: sizeOf,
    /** How far reading is, where the whole size is known. */
    reading: (bytes: number, of: number | undefined) => survey.reading(sizes(bytes, of)),
    /** How far reading was when it was cancelled. */
    stopped: (bytes: number, of: number | undefined) => survey.stopped(sizes(bytes, of)),
    /** How many objects the filter shows. */
    shown: (shown: number, all: number) =>
      shown === all ? survey.objects({ count: all }) : survey.shownOf({ shown, all }),
    /** A condition of the filter as a sentence. */
    condition: (name: string, values: readonly string[], not: boolean) =>
      survey.condition({ name, values: choiceOf(values), not }),
    /** A comparison of the filter as a sentence. */
    comparison: ({ sign, ...compared }: Comparison) => survey.comparison({ ...compared, sign: signNames[sign] }),
  };
}

/** The results that are counted, in the order in which they are told. */
const counted = ['created', 'changed', 'deleted', 'unchanged', 'left', 'conflict', 'refused'] as const;

/** How many managers are named with whom there are conflicts. */
const mostNamed = 3;

/** The forecast: what a release would change, before it is applied. */
export function forecastWords({ forecast, counting }: Pick<Messages, 'forecast' | 'counting'>) {
  const { listOf, choiceOf } = countingWords(counting);
  return {
    ...forecast,
    /** Which tools fit, so that one has to be chosen. */
    asksWhich: (tools: readonly string[]) => forecast.asks.several({ tools: choiceOf(tools) }),
    /** What a tool sends a request for, in sentences. */
    purposeNotes: (tool: string): PurposeNotes => {
      const note = (purpose: Purpose) => forecast.purposes[purpose]({ tool });
      return {
        ...{ check: note('check'), 'dry-run': note('dry-run'), migrate: note('migrate'), create: note('create') },
        ...{ apply: note('apply'), patch: note('patch'), replace: note('replace'), annotation: note('annotation') },
        ...{ prune: note('prune'), recreate: note('recreate') },
      };
    },
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

/** Audit logs: what was read of one, and the history of an object. */
export function auditWords({ audit, counting }: Pick<Messages, 'audit' | 'counting'>) {
  const { rowOf } = countingWords(counting);
  return {
    ...audit,
    /** The lines that are shown of a number of lines. */
    lines: (lines: readonly number[], count: number) =>
      audit.lines({ lines: rowOf(lines.map(String)), shown: lines.length, more: count > lines.length }),
    /** Who wrote an object, and how many others. */
    writers: (names: readonly string[], others: number) => audit.writers({ names: rowOf(names), others }),
  };
}
