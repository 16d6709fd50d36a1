import type { english } from './english.ts';

/**
 * What a static view of a scenario says: words, tables, and functions that make sentences of codes and data. Kubernetes' own
 * messages, names of fields and names of managers are data and never translated.
 */
export type StaticWords = typeof english;
