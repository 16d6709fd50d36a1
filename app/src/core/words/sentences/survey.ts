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
