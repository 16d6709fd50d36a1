import { useLayoutEffect, useRef, useState } from 'react';
import { fitsTextArea } from '../view-models/text-area.ts';
import { LongText } from './long-text.tsx';
import type { TextEditorProps } from './text-editor-props.ts';

interface PlainEditorProps
  extends Pick<TextEditorProps, 'stepId' | 'outside' | 'text' | 'label' | 'placeholder' | 'onText'> {
  /** Takes the focus when it appears first. */
  readonly focus?: boolean;
  /** Where its user is in a text that they were not in before. */
  readonly caret?: number;
}

/** Where somebody stood in a text. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly top: number;
}

/** Where somebody stood in the text of each step, so that looking at something else loses no place. */
const places = new Map<string, Place>();

/** A text area, for phones and for browsers where Monaco does not load. The caret stays where it was. */
export function PlainEditor({
  stepId,
  outside,
  text,
  label,
  placeholder,
  onText,
  focus = false,
  caret = 0,
}: PlainEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // It is taken once: who went on to something else is not called back by a text that comes from outside.
  const toFocus = useRef(focus);
  const entered = useRef(caret);
  const note = () => {
    const element = area.current;
    if (element === null) return;
    places.set(stepId, { start: element.selectionStart, end: element.selectionEnd, top: element.scrollTop });
  };
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const { start, end, top } = places.get(stepId) ?? { start: entered.current, end: entered.current, top: 0 };
    element.setSelectionRange(start, end);
    if (toFocus.current) element.focus({ preventScroll: true });
    toFocus.current = false;
    entered.current = 0;
    element.scrollTop = top;
  }, [stepId, outside]);
  // Who makes a long text short goes on in its parts, until another one comes.
  const [long, setLong] = useState<string>();
  const place = `${stepId} ${outside}`;
  if (!fitsTextArea(text) && long !== place) setLong(place);
  if (long === place) return <LongText key={place} label={label} text={text} onText={(next) => onText(stepId, next)} />;
  return (
    <textarea
      ref={area}
      key={place}
      className="plain-editor"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={text}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      onChange={(event) => onText(stepId, event.target.value)}
      onSelect={note}
      onScroll={note}
    />
  );
}
