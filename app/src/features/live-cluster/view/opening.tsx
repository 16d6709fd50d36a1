import { useState } from 'react';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { OpenProblem } from './cluster-problem.tsx';
import type { OpenFailure } from './open-object.ts';

/** An object that is being opened, and why the last one was not. */
export interface Opening {
  readonly opening: boolean;
  readonly failed: OpenFailure | undefined;
}

/** Opens objects by a function that returns why it could not; one that is opened closes the dialog. */
export function useOpening() {
  const [opening, setOpening] = useState(false);
  const [failed, setFailed] = useState<OpenFailure>();
  const open = async (start: () => Promise<OpenFailure | undefined>) => {
    setOpening(true);
    const failure = await start();
    setOpening(false);
    if (failure === undefined) closeDialog();
    else setFailed(failure);
  };
  return { state: { opening, failed } satisfies Opening, open, forget: () => setFailed(undefined) };
}

/** Says that an object is being opened, or why it was not. */
export function OpeningNote({ opening, failed }: Opening) {
  return (
    <>
      {opening && (
        <p className="cluster-note" role="status">
          {laterWords.cluster.loading}
        </p>
      )}
      {failed !== undefined && (
        <div className="cluster-note" role="alert">
          <OpenProblem failure={failed} />
        </div>
      )}
    </>
  );
}
