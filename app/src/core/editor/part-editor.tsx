import { useLayoutEffect, useRef, useState } from 'react';
import { fitsTextArea } from '../view-models/text-area.ts';
import { laterWords } from '../words/later-words.ts';
import { partBefore, partFrom, placeOfPart } from './text-parts.ts';

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
