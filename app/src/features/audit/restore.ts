import { filesKept, lookKept } from '../../core/store/kept-work.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { openLog, readLogLook, showHistory, useAudit } from './audit-store.ts';

/** Reads once more the log that this tab had before it was loaded again, and shows the history that was looked at. */
export async function restoreLog(): Promise<void> {
  const files = await filesKept('audit');
  if (files.length === 0) return;
  const { isOpen, name, chosen } = readLogLook(lookKept('audit'));
  if (isOpen) openDialog('audit');
  await openLog(
    files.map(({ content }) => content),
    name,
    { isKept: true },
  );
  if (chosen !== undefined && useAudit.getState().log.kind === 'read') await showHistory(chosen);
}
