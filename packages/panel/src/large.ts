import type { PanelWords } from './words.ts';

/** The most lines, and the most characters of JSON, that are drawn at once: more keep a page from answering. */
export const [mostLines, mostDrawn] = [3_000, 300_000];

/** How many lines an object has as YAML, about, by its JSON: one a member or item, and one a line of its texts. */
export function linesOf(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A comma or the beginning of a map or list; an escaped end of a line.
    if (code === 0x2c || code === 0x7b || code === 0x5b) lines++;
    else if (code === 0x5c) {
      at++;
      if (text.charCodeAt(at) === 0x6e) lines++;
    }
  }
  return lines;
}

/** Why an object is drawn only when its reader asks for it; undefined where it is drawn at once. */
export function tooLarge(text: string, { say }: PanelWords): string | undefined {
  if (text.length > mostDrawn) return say.large.characters({ count: text.length });
  const lines = linesOf(text);
  return lines > mostLines ? say.large.lines({ count: lines }) : undefined;
}
