/**
 * The largest texts that are read. Upstream's limits (3 MB a request, 10,000 levels) are too large for a page that
 * reads at every keystroke. The limit for the expansion of aliases is upstream's and stands in `compose.ts`.
 */
export const limits = {
  /** UTF-16 units of a text: the most that a cluster stores of one object. */
  length: 1_572_864,
  /** Levels of maps and lists. */
  depth: 256,
  /** Documents of a text. */
  documents: 1000,
} as const;

/** What is said of a text beyond a limit. The words are ours: a server would read more. */
export const beyond = {
  length: (length: number) => `at most ${limits.length} characters of a text are read here; this one has ${length}`,
  depth: `at most ${limits.depth} levels of maps and lists are read here`,
  documents: `at most ${limits.documents} documents of a text are read here`,
} as const;
