import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { startOfText, type TextPlace } from './entrance.ts';

/** Where somebody is, and in the text of which step. */
export interface PlaceInStep extends TextPlace {
  readonly stepId: string;
}

interface KeysAheadProps {
  readonly stepId: string;
  readonly label: string;
  /** The text that is typed on; what comes in later from outside belongs to another one of these. */
  readonly text: string;
  /** Where its user is, kept as they move, and as they are when another editor takes its place. */
  readonly place: RefObject<PlaceInStep | undefined>;
  /** Whether letters are being put together, as for Chinese: then nothing may take its place. */
  readonly composing: RefObject<boolean>;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onText: (text: string) => void;
}

/**
 * Takes the keys until the editor is there: a text area that nobody sees, on the static view, which draws what is typed.
 * It takes the focus when it appears, unless its user went on to something else.
 */
export function KeysAhead({ stepId, label, text, place, composing, area, onText }: KeysAheadProps) {
  useEffect(() => {
    if (!isFree(area.current?.parentElement)) return;
    takeKeys(area.current, place.current?.stepId === stepId ? place.current : startOfText);
  }, [area, place, stepId]);
  const note = (element: HTMLTextAreaElement) => {
    place.current = { stepId, ...placeIn(element) };
  };
  // A browser says later that something was marked; whoever comes next marks the same.
  useLayoutEffect(() => {
    const element = area.current;
    return () => {
      if (element !== null && document.activeElement === element) place.current = { stepId, ...placeIn(element) };
      composing.current = false;
    };
  }, [area, place, composing, stepId]);
  return (
    <textarea
      ref={area}
      className="keys-ahead"
      aria-label={label}
      defaultValue={text}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      onChange={({ target }) => {
        note(target);
        onText(target.value);
      }}
      onSelect={({ currentTarget }) => note(currentTarget)}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={() => {
        composing.current = false;
      }}
    />
  );
}

/** Gives the keys to a text area, at a place of its text. Nothing moves on the screen. */
export function takeKeys(area: HTMLTextAreaElement | null, place: TextPlace): void {
  area?.focus({ preventScroll: true });
  if (area !== null) goTo(area, place);
}

/** Goes to a place of a text area, and marks what is marked there. */
export function goTo(area: HTMLTextAreaElement, { anchor, head }: TextPlace): void {
  area.setSelectionRange(Math.min(anchor, head), Math.max(anchor, head), head < anchor ? 'backward' : 'forward');
}

/** Where in a text area somebody is. */
export function placeIn({ selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement): TextPlace {
  return selectionDirection === 'backward'
    ? { anchor: selectionEnd, head: selectionStart }
    : { anchor: selectionStart, head: selectionEnd };
}

/** Whether the keys go to an element or to nothing at all: who types elsewhere is not called back. */
export function isFree(element: Element | null | undefined): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || element?.contains(activeElement) === true;
}
