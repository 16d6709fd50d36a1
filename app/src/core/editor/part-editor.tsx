import { lineAt, lineStarts } from '@managed-fields/rendering';
import { useLayoutEffect, useRef, useState } from 'react';
import { fitsTextArea, mostInTextArea } from '../view-models/text-area.ts';
import { laterWords } from '../words/later-words.ts';

/** A text that is too long for a text area. */
export interface LongTextProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Edits a long text part by part: a text area holds one of them, and lays out no more than that. */
export function PartEditor({ label, text, onText }: LongTextProps) {
  const [part, setPart] = useState(() => partFrom(text, 0));
  /** The text as it was left here; another one came from elsewhere. */
  const [known, setKnown] = useState(text);
  const [turned, setTurned] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const show = (next: typeof part) => {
    setPart(next);
    setTurned(turned + 1);
  };
  if (known !== text) {
    setKnown(text);
    show(partFrom(text, lineStart(text, Math.min(part.from, text.length))));
  }
  const write = (value: string) => {
    const changed = text.slice(0, part.from) + value + text.slice(part.to);
    setKnown(changed);
    // What was pasted may be too long as well.
    if (fitsTextArea(value)) setPart({ from: part.from, to: part.from + value.length });
    else show(partFrom(changed, part.from));
    onText(changed);
  };
  useLayoutEffect(() => {
    if (turned > 0 && area.current !== null) area.current.scrollTop = 0;
  }, [turned]);
  const { unit, first, last, all } = placeOfPart(text, part);
  return (
    <div className="long-text">
      <div className="long-text-bar">
        <button
          type="button"
          className="btn btn-small"
          disabled={part.from === 0}
          onClick={() => show(partBefore(text, part.from))}
        >
          {laterWords.parts.earlier}
        </button>
        <span aria-live="polite">{laterWords.parts[unit]({ first, last, all })}</span>
        <button
          type="button"
          className="btn btn-small"
          disabled={part.to === text.length}
          onClick={() => show(partFrom(text, part.to))}
        >
          {laterWords.parts.later}
        </button>
      </div>
      <textarea
        ref={area}
        key={turned}
        className="plain-editor"
        aria-label={label}
        defaultValue={text.slice(part.from, part.to)}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        onChange={({ target }) => write(target.value)}
      />
    </div>
  );
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

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
