import type { AnnotatedText } from '@managed-fields/player';
import { ownerFacts, type Palette } from '@managed-fields/rendering';
import { useMemo } from 'react';
import type { Pointed } from '../../../core/code-view/code-view.tsx';
import { PathText, Trees } from '../../../core/code-view/visible-text.tsx';
import { FloatingCard } from '../../../core/ui/floating-card.tsx';
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
