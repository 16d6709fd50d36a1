import { create } from 'zustand';
import { shortcuts, spelled } from '../../core/ui/keys.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { words } from '../../core/words/language.ts';
import { useSurveyPlace } from '../survey/state/survey-open.ts';

/** Milliseconds for which the button says that a link was copied. */
const shown = 2500;

const useCopied = create<{ readonly copied: boolean }>(() => ({ copied: false }));

/** Says on the button that a link was copied. */
export function showCopied(): void {
  useCopied.setState({ copied: true });
  setTimeout(() => useCopied.setState({ copied: false }), shown);
}

/** Opens the dialog for sharing what is on screen: the survey where it is shown, else the scenario. */
export function openShare(): void {
  openDialog(useSurveyPlace.getState().shown === 'panes' ? 'share-survey' : 'share');
}

/** The button that opens the dialog for sharing. */
export function ShareButton() {
  const copied = useCopied((state) => state.copied);
  return (
    <button
      type="button"
      className="btn btn-primary"
      aria-haspopup="dialog"
      aria-keyshortcuts={spelled(shortcuts['copy-link'].keys)}
      onClick={openShare}
    >
      {copied ? words.links.copied : words.links.share}
    </button>
  );
}
