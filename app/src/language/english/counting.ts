import { english } from '@managed-fields/static-view';

/** Phrases for counts, sizes in bytes and lists of names, shared with the static views of a scenario. */
export const { bytesOf, countOf, listOf } = english.counting;
