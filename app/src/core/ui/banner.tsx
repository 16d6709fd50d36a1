import type { ReactNode } from 'react';

interface BannerProps {
  readonly tone: 'info' | 'warn' | 'bad';
  readonly children: ReactNode;
}

/** A strip above the panes with a message, and what can be done about it. */
export function Banner({ tone, children }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
