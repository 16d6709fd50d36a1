import { Dialog } from '../../../core/ui/dialog.tsx';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { objectTitle, useWatchedObject } from './open-watch.ts';
import { WatchPane } from './watch-pane.tsx';

/** The dialog with the versions of an object of the cluster. Closing it ends the connection. */
export function WatchDialog() {
  const watched = useWatchedObject((state) => state.watched);
  if (watched === undefined) return null;
  return (
    <Dialog
      title={laterWords.watch.title({ name: objectTitle(watched.object) })}
      className="watch-dialog"
      onClose={closeDialog}
    >
      <WatchPane {...watched} />
    </Dialog>
  );
}
