import { type RefObject, useEffect } from 'react';

interface KeysAheadProps {
  readonly label: string;
  /** The text that is typed on; what comes in later from outside belongs to another one of these. */
  readonly text: string;
  /** Where in the text its user is, kept as they move. */
  readonly caret: RefObject<number>;
  /** Whether letters are being put together, as for Chinese: then nothing may take its place. */
  readonly composing: RefObject<boolean>;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onText: (text: string) => void;
}

/**
 * Takes the keys until the editor is there: a text area that nobody sees, on the static view, which draws what is typed.
 * It takes the focus when it appears, unless its user went on to something else.
 */
export function KeysAhead({ label, text, caret, composing, area, onText }: KeysAheadProps) {
  useEffect(() => {
    if (isFree(area.current?.parentElement)) takeKeys(area.current, caret.current);
  }, [area, caret]);
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
        caret.current = target.selectionStart;
        onText(target.value);
      }}
      onSelect={({ currentTarget }) => {
        caret.current = currentTarget.selectionStart;
      }}
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
export function takeKeys(area: HTMLTextAreaElement | null, caret: number): void {
  area?.focus({ preventScroll: true });
  area?.setSelectionRange(caret, caret);
}

/** Whether the keys go to an element or to nothing at all: who types elsewhere is not called back. */
export function isFree(element: Element | null | undefined): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || element?.contains(activeElement) === true;
}
