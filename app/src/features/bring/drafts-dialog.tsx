import { useEffect, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { keepNow, openDraftById, startDraft } from '../../core/store/address.ts';
import {
  draftAsText,
  duplicateDraft,
  listDrafts,
  putDraftBack,
  removeDraft,
  renameDraft,
} from '../../core/store/draft-list.ts';
import type { Draft, DraftInfo, StoreOutcome } from '../../core/store/drafts.ts';
import { showMessage, useScenario } from '../../core/store/scenario-store.ts';
import { Dialog } from '../../core/ui/dialog.tsx';
import { download } from '../../core/ui/download.ts';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { words } from '../../core/words/language.ts';
import './drafts.css';

/** The dialog that lists the drafts of this browser, to open, rename, duplicate and delete them. */
export function DraftsDialog() {
  const origin = useScenario((state) => state.origin);
  const kept = useScenario((state) => state.kept);
  // The storage reports no changes of this tab, so the list is read again after each.
  const [, again] = useState(0);
  const [removed, setRemoved] = useState<Draft>();
  const [failed, setFailed] = useState<StoreOutcome>();
  const drafts = listDrafts();
  const look = () => again((count) => count + 1);
  useEffect(() => {
    keepNow();
    again((count) => count + 1);
  }, []);
  const remove = (id: string) => {
    setRemoved(removeDraft(id));
    showMessage(undefined);
    look();
  };
  const restore = () => {
    if (removed !== undefined) setFailed(putDraftBack(removed));
    setRemoved(undefined);
    look();
  };
  const trouble = failed?.kind === 'failed' ? failed : kept.kind === 'failed' ? kept : undefined;
  return (
    <Dialog
      title={words.drafts.drafts}
      className="drafts"
      onClose={closeDialog}
      beside={
        <button
          type="button"
          className="btn btn-small"
          onClick={() => {
            startDraft();
            closeDialog();
          }}
        >
          {words.drafts.newDraft}
        </button>
      }
    >
      <div className="drafts-body">
        {trouble !== undefined && (
          <p className="drafts-trouble" role="alert">
            {words.drafts.storageSentence({ reason: trouble.reason })}
          </p>
        )}
        {removed !== undefined && (
          <p className="drafts-removed" role="status">
            <VisibleText text={words.drafts.deletedSentence(removed.scenario.title)} />
            <button type="button" className="btn btn-small" onClick={restore}>
              {words.page.undo}
            </button>
          </p>
        )}
        {drafts.length === 0 ? (
          <p>{words.drafts.noDrafts}</p>
        ) : (
          <ul className="drafts-list">
            {drafts.map((draft) => (
              <DraftRow
                key={draft.id}
                draft={draft}
                current={origin.kind === 'draft' && origin.id === draft.id}
                onDuplicate={() => {
                  setFailed(duplicateDraft(draft.id, words.drafts.copyOf));
                  look();
                }}
                onRemove={() => remove(draft.id)}
                onRenamed={look}
              />
            ))}
          </ul>
        )}
        <p className="drafts-note">{words.drafts.whereKept}</p>
      </div>
    </Dialog>
  );
}

/** Opens a draft as plain text in a new tab, without the page, because the draft may have made the page hang. */
function openAsText(id: string): void {
  const text = draftAsText(id);
  if (text === undefined) return;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  window.open(address, '_blank', 'noopener');
  // The other tab reads the address after this function returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function downloadDraft(id: string): void {
  const text = draftAsText(id);
  if (text !== undefined) download(`draft-${id}.yaml`, 'application/yaml', text);
}

interface DraftRowProps {
  readonly draft: DraftInfo;
  readonly current: boolean;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  readonly onRenamed: () => void;
}

function DraftRow({ draft: { id, title, steps, saved }, current, onDuplicate, onRemove, onRenamed }: DraftRowProps) {
  const [naming, setNaming] = useState(false);
  const name = title === '' ? words.drafts.untitled : title;
  const done = (value: string) => {
    if (value !== title) renameDraft(id, value);
    setNaming(false);
    onRenamed();
  };
  const said = words.drafts;
  const actions: readonly (readonly [
    text: string,
    sentence: (named: { readonly name: string }) => string,
    act: () => void,
  ])[] = [
    [said.rename, said.renameSentence, () => setNaming(true)],
    [said.duplicate, said.duplicateSentence, onDuplicate],
    [said.openAsText, said.openAsTextSentence, () => openAsText(id)],
    [said.download, said.downloadSentence, () => downloadDraft(id)],
    [said.delete, said.deleteSentence, onRemove],
  ];
  return (
    <li className={current ? 'draft draft-current' : 'draft'}>
      <span className="draft-name">
        {naming ? (
          <input
            defaultValue={title}
            aria-label={words.drafts.scenarioTitle}
            maxLength={200}
            // biome-ignore lint/a11y/noAutofocus: somebody asked to type here.
            autoFocus
            onFocus={(event) => event.target.select()}
            onBlur={({ target }) => done(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') done(event.currentTarget.value);
              if (event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation();
              setNaming(false);
            }}
          />
        ) : (
          <button
            type="button"
            className="draft-open"
            onClick={() => {
              if (!current) openDraftById(id);
              closeDialog();
            }}
          >
            <b>{name}</b>
          </button>
        )}
        <small>
          {words.drafts.draftSentence(steps, saved)}
          {current && ` · ${words.drafts.onScreen}`}
        </small>
      </span>
      <span className="draft-actions">
        {actions.map(([text, sentence, act]) => (
          <button key={text} type="button" className="btn btn-small" aria-label={sentence({ name })} onClick={act}>
            {text}
          </button>
        ))}
      </span>
    </li>
  );
}
