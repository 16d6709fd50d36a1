import notes from 'virtual:example-notes';
import { useMemo } from 'react';
import { type ExampleInfo, exampleGroups, examples } from '../../core/store/example-list.ts';
import { useScenario } from '../../core/store/scenario-store.ts';
import { Dialog } from '../../core/ui/dialog.tsx';
import { useLayout } from '../../core/ui/media.ts';
import { closeDialog, useDialog } from '../../core/ui/open-dialog.ts';
import { type PickGroup, PickList } from '../../core/ui/pick-list.tsx';
import { found } from '../../core/ui/search.ts';
import { useTyped } from '../../core/ui/typed-in-dialog.ts';
import { words } from '../../core/words/language.ts';
import { ExampleCard } from './example-card.tsx';
import { walkThrough } from './open-example.ts';
import './gallery.css';

/** The gallery: all examples in groups, a search over them, and a card of the chosen one. */
export function Gallery() {
  const narrow = useLayout() === 'narrow';
  const { origin } = useScenario.getState();
  const [query, setQuery] = useTyped('query');
  const [group, setGroup] = useTyped('group');
  const [looked, setLooked] = useTyped('looked', origin.kind === 'example' ? origin.name : '');
  const turned = useDialog(({ within }) => within === 'card');
  const turn = (within: 'card' | '') => useDialog.setState({ within });
  const within = useMemo(() => examples.filter((each) => group === '' || each.group === group), [group]);
  const shown = found(query, within, textsOf);
  const example = shown.find(({ name }) => name === looked);
  const card = turned && example !== undefined;
  return (
    <Dialog
      title={words.gallery.gallery}
      className={narrow ? 'gallery gallery-narrow' : 'gallery'}
      onClose={closeDialog}
    >
      <div className="gallery-body">
        {(!narrow || !card) && (
          <div className="gallery-list">
            <PickList
              label={words.gallery.search}
              placeholder={words.gallery.searchHint}
              query={query}
              onQuery={setQuery}
              groups={groupsOf(shown, query.trim() !== '')}
              none={words.gallery.none}
              count={words.gallery.countSentence({ count: shown.length })}
              start={looked === '' ? undefined : looked}
              onLook={setLooked}
              onClick={(name) => {
                setLooked(name);
                if (narrow) turn('card');
              }}
              onPick={(name) => void walkThrough(name)}
            >
              <select
                className="gallery-groups"
                aria-label={words.gallery.group}
                value={group}
                onChange={({ target }) => setGroup(target.value)}
              >
                <option value="">{words.gallery.allGroups({ count: examples.length })}</option>
                {exampleGroups.map((name) => (
                  <option key={name} value={name}>
                    {groupTitle(name)}
                  </option>
                ))}
              </select>
            </PickList>
          </div>
        )}
        {narrow
          ? card && <ExampleCard key={example.name} example={example} onBack={() => turn('')} />
          : example !== undefined && <ExampleCard key={example.name} example={example} />}
      </div>
    </Dialog>
  );
}

function textsOf({ title, about, name, search, notes: translatedNotes = '' }: ExampleInfo): readonly string[] {
  return [title, about, [name.replaceAll('-', ' '), ...search].join(' '), notes[name] ?? '', translatedNotes];
}

/** Returns the examples under the headings of their groups; for a search, in one list, the best first. */
function groupsOf(shown: readonly ExampleInfo[], searching: boolean): readonly PickGroup[] {
  const item = (example: ExampleInfo) => ({ id: example.name, content: <Line example={example} /> });
  if (searching) return [{ id: 'found', heading: words.gallery.found, items: shown.map(item) }];
  return exampleGroups.map((name) => ({
    id: `group ${name}`,
    heading: groupTitle(name),
    items: shown.filter(({ group }) => group === name).map(item),
  }));
}

function groupTitle(name: string): string {
  const titles: Readonly<Record<string, string>> = words.gallery.groups;
  return titles[name] ?? name;
}

function Line({ example: { name, title, steps } }: { readonly example: ExampleInfo }) {
  return (
    <span className="gallery-line">
      <span>{title === '' ? name : title}</span>
      <small>{words.counting.countOf(steps, 'step')}</small>
    </span>
  );
}
