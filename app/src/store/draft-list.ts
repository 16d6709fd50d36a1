import { rename, writeScenario } from '@managed-fields/scenario';
import { drafts, keepDraft, newDraftId, openDraft, openDraftById, writeAddress } from './address.ts';
import type { Draft, DraftInfo, StoreOutcome } from './drafts.ts';
import { edit, showMessage, useScenario } from './scenario-store.ts';

// What can be done with the drafts of this browser beside opening them.

/** Takes the draft on screen out of the browser and shows the next; the message that says so can bring it back. */
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

/** Takes any draft of the list out of the browser; what it held, to be put back. */
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

/** Gives a draft of the list another title; the one on screen by an edit that can be undone. */
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

/** Puts a copy of a draft into the list under another title; `failed` where the storage does not take it. */
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

/** A draft as the file that the page opens again; undefined where it is gone. */
export function draftAsText(id: string): string | undefined {
  const draft = drafts.read(id);
  return draft === undefined ? undefined : writeScenario(draft.scenario);
}

/** The drafts of this browser, the newest first. */
export function listDrafts(): readonly DraftInfo[] {
  return drafts.list();
}
