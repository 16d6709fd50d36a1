import { dictionaryText } from './data/frozen.ts';
import { toUtf8 } from './utf8.ts';

/** The bytes that texts of codec `d` refer back to. */
export const dictionary: Uint8Array = toUtf8(dictionaryText);
