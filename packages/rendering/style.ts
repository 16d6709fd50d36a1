import type { Plugin } from 'vite';
import { drawingCss, managerProperties } from './src/drawing-css.ts';

const name = 'virtual:drawing.css';

/** Gives the page the style of annotated texts, which static views and embeds have too, as `virtual:drawing.css`. */
export function drawingStyle(): Plugin {
  return {
    name: 'drawing-style',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `:root{${managerProperties}}\n${drawingCss}` : undefined),
  };
}
