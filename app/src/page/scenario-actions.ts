import { onDemand } from '../core/code/fetch-code.ts';
import { besideOf } from '../core/engine/drive.ts';
import { backToDraft, editCopy, startDraft } from '../core/store/address.ts';
import { deleteDraft } from '../core/store/draft-list.ts';
import { prefer, usePreferences } from '../core/store/preferences.ts';
import { redo, undo, useScenario } from '../core/store/scenario-store.ts';
import type { Action } from '../core/ui/action.ts';
import { shortcuts } from '../core/ui/keys.ts';
import { openDialog } from '../core/ui/open-dialog.ts';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { openShare } from '../features/share/share-button.tsx';

const quickShare = onDemand(async () => (await import('../features/share/quick-share.ts')).quickShare);

/** Returns the actions of the scenario as a whole. */
export function scenarioActions(): readonly Action[] {
  const { scenario, selected, past, future, origin } = useScenario.getState();
  const { beside } = usePreferences.getState();
  const own = origin.kind === 'draft';
  return [
    {
      id: 'share',
      group: 'scenario',
      label: laterWords.palette.share,
      words: laterWords.palette.shareWords,
      run: openShare,
    },
    {
      id: 'copy-link',
      group: 'scenario',
      label: laterWords.palette.copyLink,
      words: laterWords.palette.shareWords,
      ...shortcuts['copy-link'],
      run: () => void quickShare().then((share) => share()),
    },
    {
      id: 'undo',
      group: 'scenario',
      label: laterWords.palette.undo,
      ...shortcuts.undo,
      disabled: past.length === 0,
      run: undo,
    },
    {
      id: 'redo',
      group: 'scenario',
      label: laterWords.palette.redo,
      ...shortcuts.redo,
      disabled: future.length === 0,
      run: redo,
    },
    { id: 'rename', group: 'scenario', label: laterWords.palette.renameScenario, run: focusTitle },
    {
      id: 'beside',
      group: 'scenario',
      label: beside ? laterWords.palette.besideOff : laterWords.palette.besideOn,
      disabled: besideOf(scenario, selected) === undefined,
      run: () => prefer({ beside: !beside }),
    },
    { id: 'new', group: 'scenario', label: words.drafts.newDraft, run: () => startDraft() },
    ...(own
      ? [{ id: 'delete-draft', group: 'scenario', label: words.drafts.deleteDraft, run: deleteDraft } as const]
      : ([
          { id: 'edit-copy', group: 'scenario', label: words.drafts.editCopy, run: editCopy },
          { id: 'back-to-draft', group: 'scenario', label: words.drafts.backToDraft, run: backToDraft },
        ] as const)),
  ];
}

/** Puts the caret into the title. Where the top bar has none, it opens the list of drafts. */
function focusTitle(): void {
  const field = document.querySelector<HTMLInputElement>('.title-field');
  if (field === null || field.offsetParent === null) {
    openDialog('drafts');
    return;
  }
  field.focus();
  field.select();
}
