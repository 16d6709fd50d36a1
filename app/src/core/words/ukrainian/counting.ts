import { ukrainian } from '@managed-fields/rendering';

export { formOf, ofFields } from '@managed-fields/rendering';

/** Phrases for counts, sizes in bytes and lists of names, shared with the static views of a scenario. */
export const { bytesOf, countOf, listOf } = ukrainian.counting;
