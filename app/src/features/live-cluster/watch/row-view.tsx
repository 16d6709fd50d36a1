import type { WatchRow } from '@managed-fields/live-cluster';
import type { AnnotatedText, ChangesView } from '@managed-fields/player';
import { type OwnerIdentity, overlay, type Palette } from '@managed-fields/rendering';
import { addStep, nextStepId } from '@managed-fields/scenario';
import { useEffect, useMemo, useState } from 'react';
import { CodeView } from '../../../core/code-view/code-view.tsx';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';
import { announce } from '../../../core/ui/announce.ts';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { useLayout } from '../../../core/ui/media.ts';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { DiffView } from '../../scenario/result/diff-view.tsx';
import { MovesList } from '../../scenario/result/moves-list.tsx';
import { clockText, RowChanges } from './row-parts.tsx';
import { askWatch } from './watch-store.ts';

interface RowViewProps {
  readonly row: WatchRow | undefined;
  /** Whether the object of the version is still kept. */
  readonly isKept: boolean;
  /** Those that the list of versions names: they have the same marks here. */
  readonly owners: readonly OwnerIdentity[];
}

type Answer = { readonly kind: 'asking' | 'none' } | { readonly kind: 'changes'; readonly changes: ChangesView };

/** The chosen version: its object with its owners, and what changed in it, drawn as everywhere in the page. */
export function RowView({ row, isKept, owners }: RowViewProps) {
  const said = laterWords.watch;
  const number = row?.number;
  const [answer, setAnswer] = useState<Answer>({ kind: 'asking' });
  useEffect(() => {
    if (number === undefined || !isKept) return;
    let isOver = false;
    askWatch({ kind: 'changes', row: number }).then(
      (changes) => !isOver && setAnswer(changes === undefined ? { kind: 'none' } : { kind: 'changes', changes }),
      () => !isOver && setAnswer({ kind: 'none' }),
    );
    return () => {
      isOver = true;
    };
    // What was drawn stays while it is no longer kept.
  }, [number, isKept]);
  if (row === undefined) {
    return (
      <div className="watch-view">
        <p className="pane-empty">{said.choose}</p>
      </div>
    );
  }
  if (answer.kind !== 'changes') {
    return (
      <section className="watch-view" aria-label={said.details({ number: row.number })}>
        {isKept && answer.kind === 'asking' ? (
          <p className="pane-empty">{words.page.working}</p>
        ) : (
          <div className="watch-lost">
            <p>{row.change === 'deleted' ? said.noObject : said.notKept}</p>
            <RowChanges row={row} lines={row.values.shown.length} />
          </div>
        )}
      </section>
    );
  }
  return <Version row={row} changes={answer.changes} isKept={isKept} owners={owners} />;
}

interface VersionProps {
  readonly row: WatchRow;
  readonly changes: ChangesView;
  readonly isKept: boolean;
  readonly owners: readonly OwnerIdentity[];
}

function Version({ row, changes, isKept, owners }: VersionProps) {
  const said = laterWords.watch;
  const { before, after, moves } = changes;
  const [view, setView] = useState<'changes' | 'object'>(before === undefined ? 'object' : 'changes');
  const [picked, setPicked] = useState<string>();
  const narrow = useLayout() === 'narrow';
  const all = useMemo(
    () => [...owners, ...(before?.managers ?? []), ...(after?.managers ?? [])],
    [owners, before, after],
  );
  const colours = usePalette(all);
  const text = after ?? before;
  return (
    <section className="watch-view" aria-label={said.details({ number: row.number })}>
      <div className="view-bar watch-bar">
        <b>{said.details({ number: row.number })}</b>
        {(['changes', 'object'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="btn btn-small"
            aria-pressed={view === name}
            onClick={() => setView(name)}
          >
            {words.result.viewNames[name]}
          </button>
        ))}
        <span className="grow" />
        <button type="button" className="btn btn-small" disabled={!isKept} onClick={() => void openAsStep(row.number)}>
          {said.asStep}
        </button>
        <small className="watch-times">
          {said.times({
            written:
              row.written === undefined ? undefined : words.field.timeSentence({ time: row.written, subresource: '' }),
            received: clockText(row.received),
            resourceVersion: row.resourceVersion,
          })}
        </small>
      </div>
      {view === 'changes' || text === undefined ? (
        <DiffView
          changes={changes}
          colours={colours}
          beside={false}
          whole={false}
          wrap={narrow}
          picked={picked}
          onPick={setPicked}
        />
      ) : (
        <ObjectText text={text} colours={colours} picked={picked} wrap={narrow} onPick={setPicked} />
      )}
      {view === 'changes' && moves.length > 0 && (
        <MovesList moves={moves} open={before !== undefined} colours={colours} onPick={setPicked} />
      )}
    </section>
  );
}

interface ObjectTextProps {
  readonly text: AnnotatedText;
  readonly colours: Palette;
  readonly picked: string | undefined;
  readonly wrap: boolean;
  readonly onPick: (path: string | undefined) => void;
}

function ObjectText({ text, colours, picked, wrap, onPick }: ObjectTextProps) {
  const drawn = useMemo(() => overlay(text, colours, { kind: 'all' }), [text, colours]);
  const index = text.fields.findIndex(({ path }) => path === picked);
  return (
    <CodeView
      label={words.result.resultYaml}
      text={text.text}
      annotated={text}
      overlay={drawn}
      picked={index < 0 ? undefined : index}
      onPick={(field) => onPick(field === undefined ? undefined : text.fields[field]?.path)}
      wrap={wrap}
    />
  );
}

/** Adds the object of a version as a live object after the selected step, and shows it. */
async function openAsStep(number: number): Promise<void> {
  const step = await askWatch({ kind: 'step', row: number }).catch(() => undefined);
  if (step === undefined) return;
  const { scenario, selected } = useScenario.getState();
  const at = scenario.steps.findIndex(({ id }) => id === selected);
  edit((now) => addStep(now, step, at < 0 ? undefined : at + 1), { select: nextStepId(scenario) });
  closeDialog();
  announce(laterWords.watch.openedStep({ number }));
}
