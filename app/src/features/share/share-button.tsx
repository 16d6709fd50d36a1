import { create } from 'zustand';
import { shortcuts, spelled } from '../../core/ui/keys.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { words } from '../../core/words/language.ts';

/** Milliseconds for which the button says that a link was copied. */
const shown = 2500;

const useCopied = create<{ readonly copied: boolean }>(() => ({ copied: false }));

/** Says on the button that a link was copied. */
export function showCopied(): void {
  useCopied.setState({ copied: true });
  setTimeout(() => useCopied.setState({ copied: false }), shown);
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
      onClick={() => openDialog('share')}
    >
      {copied ? words.links.copied : words.links.share}
    </button>
  );
}
