import { afterFirstView, whenIdle } from '../core/engine/when-idle.ts';
import { arrivalEnded } from '../core/store/address.ts';
import { guarded } from '../core/store/drafts.ts';
import { cameBy, keptKey } from '../core/store/kept-history.ts';

// Brings back what was read into this tab before it was loaded again. Of a tab that had nothing no code is fetched.

/** Brings back the survey, the forecast and the audit log of this tab, and has those of others deleted. */
export async function restoreWork(): Promise<void> {
  const isBack = cameBy() !== 'navigate' && guarded(() => sessionStorage.getItem(keptKey)) != null;
  if (isBack) {
    await arrivalEnded();
    const survey = import('../features/survey/state/restore.ts').then(({ restoreSurvey }) => restoreSurvey());
    const log = import('../features/audit/restore.ts').then(({ restoreLog }) => restoreLog());
    // What cannot be brought back is gone, as without this; the page itself is not touched by it.
    await Promise.allSettled([survey, log]);
  }
  await afterFirstView();
  await whenIdle();
  // A browser that cannot list its databases may have one.
  const databases = await globalThis.indexedDB?.databases?.();
  if (databases?.length === 0) return;
  const { deleteLeft } = await import('../core/store/kept-work.ts');
  await deleteLeft();
}
