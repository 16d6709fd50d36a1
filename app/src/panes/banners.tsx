import { type ReactNode, useState } from 'react';
import { askAgain } from '../engine/drive.ts';
import { usePlayback } from '../engine/playback-store.ts';
import { backToDraft, editCopy, restoreDraft } from '../store/address.ts';
import { tell, useScenario } from '../store/scenario-store.ts';
import { deletedSentence, exampleSentence, linkSentence, storageSentence } from '../view/sentences.ts';
import { words } from '../view/words.ts';

/** What must be said above the panes: whose scenario this is, links that did not open, drafts that are not kept. */
export function Banners() {
  const { origin, touched, message, kept } = useScenario();
  const { health, fault } = usePlayback();
  return (
    <div className="banners">
      {message?.kind === 'link-failure' && (
        <Banner tone="bad">
          <span>{linkSentence(message.failure)}</span>
          {message.failure.problems?.slice(0, 3).map(({ path, message: problem }) => (
            <code key={`${path} ${problem}`}>{problem}</code>
          ))}
          <CopyButton text={`#${message.fragment}`} label={words.copyLinkText} />
          <button type="button" className="btn btn-small" onClick={() => tell(undefined)}>
            {words.dismiss}
          </button>
        </Banner>
      )}
      {message?.kind === 'draft-deleted' && (
        <Banner tone="info">
          <span>{deletedSentence(message.draft.scenario.title)}</span>
          <button type="button" className="btn btn-small" onClick={() => restoreDraft(message.draft)}>
            {words.undo}
          </button>
          <button type="button" className="btn btn-small" onClick={() => tell(undefined)}>
            {words.dismiss}
          </button>
        </Banner>
      )}
      {message?.kind === 'example-failure' && (
        <Banner tone="bad">
          <span>{exampleSentence(message.name, message.reason)}</span>
          <button type="button" className="btn btn-small" onClick={() => tell(undefined)}>
            {words.dismiss}
          </button>
        </Banner>
      )}
      {origin.kind !== 'draft' && (
        <Banner tone="info">
          <span>
            {origin.kind === 'shared' ? words.sharedBanner : words.exampleBanner}
            {touched && ` ${words.changedBanner}`}
          </span>
          <button type="button" className="btn btn-small" onClick={editCopy}>
            {words.editCopy}
          </button>
          <button type="button" className="btn btn-small" onClick={backToDraft}>
            {words.backToDraft}
          </button>
        </Banner>
      )}
      {kept.kind === 'failed' && origin.kind === 'draft' && (
        <Banner tone="warn">
          <span>{storageSentence(kept.reason)}</span>
        </Banner>
      )}
      {(health === 'hung' || health === 'broke') && (
        <Banner tone="bad">
          <span>{health === 'hung' ? words.hung : words.broke}</span>
          {fault !== undefined && (
            <details>
              <summary>{words.details}</summary>
              <pre>{fault}</pre>
            </details>
          )}
          <button type="button" className="btn btn-small" onClick={askAgain}>
            {words.tryAgain}
          </button>
        </Banner>
      )}
    </div>
  );
}

function Banner({ tone, children }: { readonly tone: 'info' | 'warn' | 'bad'; readonly children: ReactNode }) {
  return (
    <div className={`banner banner-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** Copies a text; says so on the button. Where the clipboard is closed it does nothing worse than not saying so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button type="button" className="btn btn-small" onClick={copy}>
      {copied ? words.copiedText : label}
    </button>
  );
}
