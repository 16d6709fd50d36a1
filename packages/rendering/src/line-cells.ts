import type { AnnotatedText, FieldView } from '@managed-fields/player';
import type { Line, LineBar, LineBox, Run } from './drawing.ts';
import type { StaticWords } from './language/static-words.ts';
import { boxColumns, columns } from './lines.ts';
import { aloud } from './mark.ts';
import type { Spot } from './overlay.ts';
import { element, type Tree, type TreeElement } from './tree.ts';

/** What a line says beside its own text. */
export interface LineExtras {
  /** In place of its number. */
  readonly sign?: string | undefined;
  /** What is folded into the line; `closed` is undefined inside a `details`, which shows by itself whether it is open. */
  readonly fold?: { readonly closed: boolean | undefined; readonly summary: string } | undefined;
  /** A complaint about the line. The hint gives way to it. */
  readonly note?: string | undefined;
  /** In place of the hint. */
  readonly after?: string | undefined;
  /** Underlines what the last-applied annotation declares, and says so in these words. */
  readonly lastApplied?: string | undefined;
  /**
   * For views without a script: puts the owners into a title, and the text into an element whose white space is kept
   * wherever the view is put. Else each run has the index of its field.
   */
  readonly titled?: boolean | undefined;
  /** For a page: how many columns of the line stand before and after what is drawn of it. */
  readonly room?: { readonly before: number; readonly after: number } | undefined;
}

/** The words that lines need; those of the page and of static views have them. */
export type LineWords = Pick<StaticWords, 'field' | 'leftOut'>;

/** The cells of a line, the same in page, embed and static views: its number, its bars, and its text with what is said. */
export function lineCells(
  { line, field, runs, rest, bars, boxes, hint }: Line,
  annotated: AnnotatedText | undefined,
  words: LineWords,
  { sign, fold, note, after, lastApplied, titled, room }: LineExtras = {},
): readonly TreeElement[] {
  const about = field === undefined ? undefined : annotated?.fields[field];
  const hinted = note === undefined && after === undefined ? hint : undefined;
  const hintField = hinted && annotated?.fields[hinted.field];
  const cell = element(
    titled === true ? 'pre' : 'span',
    { class: 'mf-text' },
    boxes.map(boxTree),
    roomTree(room?.before),
    runs.flatMap((run) => runTrees(run, annotated, words, lastApplied !== undefined, titled === true)),
    roomTree(room?.after),
    rest > 0 && element('span', { class: 'mf-left-out' }, ` ${words.leftOut.characters({ count: rest })}`),
    fold && element('span', { class: 'mf-line-fold' }, foldText(fold)),
    note !== undefined && element('span', { class: 'mf-line-note' }, note),
    note === undefined && after !== undefined && element('span', { class: 'mf-hint' }, after),
    hinted &&
      hintField &&
      annotated &&
      hintTree(words.field.hintSentence(hinted.kind, hintField, annotated), hinted.indent),
    // In a page, where lines are gone through one by one, each says where it is; a document is read as it is indented.
    about !== undefined && titled !== true && aloud(`, ${about.path}`),
    about !== undefined && annotated !== undefined && said(about, annotated, words),
    about !== undefined && lastApplied !== undefined && isLastApplied(about) && aloud(`, ${lastApplied}`),
  );
  // Where what is said after the line begins, in columns, so that a page can cut it at its edge.
  const says = note ?? after ?? hinted;
  const end =
    says === undefined ? undefined : widthOf(runs) + (room?.before ?? 0) + (room?.after ?? 0) + (hinted?.indent ?? 0);
  return [
    element('span', { class: 'mf-line-number', 'aria-hidden': 'true' }, sign ?? String(line + 1)),
    element('span', { class: 'mf-gutter', 'aria-hidden': 'true' }, bars.map(barTree)),
    end === undefined ? cell : { ...cell, style: { '--mf-end': `${end}ch` } },
  ];
}

function widthOf(runs: readonly Run[]): number {
  return columns(runs.flatMap(({ segments }) => segments.map(({ text }) => text)).join(''));
}

