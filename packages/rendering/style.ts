import type { Plugin } from 'vite';
import { drawingCss, managerProperties } from './src/drawing-css.ts';
import { letterCss } from './src/letter-css.ts';

/** The style sheets that are made of code, by the names under which the page imports them. */
const sheets: Readonly<Record<string, string>> = {
  'virtual:drawing.css': `:root{${managerProperties}}\n${drawingCss}`,
  'virtual:letters.css': letterCss,
};

/**
 * Gives the page the style of annotated texts, which static views and embeds have too, as `virtual:drawing.css`, and the
 * letters in the gutter of its editor as `virtual:letters.css`.
 */
export function drawingStyle(): Plugin {
  return {
    name: 'drawing-style',
    resolveId: (source) => (source in sheets ? `\0${source}` : undefined),
    load: (id) => (id.startsWith('\0') ? sheets[id.slice(1)] : undefined),
  };
}
