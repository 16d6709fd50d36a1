import { useId, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LaterWords } from '../words/english-later.ts';
import { laterWords } from '../words/later-words.ts';
import { FloatingCard } from './floating-card.tsx';

/** What a card says: a term with its sentence in the glossary, a sentence about what it stands at, or both. */
export interface Said {
  readonly term?: keyof LaterWords['help']['terms'] | undefined;
  readonly text?: string | undefined;
}

/** The card of an element: what it means. While it is there, it describes the element, or the control of a label. */
export function TermCard({ of, term, text }: Said & { readonly of: HTMLElement }) {
  const id = useId();
  const [beside, setBeside] = useState(() => of.getBoundingClientRect());
  useLayoutEffect(() => {
    setBeside(of.getBoundingClientRect());
    const described = of instanceof HTMLLabelElement ? (of.control ?? of) : of;
    described.setAttribute('aria-describedby', id);
    return () => described.removeAttribute('aria-describedby');
  }, [of, id]);
  const entry = term && laterWords.help.terms[term];
  // A modal dialog covers what is outside of it; a list that scrolls would cut the card off, and scroll.
  return createPortal(
    <FloatingCard id={id} beside={beside}>
      {text !== undefined && <p>{text}</p>}
      {entry !== undefined && (
        <p>
          <b>{entry.term}.</b> {entry.text}
        </p>
      )}
    </FloatingCard>,
    of.closest('dialog') ?? document.body,
  );
}
