import { fromBase64url } from './base64url.ts';
import { dictionaryText, headText } from './data/frozen.ts';
import { toUtf8 } from './utf8.ts';

/** What texts of codec `d` refer back to. */
export const dictionary: Uint8Array = toUtf8(dictionaryText);

/** What stands before each payload of codec `d`: deflate data up to where its first block is open. */
export const head: Uint8Array = fromBase64url(headText) ?? new Uint8Array();
