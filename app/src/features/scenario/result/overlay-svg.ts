import { htmlText, visibleText } from '@managed-fields/foreign-text';
import {
  colourCount,
  columns,
  type Ink,
  type Line,
  type Mark,
  type Overlay,
  type Run,
} from '@managed-fields/rendering';

/** One line of the image. */
export interface ImageLine extends Pick<Line, 'line' | 'runs'> {
  /** Said after the text, and the columns to leave free before it. */
  readonly note: string;
  readonly noteIndent: number;
}

/** Who owns, as the legend says it. */
export interface ImageOwner {
  readonly mark: Mark;
  readonly name: string;
  readonly detail: string;
}

/** Everything that is drawn. */
export interface OverlayImage {
  readonly title: string;
  readonly lines: readonly ImageLine[];
  readonly overlay: Pick<Overlay, 'bars' | 'boxes'>;
  readonly owners: readonly ImageOwner[];
  readonly legend: string;
  readonly colours: ImageColours;
}

/** Colours as CSS writes them. */
export interface ImageColours extends Readonly<Record<Ink, string>> {
  readonly ground: string;
  readonly text: string;
  readonly faint: string;
  /** By the number of a mark's colour. */
  readonly marks: readonly string[];
  /** What a letter is written in on each of them. */
  readonly onMarks: readonly string[];
}

/** The colours of an image, by a function that knows each variable of the style sheets. */
export function imageColours(colour: (name: string) => string): ImageColours {
  const ofMarks = (name: string) => Array.from({ length: colourCount }, (_, index) => colour(`${name}${index}`));
  return {
    ground: colour('panel'),
    text: colour('ink'),
    faint: colour('faint'),
    soft: colour('soft'),
    key: colour('key'),
    string: colour('string'),
    number: colour('number'),
    comment: colour('comment'),
    marks: ofMarks('mf-m'),
    onMarks: ofMarks('mf-i'),
  };
}

const size = 13;
const rowHeight = 20;
/** The width of a character; texts are stretched to it, whatever the font. */
const step = 7.8;
const margin = 16;
const lane = 18;
const gutter = 3 * lane;
const legendRow = 22;

/**
 * The object with bars, tints, boxes, letters and legend as a image that stands by itself: no script, no style sheet,
 * no foreign content, every text escaped. The same image for the same data.
 */
export function overlaySvg(image: OverlayImage): string {
  const { owners, title, colours } = image;
  const lines = image.lines.map(visibleImageLine);
  const widest = Math.max(
    40,
    ...lines.map(({ runs, note, noteIndent }) => columnsOf(runs) + (note === '' ? 0 : note.length + noteIndent + 3)),
  );
  const left = margin + gutter + 8;
  const width = Math.ceil(left + widest * step + margin);
  const legendTop = margin + lines.length * rowHeight + 24;
  const height = Math.ceil(legendTop + (owners.length + 1) * legendRow + margin);
  const rowOf = new Map(lines.map(({ line }, row) => [line, row]));
  const body = [
    ...boxes(image, rowOf, left),
    ...bars(image, rowOf),
    ...lines.flatMap((line, row) => textLine(line, row, left, colours)),
    ...legend(image, legendTop),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${htmlText(title)}</title>`,
    `<defs>${patterns(colours)}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${size}" fill="${colours.text}">`,
    ...body,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** A line with the names of its hidden characters, which take columns as other words do. */
function visibleImageLine(line: ImageLine): ImageLine {
  const runs = line.runs.map((run) => ({
    ...run,
    segments: run.segments.map((segment) => ({ ...segment, text: visibleText(segment.text) })),
  }));
  return { ...line, runs };
}

function columnsOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { segments }) => segments.reduce((inner, { text }) => inner + columns(text), sum), 0);
}

function textLine(line: ImageLine, row: number, left: number, colours: ImageColours): readonly string[] {
  const { runs, note, noteIndent } = line;
  const top = margin + row * rowHeight;
  const drawn = tints(runs).flatMap(({ column, width, marks }) => tint(column, width, marks, left, top, colours));
  let column = 0;
  for (const { text, ink } of runs.flatMap(({ segments }) => segments)) {
    const width = columns(text);
    const fill = ink === undefined ? '' : ` fill="${colours[ink]}"`;
    if (text.trim() !== '') drawn.push(textAt(text, left + column * step, top + 14, width, fill));
    column += width;
  }
  if (note !== '') {
    const x = left + (column + noteIndent + 2) * step;
    drawn.push(`<text x="${at(x)}" y="${top + 14}" font-size="11" fill="${colours.faint}">${htmlText(note)}</text>`);
  }
  return drawn;
}

interface Tint {
  readonly column: number;
  readonly width: number;
  readonly marks: readonly Mark[];
}

/** Where the tints of a line are. */
function tints(runs: readonly Run[]): readonly Tint[] {
  const found: Tint[] = [];
  let column = 0;
  for (const run of runs) {
    const width = columnsOf([run]);
    const marks = run.spot?.marks ?? [];
    if (marks.length > 0) found.push({ column, width, marks });
    column += width;
  }
  return found;
}

