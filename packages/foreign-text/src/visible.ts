import { allHidden, hasHidden, replaceHidden } from './hidden.ts';

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
