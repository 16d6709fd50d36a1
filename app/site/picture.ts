import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { htmlText } from '@managed-fields/foreign-text';
import type { StepView } from '@managed-fields/player';
import {
  coloursInScenario,
  drawing,
  english,
  legendItems,
  managerProperties,
  overlay,
  paletteFor,
} from '@managed-fields/rendering';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { PlayedExample } from '../gallery/played.ts';
import { type ImageColours, imageColours, overlaySvg } from '../src/features/scenario/result/overlay-svg.ts';
import { messagesOf } from './example-pages.ts';

/** The size that programs expect of the picture of a link. */
const width = 1200;
const height = 630;
/** How many lines of an object, and of what the server says, have room. */
const mostLines = 15;
const mostSaid = 3;

const { resolve } = createRequire(import.meta.url);
const font = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/**
 * Loads what draws pictures, and returns what makes the PNG of an example: its title, what the server says, and the object
 * with its owners at the step that is open in a static view. The same example gives the same picture.
 */
export async function loadPictures(): Promise<(example: PlayedExample) => Uint8Array> {
  await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const fontBuffers = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono', 'DejaVuSansMono-Bold'].map(font);
  const colours = lightColours();
  const options = { font: { fontBuffers, defaultFontFamily: 'DejaVu Sans', monospaceFamily: 'DejaVu Sans Mono' } };
  return (example) => new Resvg(pictureSvg(example, colours), options).render().asPng();
}

/** Draws the picture of an example as SVG. */
export function pictureSvg(example: PlayedExample, colours: ImageColours): string {
  const title = wrapped(example.scenario.title, 44).slice(0, 2);
  const said = (messagesOf(example)[0] ?? '')
    .split('\n')
    .flatMap((line) => wrapped(line, 88))
    .slice(0, mostSaid);
  const top = 70 + title.length * 54;
  const below = top + (said.length === 0 ? 0 : said.length * 28 + 40);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    `<rect width="${width}" height="10" fill="${colours.marks[0]}"/>`,
    ...title.map((line, row) =>
      textAt(line, 48, 82 + row * 54, `font-size="44" font-weight="700" fill="${colours.text}"`),
    ),
    ...(said.length === 0
      ? []
      : [`<rect x="48" y="${top - 24}" width="1104" height="${said.length * 28 + 28}" rx="8" fill="#fdf0ee"/>`]),
    ...said.map((line, row) =>
      textAt(line, 68, top + 10 + row * 28, 'font-family="DejaVu Sans Mono" font-size="20" fill="#b3261e"'),
    ),
    objectSvg(example, colours, below),
    `<rect y="${height - 48}" width="${width}" height="48" fill="${colours.ground}"/>`,
    textAt('managedFields playground', 48, height - 20, `font-size="20" fill="${colours.faint}"`),
    '</svg>',
  ].join('\n');
}

function textAt(text: string, x: number, y: number, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${htmlText(text)}</text>`;
}

/** The object after the step that conflicts first, or after the last, from the field that it is about. */
function objectSvg({ scenario, play }: PlayedExample, colours: ImageColours, top: number): string {
  const playbacks = scenario.steps.map(({ id }) => play(id));
  const playback = playbacks.find(({ view }) => view?.conflict !== undefined) ?? playbacks.at(-1);
  const { view } = playback ?? {};
  if (playback === undefined || view?.result === undefined) return '';
  const annotated = view.result;
  const palette = paletteFor(coloursInScenario(scenario, playback), playback);
  const owned = overlay(annotated, palette);
  const all = drawing(annotated.text, { annotated, overlay: owned });
  const from = Math.min(firstLine(view), Math.max(0, all.count - mostLines));
  const svg = overlaySvg({
    title: scenario.title,
    lines: Array.from({ length: Math.min(mostLines, all.count - from) }, (_, row) => {
      const { runs } = all.at(from + row);
      return { line: from + row, runs, note: '', noteIndent: 0 };
    }),
    overlay: owned,
    owners: legendItems(annotated, palette, english).map(({ mark, manager, summary }) => ({
      mark,
      name: manager.manager,
      detail: summary,
    })),
    legend: '',
    colours,
  }).replaceAll(/font-family="[^"]*"/g, 'font-family="DejaVu Sans Mono"');
  const [, ownWidth = '', ownHeight = ''] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const scale = 1.35;
  const size = `width="${Number(ownWidth) * scale}" height="${Number(ownHeight) * scale}"`;
  return svg.replace(/width="\d+" height="\d+"/, `x="32" y="${top}" ${size}`);
}

/** The line to begin with: a few before the first conflict, else where the object says what it is about. */
function firstLine({ conflict, result }: StepView): number {
  const text = result?.text ?? '';
  const at = conflict?.fields.find(({ range }) => range !== undefined)?.range?.from;
  if (at !== undefined) return Math.max(0, text.slice(0, at).split('\n').length - 6);
  const lines = text.split('\n');
  return Math.max(
    0,
    lines.findIndex((line) => /^(?:spec|data|rules|webhooks|status):/.test(line)),
  );
}

/** Breaks a text between its words, so that no line has more characters than these unless a word has. */
function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The colours of the light page, from its tokens. */
function lightColours(): ImageColours {
  const tokens = readFileSync(new URL('../src/core/theme/tokens.css', import.meta.url), 'utf8') + managerProperties;
  const colour = (name: string) => {
    const value = new RegExp(`--${name}:\\s*(?:light-dark\\()?(#[0-9a-f]+)`).exec(tokens)?.[1];
    if (value === undefined) throw new Error(`there is no colour ${name}`);
    return value;
  };
  return imageColours(colour);
}
