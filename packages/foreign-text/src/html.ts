import { replaceHidden } from './hidden.ts';
import { visibleText } from './visible.ts';

/** Writes a text to be read as a text or an attribute of HTML or XML. */
export function htmlText(text: string): string {
  return escaped(visibleText(text)).replaceAll('\r', '&#13;');
}

/**
 * Writes a text as an attribute that a program reads: it comes out the same, and what hides stands as a reference by its
 * number. U+0000 alone has none.
 */
export function htmlExact(text: string): string {
  return replaceHidden(escaped(text), reference).replaceAll('\r', '&#13;');
}

/**
 * Writes a text as `htmlText` does, and so that what compiles pages of Markdown and templates finds nothing in it: no empty
 * line, no braces, no signs of emphasis.
 */
export function htmlInMarkdown(text: string): string {
  return htmlText(text).replace(/[\n{}[\]*_`~\\]/g, reference);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
