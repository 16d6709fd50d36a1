import { lineAt, lineStarts } from '@managed-fields/rendering';
import { mostInTextArea } from '../view-models/text-area.ts';

/** A stretch of a text in UTF-16 code units; `to` is exclusive. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** What a part has at most: a share of what a text area holds, so that there is room to write. */
const most = { length: mostInTextArea.length / 5, lines: mostInTextArea.lines / 4 } as const;

/** The lines of longer texts are not counted, in UTF-16 code units. */
const mostCounted = 2_000_000;

/** The part that begins at an offset: whole lines where they are short enough, and no half of a character. */
export function partFrom(text: string, from: number): TextPart {
  let [to, lines] = [from, 0];
  while (to < text.length && lines < most.lines) {
    const end = text.indexOf('\n', to) + 1 || text.length;
    if (end - from > most.length) break;
    to = end;
    lines++;
  }
  return { from, to: to > from || to === text.length ? to : whole(text, from + most.length) };
}

/** The part that ends at an offset. */
export function partBefore(text: string, to: number): TextPart {
  let [from, lines] = [to, 0];
  while (from > 0 && lines < most.lines) {
    const start = from < 2 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
    if (to - start > most.length) break;
    from = start;
    lines++;
  }
  return { from: from < to || to === 0 ? from : whole(text, to - most.length), to };
}

/** Where a part stands, as people count: in lines where it begins and ends with them and they
 * can be counted in no time, else in characters. */
export function placeOfPart(
  text: string,
  { from, to }: TextPart,
): { readonly unit: 'lines' | 'characters'; readonly first: number; readonly last: number; readonly all: number } {
  const isBorder = (offset: number) => offset === 0 || offset === text.length || text[offset - 1] === '\n';
  const counts = text.length <= mostCounted && isBorder(from) && isBorder(to);
  if (!counts) return { unit: 'characters', first: from + 1, last: to, all: text.length };
  const starts = lineStarts(text);
  const all = text.endsWith('\n') ? starts.length - 1 : starts.length;
  return { unit: 'lines', first: lineAt(starts, from) + 1, last: lineAt(starts, Math.max(from, to - 1)) + 1, all };
}

/** An offset that is in no character. */
function whole(text: string, offset: number): number {
  const at = Math.max(0, Math.min(offset, text.length));
  return /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at;
}
