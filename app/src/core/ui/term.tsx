import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useState,
} from 'react';
import { lazyPane } from './lazy-pane.tsx';
import type { Said } from './term-card.tsx';

export type { Said } from './term-card.tsx';

const TermCard = lazyPane(async () => (await import('./term-card.tsx')).TermCard);

/**
 * Returns what an element needs to have a card, and the card, to be drawn beside it: it comes where the element, or what is
 * in it, is pointed at, tapped, or reached by keys, and goes with Escape, which then does nothing else.
 */
export function useCard(said: Said) {
  const [of, setOf] = useState<HTMLElement>();
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setOf(currentTarget);
  const hide = () => setOf(undefined);
  const on = {
    onMouseEnter: show,
    onMouseLeave: hide,
    // Not every touch screen points before it clicks.
    onClick: show,
    // A dialog that closes gives the focus back to where it was opened, of which nobody has asked what it means.
    onFocus: (event: FocusEvent<HTMLElement>) => event.target.matches(':focus-visible') && show(event),
    onBlur: hide,
    // Who writes knows what.
    onInput: ({ target }: SyntheticEvent) => target instanceof HTMLInputElement && target.type === 'text' && hide(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || of === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      hide();
    },
  };
  return { on, card: of !== undefined && <TermCard of={of} {...said} /> };
}

/** A word with a card that says what it means. A button, so that touch and keys reach it; most do nothing else. */
export function Term({
  term,
  text,
  className = 'term',
  onClick,
  children,
  ...button
}: Said & ComponentProps<'button'>) {
  const { on, card } = useCard({ term, text });
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    on.onClick(event);
    onClick?.(event);
  };
  return (
    <>
      <button type="button" className={className} {...button} {...on} onClick={click}>
        {children}
      </button>
      {card}
    </>
  );
}

/** A setting with its name, and a card at both. */
export function TermLabel({ term, text, children, ...label }: Said & ComponentProps<'label'>) {
  const { on, card } = useCard({ term, text });
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children. */}
      <label {...label} {...on}>
        {children}
      </label>
      {card}
    </>
  );
}
