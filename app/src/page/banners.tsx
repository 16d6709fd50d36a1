import { useEffect, useState } from 'react';
import { VisibleText } from '../core/code-view/visible-text.tsx';
import { askAgain } from '../core/engine/drive.ts';
import { usePlayback } from '../core/engine/playback-store.ts';
import { keepOffline, takeNewVersion, useNewVersion } from '../core/offline/new-version.ts';
import { listDrafts, restoreDraft } from '../core/store/draft-list.ts';
import { showMessage, useScenario } from '../core/store/scenario-store.ts';
import { Banner } from '../core/ui/banner.tsx';
import { CopyButton } from '../core/ui/copy-button.tsx';
import { MissingText } from '../core/ui/lazy-pane.tsx';
import { openDialog } from '../core/ui/open-dialog.ts';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { clusterAddress } from '../features/live-cluster/state/cluster-mode.ts';

/** The messages above the panes: links that cannot be opened, drafts that cannot be stored, an engine that failed. */
export function Banners() {
  const { origin, message, kept } = useScenario();
  const { health, fault } = usePlayback();
  return (
    <>
      {message?.kind === 'link-failure' && (
        <Banner tone="bad">
          <span>{words.links.linkSentence(message.failure)}</span>
          {message.failure.problems?.slice(0, 3).map(({ path, message: problem }) => (
            <code key={`${path} ${problem}`}>{problem}</code>
          ))}
          <CopyButton text={`#${message.fragment}`} label={words.links.copyLinkText} />
          <button type="button" className="btn btn-small" onClick={() => showMessage(undefined)}>
            {words.page.dismiss}
          </button>
        </Banner>
      )}
      {message?.kind === 'draft-deleted' && (
        <Banner tone="info">
          <span>{words.drafts.deletedSentence(message.draft.scenario.title)}</span>
          <button type="button" className="btn btn-small" onClick={() => restoreDraft(message.draft)}>
            {words.page.undo}
          </button>
          <button type="button" className="btn btn-small" onClick={() => showMessage(undefined)}>
            {words.page.dismiss}
          </button>
        </Banner>
      )}
      {message?.kind === 'draft-elsewhere' && (
        <Banner tone="warn">
          <span>{words.drafts.elsewhere}</span>
          <button type="button" className="btn btn-small" onClick={() => showMessage(undefined)}>
            {words.page.dismiss}
          </button>
        </Banner>
      )}
      {message?.kind === 'draft-unopened' && <Unopened id={message.id} />}
      {message?.kind === 'example-failure' && (
        <Banner tone="bad">
          <span>
            {(message.of === 'lesson' ? laterWords.lessons : words.gallery).failures[message.reason]({
              name: message.name,
            })}
          </span>
          <button type="button" className="btn btn-small" onClick={() => showMessage(undefined)}>
            {words.page.dismiss}
          </button>
        </Banner>
      )}
      {kept.kind === 'failed' && origin.kind === 'draft' && (
        <Banner tone="warn">
          <span>{words.drafts.storageSentence({ reason: kept.reason })}</span>
        </Banner>
      )}
      {(health === 'hung' || health === 'broke') && (
        <Banner tone="bad">
          <span>{health === 'hung' ? words.page.hung : words.page.broke}</span>
          {fault !== undefined && (
            <details>
              <summary>{words.page.details}</summary>
              <pre>{fault}</pre>
            </details>
          )}
          <button type="button" className="btn btn-small" onClick={askAgain}>
            {words.page.tryAgain}
          </button>
        </Banner>
      )}
      {health === 'missing' && (
        <Banner tone="bad">
          <MissingText />
        </Banner>
      )}
      {kept.kind === 'stored' && <NewVersion />}
    </>
  );
}

/** Says that a draft was not opened again, because it made the page hang, and opens the list of drafts. */
function Unopened({ id }: { readonly id: string }) {
  const title = listDrafts().find((draft) => draft.id === id)?.title ?? '';
  useEffect(() => openDialog('drafts'), []);
  return (
    <Banner tone="warn">
      <span>
        <VisibleText text={words.drafts.unopenedSentence(title)} />
      </span>
      <button type="button" className="btn btn-small" onClick={() => openDialog('drafts')}>
        {words.drafts.showList}
      </button>
      <button type="button" className="btn btn-small" onClick={() => showMessage(undefined)}>
        {words.page.dismiss}
      </button>
    </Banner>
  );
}

/**
 * Says that a newer version of the page can be loaded. Says nothing where drafts cannot be stored, because a reload
 * would lose them.
 */
function NewVersion() {
  const { waiting } = useNewVersion();
  const [dismissed, setDismissed] = useState(false);
  // Banners are drawn after the first paint, and the service worker is to start after it too. A page that a proxy serves
  // for an hour, at a name of its own, is of no use without it.
  useEffect(() => {
    if (clusterAddress(location.search) === undefined) keepOffline();
  }, []);
  if (!waiting || dismissed) return null;
  return (
    <Banner tone="info">
      <span>{words.offline.newVersion}</span>
      <button type="button" className="btn btn-small" onClick={takeNewVersion}>
        {words.page.reload}
      </button>
      <button type="button" className="btn btn-small" onClick={() => setDismissed(true)}>
        {words.page.dismiss}
      </button>
    </Banner>
  );
}
