import { rename, writeScenario } from '@managed-fields/scenario';
import { drafts, keepDraft, newDraftId, openDraft, openDraftById, writeAddress } from './address.ts';
import type { Draft, DraftInfo, StoreOutcome } from './drafts.ts';
import { edit, showMessage, useScenario } from './scenario-store.ts';

// What can be done with the drafts of this browser beside opening them.

/** Deletes the draft on screen and shows the next one. A message offers to bring it back. */
export function deleteDraft(): void {
  keepDraft();
  const { origin } = useScenario.getState();
  const draft = origin.kind === 'draft' ? drafts.read(origin.id) : undefined;
  if (draft === undefined) return;
  openDraft(drafts.list().find(({ id }) => id !== draft.id)?.id);
  drafts.remove(draft.id);
  writeAddress();
  showMessage({ kind: 'draft-deleted', draft });
}

/** Deletes a draft of the list; returns what it held, so that it can be put back. */
export function removeDraft(id: string): Draft | undefined {
  const { origin } = useScenario.getState();
  const draft = drafts.read(id);
  if (origin.kind === 'draft' && origin.id === id) deleteDraft();
  else drafts.remove(id);
  return draft;
}

/** Puts a deleted draft back without showing it. */
export function putDraftBack(draft: Draft): StoreOutcome {
  return drafts.write(draft);
}

/** Renames a draft of the list. Of the draft on screen that is an edit, which can be undone. */
export function renameDraft(id: string, title: string): void {
  const { origin } = useScenario.getState();
  if (origin.kind === 'draft' && origin.id === id) {
    edit((scenario) => rename(scenario, title), { series: 'title' });
    keepDraft();
    return;
  }
  const draft = drafts.read(id);
  if (draft !== undefined) drafts.write({ ...draft, scenario: rename(draft.scenario, title) });
}

/** Adds a copy of a draft to the list under another title. Returns `failed` where the storage refuses it. */
export function duplicateDraft(id: string, title: (title: string) => string): StoreOutcome {
  keepDraft();
  const draft = drafts.read(id);
  if (draft === undefined) return { kind: 'failed', reason: 'blocked' };
  const scenario = rename(draft.scenario, title(draft.scenario.title));
  return drafts.write({ ...draft, id: newDraftId(), scenario, saved: new Date().toISOString() });
}

/** Puts a deleted draft back and shows it. */
export function restoreDraft(draft: Draft): void {
  drafts.write(draft);
  openDraftById(draft.id);
}

/** Returns a draft as a scenario file; undefined where the draft is gone. */
export function draftAsText(id: string): string | undefined {
  const draft = drafts.read(id);
  return draft === undefined ? undefined : writeScenario(draft.scenario);
}

/** Returns the drafts of this browser, the newest first. */
export function listDrafts(): readonly DraftInfo[] {
  return drafts.list();
}
