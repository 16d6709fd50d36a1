import { ukrainian } from '@managed-fields/static-view';

export { formOf, ofFields } from '@managed-fields/static-view';

/** Numbers with their nouns, bytes, and names in a row, as the static views of a scenario say them. */
export const { bytesOf, countOf, listOf } = ukrainian.counting;
