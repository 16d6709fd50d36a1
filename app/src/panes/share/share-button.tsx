import { words } from '../../language/language.ts';
import { spelled } from '../parts/keys.ts';
import { openDialog } from '../parts/open-dialog.ts';

/** Opens the dialog that shares the scenario. */
export function ShareButton() {
  return (
    <button
      type="button"
      className="btn btn-primary"
      aria-haspopup="dialog"
      aria-keyshortcuts={spelled('Mod+S')}
      onClick={() => openDialog('share')}
    >
      {words.links.share}
    </button>
  );
}