/** What stands for columns that are not drawn. */
function roomTree(columns = 0): TreeElement | false {
  return (
    columns > 0 && { ...element('i', { class: 'mf-room', 'aria-hidden': 'true' }), style: { width: `${columns}ch` } }
  );
}

/** What is said after a line, so many columns further right. */
function hintTree(text: string, indent: number): TreeElement {
  if (indent === 0) return element('span', { class: 'mf-hint' }, text);
  const tree = element('span', { class: `mf-hint mf-at-${Math.min(indent, boxColumns)}` }, text);
  return { ...tree, style: { marginLeft: `calc(${indent}ch * 12.5 / 11)` } };
}

function barTree({ lane, mark, first, more }: LineBar): TreeElement {
  return element(
    'i',
    { class: `mf-bar mf-lane-${lane} mf-c${mark.colour} mf-p${mark.pattern}` },
    first && element('b', {}, mark.letter),
    first && more > 0 && element('em', {}, `+${more}`),
  );
}

function boxTree({ column, width, mark, first, last }: LineBox): TreeElement {
  const edges = `${first ? ' mf-box-first' : ''}${last ? ' mf-box-last' : ''}`;
  const place = `mf-at-${Math.min(column, boxColumns)} mf-by-${Math.min(width, boxColumns)}`;
  const box = element('i', { class: `mf-box mf-c${mark.colour} ${place}${edges}`, 'aria-hidden': 'true' });
  return { ...box, style: { left: `calc(${column}ch - 3px)`, width: `calc(${width}ch + 6px)` } };
}

function foldText({ closed, summary }: NonNullable<LineExtras['fold']>): string {
  if (closed === undefined) return summary;
  return closed ? ` ▸ ${summary}` : ' ▾';
}

/** Who owns the line, or why nobody does, for those who do not see it. */
function said(field: FieldView, { managers }: AnnotatedText, words: LineWords): Tree | undefined {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  if (owners.length > 0) return aloud(`, ${words.field.ownersSentence(owners)}`);
  return field.why === undefined ? undefined : aloud(`, ${words.field.stateName(field)}`);
}

/** The text of a run, in its tint. */
function runTrees(
  { spot, segments }: Run,
  annotated: AnnotatedText | undefined,
  words: LineWords,
  layer: boolean,
  titled: boolean,
): readonly Tree[] {
  const inner = segments.map(({ text, ink, strong }): Tree => {
    if (ink === undefined && strong === undefined) return text;
    return element('span', { class: [ink && `mf-t-${ink}`, strong && 'mf-strong'].filter(Boolean).join(' ') }, text);
  });
  if (spot === undefined) return inner;
  const field = annotated?.fields[spot.field];
  const title = titled && field && annotated ? titleOf(field, annotated, words) : undefined;
  const place = titled ? undefined : String(spot.field);
  return [element('span', { class: tintClass(spot, layer ? field : undefined), title, 'data-field': place }, inner)];
}

function titleOf(field: FieldView, { managers }: AnnotatedText, words: LineWords): string {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  return owners.length > 0 ? words.field.ownersSentence(owners) : words.field.stateName(field);
}

/**
 * The classes of a tint: one colour, two side by side for shared fields, or plain for what nobody owns; a default is
 * told from what the server itself writes, and what admission wrote from both. A field that is given is underlined where last-applied declares it.
 */
export function tintClass(
  { marks, nobody, admitted, faded }: Pick<Spot, 'marks' | 'nobody' | 'admitted' | 'faded'>,
  layer?: FieldView,
): string {
  const [a, b] = marks;
  const owned =
    a && (b === undefined ? `mf-tint mf-c${a.colour}` : `mf-tint mf-c${a.colour} mf-d${b.colour} mf-shared`);
  const unowned = `mf-unowned${nobody === 'default' ? ' mf-default' : ''}`;
  const underlined = layer !== undefined && isLastApplied(layer);
  const written = admitted === true ? ' mf-admitted' : '';
  return `${owned ?? unowned}${written}${faded ? ' mf-faded' : ''}${underlined ? ' mf-last-applied' : ''}`;
}

/** Whether the last-applied annotation declares a field. */
function isLastApplied({ leaf, lastApplied }: FieldView): boolean {
  return leaf && lastApplied === true;
}