/** One colour, or two side by side for what is shared. */
function tint(
  column: number,
  width: number,
  marks: readonly Mark[],
  left: number,
  top: number,
  colours: ImageColours,
): readonly string[] {
  const two = marks.slice(0, 2);
  const share = (width * step + 4) / two.length;
  return two.map(({ colour }, place) => {
    const x = left + column * step - 2 + place * share;
    return `<rect x="${at(x)}" y="${top + 1}" width="${at(share)}" height="${rowHeight - 2}" fill="${colours.marks[colour]}" fill-opacity="0.17"/>`;
  });
}

/** White space at the ends is no part of a text in SVG. */
function textAt(text: string, x: number, y: number, width: number, more = ''): string {
  const lead = columns(text) - columns(text.trimStart());
  const shown = text.trim();
  const length = (width - lead - (columns(text) - columns(text.trimEnd()))) * step;
  return `<text x="${at(x + lead * step)}" y="${y}" textLength="${at(length)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"${more}>${htmlText(shown)}</text>`;
}

function bars({ overlay, colours }: OverlayImage, rowOf: ReadonlyMap<number, number>): readonly string[] {
  return overlay.bars.flatMap((bar) => {
    const rows = rowsOf(bar.fromLine, bar.toLine, rowOf);
    if (rows === undefined) return [];
    const { colour, pattern, letter } = bar.mark;
    const x = margin + bar.lane * lane;
    const y = margin + rows.first * rowHeight;
    const height = (rows.last - rows.first + 1) * rowHeight;
    const solid = `<rect x="${x + 10}" y="${y}" width="4" height="${height}" fill="${colours.marks[colour]}"/>`;
    const patterned = `<rect x="${x + 10}" y="${y}" width="4" height="${height}" fill="url(#p${pattern})"/>`;
    const more = bar.more > 0 ? [`<text x="${x + 16}" y="${y + 14}" font-size="9">+${bar.more}</text>`] : [];
    return [solid, ...(pattern === 0 ? [] : [patterned]), letterAt(letter, x, y + 4, colour, colours), ...more];
  });
}

function letterAt(letter: string, x: number, y: number, colour: number, colours: ImageColours): string {
  return `<rect x="${x}" y="${y}" width="9" height="12" rx="2" fill="${colours.marks[colour]}"/><text x="${x + 4.5}" y="${y + 9}" font-size="9" font-weight="700" text-anchor="middle" fill="${colours.onMarks[colour]}">${htmlText(letter)}</text>`;
}

function boxes(
  { overlay, colours }: OverlayImage,
  rowOf: ReadonlyMap<number, number>,
  left: number,
): readonly string[] {
  return overlay.boxes.flatMap(({ fromLine, toLine, column, width, mark }) => {
    const rows = rowsOf(fromLine, toLine, rowOf);
    if (rows === undefined) return [];
    const y = margin + rows.first * rowHeight + 1;
    const height = (rows.last - rows.first + 1) * rowHeight - 2;
    return [
      `<rect x="${at(left + column * step - 3)}" y="${y}" width="${at(width * step + 6)}" height="${height}" rx="3" fill="none" stroke="${colours.marks[mark.colour]}" stroke-opacity="0.65"/>`,
    ];
  });
}

/** The rows that show lines; some may be folded away. */
function rowsOf(from: number, to: number, rowOf: ReadonlyMap<number, number>) {
  let first: number | undefined;
  let last: number | undefined;
  for (let line = from; line <= to; line++) {
    const row = rowOf.get(line);
    if (row === undefined) continue;
    first ??= row;
    last = row;
  }
  return first === undefined || last === undefined ? undefined : { first, last };
}

function legend({ owners, legend: heading, colours }: OverlayImage, top: number): readonly string[] {
  const head = `<text x="${margin}" y="${top + 10}" font-weight="700">${htmlText(heading)}</text>`;
  const rows = owners.flatMap(({ mark, name, detail }, index) => {
    const y = top + (index + 1) * legendRow;
    const x = margin + 13;
    const bar = `<rect x="${x - 3}" y="${y - 2}" width="4" height="12" fill="${colours.marks[mark.colour]}"/>`;
    const patterned =
      mark.pattern === 0 ? '' : `<rect x="${x - 3}" y="${y - 2}" width="4" height="12" fill="url(#p${mark.pattern})"/>`;
    return [
      letterAt(mark.letter, margin, y - 2, mark.colour, colours) + bar + patterned,
      `<text x="${x + 10}" y="${y + 8}"><tspan font-weight="700">${htmlText(name)}</tspan><tspan dx="10" fill="${colours.faint}" font-size="12">${htmlText(detail)}</tspan></text>`,
    ];
  });
  return [head, ...rows];
}

/** The patterns of marks as they are on the page: what is drawn is the ground that shows through the colour. */
function patterns({ ground }: ImageColours): string {
  const line = (d: string, width: number) => `<path d="${d}" stroke="${ground}" stroke-width="${width}" fill="none"/>`;
  const drawn: readonly (readonly [size: number, content: string])[] = [
    [4, line('M-1 5L5 -1M-1 1L1 -1M3 5L5 3', 1.2)],
    [6, line('M0 5L6 5', 2)],
    [4, line('M-1 -1L5 5M3 -1L5 1M-1 3L1 5', 1.8)],
    [4, line('M2 0L2 4', 1.3)],
    [3, line('M0 2.2L4 2.2', 1.5)],
  ];
  return drawn
    .map(
      ([side, content], index) =>
        `<pattern id="p${index + 1}" width="${side}" height="${side}" patternUnits="userSpaceOnUse">${content}</pattern>`,
    )
    .join('');
}

function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}
