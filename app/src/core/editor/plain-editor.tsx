import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { fetchCode } from '../code/fetch-code.ts';
import { CodeView } from '../code-view/code-view.tsx';
import { fitsTextArea } from '../view-models/text-area.ts';
import { words } from '../words/language.ts';
import { startOfText, type TextEditorProps, type TextPlace } from './entrance.ts';
import { goTo, isFree, placeIn } from './keys-ahead.tsx';
import type { LongTextProps } from './part-editor.tsx';

interface PlainEditorProps
  extends Pick<TextEditorProps, 'stepId' | 'outside' | 'text' | 'label' | 'placeholder' | 'onText'> {
  /** Takes the focus when it appears first. */
  readonly focus?: boolean;
  /** Returns where its user is when it appears first; undefined where they were not in the text. */
  readonly entered?: () => TextPlace | undefined;
}

/** Where somebody stood in a text. */
interface Place extends TextPlace {
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
  entered,
}: PlainEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // Both are taken once: who went on to something else is not called back by a text that comes from outside.
  const toFocus = useRef(focus);
  const toEnter = useRef(entered);
  const note = () => {
    const element = area.current;
    if (element === null) return;
    places.set(stepId, { ...placeIn(element), top: element.scrollTop });
  };
  useLayoutEffect(() => {
    const [element, takesFocus, enter] = [area.current, toFocus.current, toEnter.current];
    const place = enter?.();
    toFocus.current = false;
    toEnter.current = undefined;
    if (element === null) return;
    const before = places.get(stepId);
    goTo(element, place ?? before ?? startOfText);
    // Whoever asked for the text by a button is taken to it. Whoever went to another field while an editor came, and types there, stays.
    if (takesFocus && (enter === undefined || isFree(element))) element.focus({ preventScroll: true });
    element.scrollTop = before?.top ?? 0;
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

const load = () => import('./part-editor.tsx');

const PartEditor = lazy(async () => {
  try {
    return { default: (await fetchCode(load)).PartEditor };
  } catch {
    return { default: ReadOnly };
  }
});

/** A text that is too long for a text area, to be edited part by part; to be looked at where that cannot be fetched. */
export function LongText(props: LongTextProps) {
  return (
    <Suspense fallback={null}>
      <PartEditor {...props} />
    </Suspense>
  );
}

function ReadOnly({ label, text }: LongTextProps) {
  return (
    <div className="long-text">
      <p className="mf-left-out" role="note">
        {words.leftOut.editing({ count: text.length })}
      </p>
      <CodeView label={label} text={text} />
    </div>
  );
}
