import { english } from '@managed-fields/static-view';

/** Numbers with their nouns, bytes, and names in a row, as the static views of a scenario say them. */
export const { bytesOf, countOf, listOf } = english.counting;
