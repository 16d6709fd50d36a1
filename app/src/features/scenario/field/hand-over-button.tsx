import { useState } from 'react';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
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
      <button
        type="button"
        className="btn btn-small"
        title={words.field.handOverTitle}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.field.handOver}
      </button>
      {open && <HandOver stepId={stepId} paths={paths} onClose={() => setOpen(false)} />}
    </>
  );
}
