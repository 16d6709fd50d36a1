/** The messages of a language, by feature: texts, groups of texts, and functions of what a text names. */
export type Messages = typeof import('./messages/en.ts');

/** The messages that phrases for counts are made of. */
export type Counting = Messages['counting'];

/** What is counted in many places. */
export type Noun = keyof Counting['count'];

/** Phrases for counts, sizes in bytes and lists of names, in one language. */
export interface CountingWords {
  /** A number with its noun: `3 fields`. */
  readonly countOf: (count: number, noun: Noun) => string;
  /** Bytes as people read them, in kilobytes at most: `1234.5 KB`. */
  readonly bytesOf: (bytes: number) => string;
  /** Bytes as people read them, in megabytes at most: `1.2 MB`. */
  readonly sizeOf: (bytes: number) => string;
  /** Names in a row: `a, b and c`; nothing where there are none. */
  readonly listOf: (names: readonly string[]) => string;
  /** Names in a row, the last like the others: `a, b, c`; nothing where there are none. */
  readonly rowOf: (names: readonly string[]) => string;
  /** Names of which any will do: `a or b or c`. */
  readonly choiceOf: (names: readonly string[]) => string;
}

/** Returns the phrases of the language of the messages. */
export function countingWords(messages: Counting): CountingWords {
  const kilobytes = (bytes: number) => messages.kilobytes(tenths(bytes / 1000));
  const rowOf = (names: readonly string[]) =>
    names.length === 0 ? '' : names.reduce((first, next) => messages.listed({ first, next }));
  return {
    countOf: (count, noun) => messages.count[noun]({ count }),
    bytesOf: (bytes) => (bytes < 1000 ? messages.bytes({ bytes }) : kilobytes(bytes)),
    sizeOf: (bytes) => {
      if (bytes < 1000) return messages.bytes({ bytes });
      return bytes < 1_000_000 ? kilobytes(bytes) : messages.megabytes(tenths(bytes / 1_000_000));
    },
    listOf: (names) => {
      if (names.length < 2) return names.at(-1) ?? '';
      return messages.both({ first: rowOf(names.slice(0, -1)), last: names.at(-1) ?? '' });
    },
    rowOf,
    choiceOf: (names) =>
      names.length === 0 ? '' : names.reduce((listed, last) => messages.either({ first: listed, last })),
  };
}

/** A number with one digit after the point, which languages write in their own way. */
function tenths(value: number): { readonly whole: string; readonly tenth: string } {
  const [whole = '', tenth = ''] = value.toFixed(1).split('.');
  return { whole, tenth };
}
