/**
 * Characters that draw nothing, or turn what stands after them around, halves of characters, and what no XML may have: a
 * reader could not see that they are there, so their numbers are shown. Tabs and line breaks are not among them.
 */
const hidden =
  /(?![\t\n\r])[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u2065\u3164\uffa0\ufffe\uffff\p{Cc}\p{Cf}\p{Cs}]/u;

/** The same, to find all of them in a text. */
export const allHidden = new RegExp(hidden, 'gu');

/** Whether a text has a character that cannot be seen. */
export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

/** A text with something else in the place of each hidden character. */
export function replaceHidden(text: string, write: (character: string) => string): string {
  return text.replace(allHidden, write);
}
