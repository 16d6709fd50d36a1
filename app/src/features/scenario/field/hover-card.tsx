import type { AnnotatedText } from '@managed-fields/player';
import { ownerFacts, type Palette } from '@managed-fields/rendering';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Pointed } from '../../../core/code-view/code-view.tsx';
import { PathText, Trees } from '../../../core/code-view/visible-text.tsx';
import { words } from '../../../core/words/language.ts';

interface HoverCardProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly pointed: Pointed;
}

/** A short form of the inspector, beside the pointer. */
export function HoverCard({ annotated, colours, pointed }: HoverCardProps) {
  const pointer = useMemo(() => ({ left: pointed.x + 12, top: pointed.y - 6, bottom: pointed.y + 12 }), [pointed]);
  const field = annotated.fields[pointed.field];
  if (field === undefined) return null;
  return (
    <FloatingCard beside={pointer}>
      <p className="hover-path">
        <PathText path={field.path} />
      </p>
      <dl className="mf-facts">
        <Trees trees={ownerFacts(field, annotated, colours, words)} />
      </dl>
    </FloatingCard>
  );
}

interface FloatingCardProps {
  readonly id?: string;
  /** The place on the screen of what the card is about; the card is placed anew when it is another object. */
  readonly beside: Pick<DOMRect, 'left' | 'top' | 'bottom'>;
  readonly children: ReactNode;
}

/**
 * A card with a short text, below what it is about or above it, wherever it fits. Drawn while that is pointed at or has
 * the focus.
 */
export function FloatingCard({ id, beside, children }: FloatingCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: -9999, top: -9999 });
  useLayoutEffect(() => {
    if (card.current === null) return;
    const { width, height } = card.current.getBoundingClientRect();
    const below = beside.bottom + 6;
    setPlace({
      left: Math.max(8, Math.min(beside.left, window.innerWidth - width - 8)),
      top: below + height > window.innerHeight - 8 ? Math.max(8, beside.top - height - 6) : below,
    });
  }, [beside]);
  return (
    <div ref={card} id={id} className="hover-card" role="tooltip" style={place}>
      {children}
    </div>
  );
}
