import { useEffect, useMemo, useState } from 'react';
import { VisibleText } from '../core/code-view/visible-text.tsx';
import { type Action, actionGroups } from '../core/ui/action.ts';
import { Dialog } from '../core/ui/dialog.tsx';
import { closeDialog } from '../core/ui/open-dialog.ts';
import { PickList } from '../core/ui/pick-list.tsx';
import { found } from '../core/ui/search.ts';
import { KeyCaps } from '../core/ui/signs.tsx';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { allActions } from './actions.ts';
import './palette.css';

/** The command palette: a search over all actions. */
export function Palette() {
  const [query, setQuery] = useState('');
  const searching = query.trim() !== '';
  const lessons = useLessons(searching);
  const all = useMemo(() => [...allActions(), ...lessons], [lessons]);
  const actions = useMemo(() => all.filter(({ sought = false }) => searching || !sought), [all, searching]);
  const shown = found(query, actions, ({ label, words: more = '', hint = '', group }) => [
    label,
    `${more} ${laterWords.palette.groups[group]}`,
    hint,
  ]);
  const groups = actionGroups.map((name) => ({
    id: name,
    heading: laterWords.palette.groups[name],
    items: shown
      .filter(({ group }) => group === name)
      .map((action) => ({
        id: action.id,
        content: <Line action={action} />,
        disabled: action.disabled === true,
        checked: action.checked,
      })),
  }));
  const pick = (id: string) => {
    const action = actions.find((each) => each.id === id);
    // Closes the dialog first: the action may open another one, or move the focus.
    closeDialog();
    if (action !== undefined) setTimeout(action.run);
  };
  return (
    <Dialog title={words.page.commands} className="palette" bare onClose={closeDialog}>
      <PickList
        label={words.page.commands}
        placeholder={laterWords.palette.paletteHint}
        query={query}
        onQuery={setQuery}
        groups={searching ? ranked(groups, shown) : groups}
        none={laterWords.palette.none}
        count={laterWords.palette.countSentence({ count: shown.length })}
        onPick={pick}
      />
    </Dialog>
  );
}

/** The actions that open a lesson, whose list is fetched once somebody searches. */
function useLessons(wanted: boolean): readonly Action[] {
  const [lessons, setLessons] = useState<readonly Action[]>([]);
  useEffect(() => {
    if (!wanted) return;
    let isOpen = true;
    import('../features/lessons/lesson-actions.ts').then(
      ({ lessonActions }) => isOpen && setLessons(lessonActions()),
      // Without the list the palette has all other actions.
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, [wanted]);
  return lessons;
}

interface Ranked {
  readonly id: string;
}

/** Orders groups by their best match. */
function ranked<G extends { readonly items: readonly Ranked[] }>(groups: readonly G[], shown: readonly Ranked[]): G[] {
  const rank = ({ items }: G) => shown.findIndex(({ id }) => id === items[0]?.id);
  return groups.filter(({ items }) => items.length > 0).sort((a, b) => rank(a) - rank(b));
}

function Line({ action: { label, hint, keys, checked, disabled } }: { readonly action: Action }) {
  return (
    <>
      <span className="palette-label">
        {checked === true && <span aria-hidden="true">✓ </span>}
        <VisibleText text={label} />
        {disabled === true && <span className="hidden-text">, {laterWords.palette.notNow}</span>}
      </span>
      {hint !== undefined && <span className="palette-hint">{hint}</span>}
      {keys?.[0] !== undefined && <KeyCaps keys={keys[0]} />}
    </>
  );
}
