import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

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
