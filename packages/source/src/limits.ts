/**
 * How much a text may hold. Upstream's own limits (3 MB a request, 10,000 levels) are beyond what a page should work
 * on with every keystroke; the limit of what aliases may expand to is upstream's.
 */
export const limits = {
  /** UTF-16 units of a text: what a cluster stores of one object. */
  length: 1_572_864,
  /** Levels of collections. */
  depth: 256,
  /** Documents of a text. */
  documents: 1000,
} as const;
