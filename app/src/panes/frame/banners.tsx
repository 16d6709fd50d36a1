import type { ReactNode } from 'react';
import { askAgain } from '../../engine/drive.ts';
import { usePlayback } from '../../engine/playback-store.ts';
import { words } from '../../language/language.ts';
import { restoreDraft } from '../../store/address.ts';
import { tell, useScenario } from '../../store/scenario-store.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { OriginButtons, originSentence } from '../parts/origin.tsx';
import { useWalking } from '../parts/walk.ts';

/** What must be said above the panes: whose scenario this is, links that did not open, drafts that are not kept. */
export function Banners() {
  const { origin, touched, message, kept, withheld, first } = useScenario();
  const { health, fault } = usePlayback();
  const walking = useWalking();
  return (
    <div className="banners">
      {message?.kind === 'link-failure' && (
        <Banner tone="bad">
          <span>{words.links.linkSentence(message.failure)}</span>
          {message.failure.problems?.slice(0, 3).map(({ path, message: problem }) => (
            <code key={`${path} ${problem}`}>{problem}</code>
          ))}
          <CopyButton text={`#${message.fragment}`} label={words.links.copyLinkText} />
          <button type="button" className="btn btn-small" onClick={() => tell(undefined)}>
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
          <button type="button" className="btn btn-small" onClick={() => tell(undefined)}>
            {words.page.dismiss}
          </button>
        </Banner>
      )}
      {message?.kind === 'example-failure' && (
        <Banner tone="bad">
          <span>{words.gallery.exampleSentence(message.name, message.reason)}</span>
          <button type="button" className="btn btn-small" onClick={() => tell(undefined)}>
            {words.page.dismiss}
          </button>
        </Banner>
      )}
      {origin.kind !== 'draft' && !walking && (
        <Banner tone="info">
          <span>{originSentence({ origin, touched, withheld, first })}</span>
          <OriginButtons />
        </Banner>
      )}
      {kept.kind === 'failed' && origin.kind === 'draft' && (
        <Banner tone="warn">
          <span>{words.drafts.storageSentence(kept.reason, withheld)}</span>
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
