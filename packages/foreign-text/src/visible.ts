/**
 * Characters that draw nothing, or turn what stands after them around, halves of characters, and what no XML may have: a
 * reader could not see that they are there, so their numbers are shown. Tabs and line breaks are not among them.
 */
const hidden =
  /(?![\t\n\r])[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u2065\u3164\uffa0\ufffe\uffff\p{Cc}\p{Cf}\p{Cs}]/u;

/** The same, to find all of them in a text. */
const allHidden = new RegExp(hidden, 'gu');

/** Whether a text has a character that cannot be seen. */
export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

/** A text with something else in the place of each hidden character. */
export function replaceHidden(text: string, write: (character: string) => string): string {
  return text.replace(allHidden, write);
}

/** A part of a text: `name` is that of a hidden character, such as `U+202E`. */
export interface VisiblePart {
  readonly text: string;
  readonly name: boolean;
}

/** How many parts a text has at most; what follows them is one more, with the names written into it. */
const mostParts = 200;

/** A text with the names of its hidden characters in their places. */
export function visibleParts(text: string): readonly VisiblePart[] {
  if (!hasHidden(text)) return [{ text, name: false }];
  const parts: VisiblePart[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(allHidden)) {
    if (parts.length >= mostParts) break;
    if (index > at) parts.push({ text: text.slice(at, index), name: false });
    parts.push({ text: nameOf(character), name: true });
    at = index + character.length;
  }
  if (at < text.length) parts.push({ text: visibleText(text.slice(at)), name: false });
  return parts;
}

/** The same as one text. */
export function visibleText(text: string): string {
  return replaceHidden(text, nameOf);
}

/** The same on one line: tabs and line breaks have names too. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n\r]/g, nameOf);
}

/** The number of a character: `U+202E`. */
function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
