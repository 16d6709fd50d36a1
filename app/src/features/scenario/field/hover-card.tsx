import type { AnnotatedText } from '@managed-fields/player';
import { ownerFacts, type Palette } from '@managed-fields/rendering';
import { useLayoutEffect, useRef, useState } from 'react';
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
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: -9999, top: -9999 });
  useLayoutEffect(() => {
    if (card.current === null) return;
    const { width, height } = card.current.getBoundingClientRect();
    const below = pointed.y + 18;
    setPlace({
      left: Math.max(8, Math.min(pointed.x + 12, window.innerWidth - width - 8)),
      top: below + height > window.innerHeight - 8 ? Math.max(8, pointed.y - height - 12) : below,
    });
  }, [pointed]);
  const field = annotated.fields[pointed.field];
  if (field === undefined) return null;
  return (
    <div ref={card} className="hover-card" role="tooltip" style={place}>
      <p className="hover-path">
        <PathText path={field.path} />
      </p>
      <dl className="mf-facts">
        <Trees trees={ownerFacts(field, annotated, colours, words)} />
      </dl>
    </div>
  );
}
