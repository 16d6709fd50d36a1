import { words } from '../../language/language.ts';
import { spelled } from '../parts/keys.ts';
import { endShare, share, useShare } from './share.ts';

/** Copies the link; where that fails it shows the link to copy by hand, or says why there is none. */
export function ShareButton() {
  const state = useShare((store) => store.state);
  return (
    <div className="menu">
      <button
        type="button"
        className="btn btn-primary"
        aria-keyshortcuts={spelled('Mod+S')}
        onClick={() => void share()}
      >
        {words.links.share}
      </button>
      {state.kind === 'copied' && <p className="toast">{words.links.copied}</p>}
      {(state.kind === 'by-hand' || state.kind === 'failed') && (
        <div className="menu-list menu-wide share-panel" role={state.kind === 'failed' ? 'alert' : undefined}>
          {state.kind === 'failed' ? (
            <p>{words.links.unshareableSentence(state.failure)}</p>
          ) : (
            <label>
              {words.links.copyByHand}
              <input
                readOnly
                value={state.url}
                // biome-ignore lint/a11y/noAutofocus: what was asked for is the link, and it is copied from here.
                autoFocus
                onFocus={(event) => event.target.select()}
                onKeyDown={({ key }) => key === 'Escape' && endShare()}
              />
            </label>
          )}
          <button type="button" className="btn btn-small" onClick={endShare}>
            {words.page.close}
          </button>
        </div>
      )}
    </div>
  );
}
