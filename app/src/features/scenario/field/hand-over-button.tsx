import { useState } from 'react';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';

const HandOver = lazyPane(async () => (await import('./hand-over.tsx')).HandOver);

interface HandOverButtonProps {
  readonly stepId: string;
  readonly paths: readonly string[];
}

/** The button that opens the helper for giving fields to another manager. */
export function HandOverButton({ stepId, paths }: HandOverButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Term term="handOver" className="btn btn-small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.field.handOver}
      </Term>
      {open && <HandOver stepId={stepId} paths={paths} onClose={() => setOpen(false)} />}
    </>
  );
}
