import { rename } from '@managed-fields/scenario';
import { useEffect, useState } from 'react';
import { words } from '../../language/language.ts';
import { deleteDraft, linkToHere, listDrafts, openDraftById, openExample, startDraft } from '../../store/address.ts';
import { examples } from '../../store/examples.ts';
import { prefer, usePreferences } from '../../store/preferences.ts';
import { edit, useScenario } from '../../store/scenario-store.ts';
import { Menu, type MenuItem } from '../parts/menu.tsx';

/** The top bar: what is open, what else there is to open, the theme, and the link to share. */
export function Header({ narrow }: { readonly narrow: boolean }) {
  return (
    <header className="header">
      <span className="logo" aria-hidden="true">
        <i className="c0" />
        <i className="c1" />
        <i className="c2" />
      </span>
      <h1>
        <span className="title-long">{words.page.title}</span>
        <span className="title-short">{words.page.titleShort}</span>
      </h1>
      <TitleField />
      <span className="chip">{words.page.version}</span>
      <span className="grow" />
      {narrow ? (
        <Menu label={words.drafts.openMenu} button={words.drafts.open} align="end" wide items={allItems} />
      ) : (
        <>
          <Menu label={words.gallery.examples} button={words.gallery.examples} align="end" wide items={exampleItems} />
          <Menu label={words.drafts.openDraft} button={words.drafts.open} align="end" wide items={draftItems} />
          <Menu
            label={words.page.theme}
            className="btn btn-icon"
            button={<span aria-hidden="true">◐</span>}
            align="end"
            items={themeItems}
          />
        </>
      )}
      <ShareButton />
    </header>
  );
}

function TitleField() {
  const title = useScenario((state) => state.scenario.title);
  return (
    <input
      className="title-field"
      aria-label={words.drafts.scenarioTitle}
      placeholder={words.drafts.untitled}
      value={title}
      maxLength={200}
      onChange={(event) => edit((scenario) => rename(scenario, event.target.value), { series: 'title' })}
    />
  );
}

function exampleItems(): readonly MenuItem[] {
  return examples.map(({ name, title, about }) => ({
    kind: 'action',
    text: title === '' ? name : title,
    hint: about,
    run: () => void openExample(name),
  }));
}

function draftItems(): readonly MenuItem[] {
  const { origin } = useScenario.getState();
  const drafts = listDrafts();
  const open = drafts.map(({ id, title, steps, saved }): MenuItem => {
    const when = new Date(saved).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      kind: 'action',
      text: title === '' ? words.drafts.untitled : title,
      hint: `${words.counting.countOf(steps, 'step')} · ${when}`,
      checked: origin.kind === 'draft' && origin.id === id,
      run: () => openDraftById(id),
    };
  });
  const kept = origin.kind === 'draft' && drafts.some(({ id }) => id === origin.id);
  return [
    { kind: 'action', text: words.drafts.newDraft, run: () => startDraft() },
    ...(kept ? [{ kind: 'action', text: words.drafts.deleteDraft, run: deleteDraft } as const] : []),
    { kind: 'heading', text: words.drafts.drafts },
    ...(open.length === 0 ? [{ kind: 'note', text: words.drafts.noDrafts } as const] : open),
  ];
}

function themeItems(): readonly MenuItem[] {
  const { theme } = usePreferences.getState();
  return (['system', 'light', 'dark'] as const).map((choice) => ({
    kind: 'action',
    text: words.page.themes[choice],
    checked: choice === theme,
    run: () => prefer({ theme: choice }),
  }));
}

function allItems(): readonly MenuItem[] {
  return [
    ...draftItems(),
    { kind: 'heading', text: words.gallery.examples },
    ...exampleItems(),
    { kind: 'heading', text: words.page.theme },
    ...themeItems(),
  ];
}

type ShareState =
  | { readonly kind: 'idle' | 'copied' }
  | { readonly kind: 'by-hand'; readonly url: string }
  | { readonly kind: 'failed'; readonly sentence: string };

function ShareButton() {
  const [state, setState] = useState<ShareState>({ kind: 'idle' });
  useEffect(() => {
    if (state.kind !== 'copied') return;
    const timer = setTimeout(() => setState({ kind: 'idle' }), 2500);
    return () => clearTimeout(timer);
  }, [state]);
  const share = async () => {
    const link = linkToHere(useScenario.getState());
    if (link.kind === 'failure') return setState({ kind: 'failed', sentence: words.links.unshareableSentence(link) });
    try {
      await navigator.clipboard.writeText(link.url);
      setState({ kind: 'copied' });
    } catch {
      setState({ kind: 'by-hand', url: link.url });
    }
  };
  return (
    <div className="menu">
      <button type="button" className="btn btn-primary" onClick={share}>
        {words.links.share}
      </button>
      <div className="share-answer" role="status">
        {state.kind === 'copied' && <p className="toast">{words.links.copied}</p>}
        {(state.kind === 'by-hand' || state.kind === 'failed') && (
          <div className="menu-list menu-wide share-panel">
            {state.kind === 'failed' ? (
              <p>{state.sentence}</p>
            ) : (
              <label>
                {words.links.copyByHand}
                <input readOnly value={state.url} onFocus={(event) => event.target.select()} />
              </label>
            )}
            <button type="button" className="btn btn-small" onClick={() => setState({ kind: 'idle' })}>
              {words.page.close}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
