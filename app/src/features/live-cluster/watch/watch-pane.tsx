import './watch.css';
import { type Fight, type WatchRow, writersOf } from '@managed-fields/live-cluster';
import { identityOf, type OwnerIdentity } from '@managed-fields/rendering';
import { useEffect, useMemo, useState } from 'react';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { ExportRows } from './export-rows.tsx';
import { FightList } from './fight-list.tsx';
import { objectTitle, targetOf, useWatchedObject, type WatchedObject } from './open-watch.ts';
import { RowList } from './row-list.tsx';
import { RowView } from './row-view.tsx';
import { WatchStatus } from './watch-status.tsx';
import { forgetWatch, goOnWatching, startWatching, stopWatching, useWatch } from './watch-store.ts';

/** The dialog with the versions of an object of the cluster. Closing it ends the connection. */
export function WatchDialog() {
  const watched = useWatchedObject((state) => state.watched);
  if (watched === undefined) return null;
  return (
    <Dialog
      title={laterWords.watch.title({ name: objectTitle(watched.object) })}
      className="watch-dialog"
      onClose={closeDialog}
    >
      <WatchPane {...watched} />
    </Dialog>
  );
}

/** Milliseconds between two sentences of the live region, however fast versions come. */
const calm = 8000;

/** Tells screen readers calmly what came: how many versions, the last by whom, and each new fight. */
export function WatchNewsRegion() {
  const [text, setText] = useState('');
  useEffect(() => {
    let told = useWatch.getState().rows.at(-1)?.number ?? 0;
    let fights = useWatch.getState().fights.length;
    const timer = setInterval(() => {
      const state = useWatch.getState();
      const last = state.rows.at(-1);
      const [newest] = state.fights;
      const said = laterWords.watch;
      const count = (last?.number ?? 0) - told;
      const sentences = [
        ...(count > 0 && last !== undefined
          ? [said.news({ count, manager: writersOf(last)[0]?.manager || undefined })]
          : []),
        ...(state.fights.length > fights && newest !== undefined
          ? [
              said.newFight({
                path: newest.path,
                one: newest.sides[0].owner.manager,
                other: newest.sides[1].owner.manager,
              }),
            ]
          : []),
      ];
      told = last?.number ?? 0;
      fights = state.fights.length;
      if (sentences.length > 0) setText(sentences.join('. '));
    }, calm);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="hidden-text watch-news">
      {text}
    </p>
  );
}

/**
 * The versions of one object of the cluster as they come, with what each changed, and the fights about its fields. Asks
 * the cluster for nothing before the user says so, and for nothing more once it is no longer drawn. What was received
 * stays until another object is followed.
 */
function WatchPane({ object, path }: WatchedObject) {
  const said = laterWords.watch;
  const state = useWatch();
  const target = useMemo(() => targetOf({ object, path }), [object, path]);
  const isOwn = target !== undefined && state.target?.followed.path === target.followed.path && isSameObject();
  const [chosen, setChosen] = useState<number>();
  const rows = isOwn ? state.rows : none;
  const owners = useOwnersSeen(rows, state.fights);
  const colours = usePalette(owners);
  useEffect(() => stopWatching, []);
  function isSameObject(): boolean {
    const { name, kind, apiVersion } = state.target?.followed.object ?? {};
    return name === object.name && kind === object.kind && apiVersion === object.apiVersion;
  }
  if (target === undefined) return <p className="watch-note">{said.noPath}</p>;
  if (!isOwn) {
    return (
      <div className="watch-begin">
        <p>{said.about}</p>
        <button
          type="button"
          className="btn btn-primary"
          data-first-focus=""
          onClick={() => void startWatching(target)}
        >
          {said.start}
        </button>
      </div>
    );
  }
  const row = rows.find(({ number }) => number === chosen);
  const isFollowing = state.phase === 'following' && state.next?.kind !== 'end';
  const begin = () => {
    forgetWatch();
    setChosen(undefined);
    void startWatching(target);
  };
  return (
    <div className="watch">
      <div className="watch-head">
        <WatchStatus />
        <span className="grow" />
        {isFollowing ? (
          <button type="button" className="btn btn-small" onClick={stopWatching}>
            {said.stop}
          </button>
        ) : (
          <>
            {state.phase !== 'broke' && (
              <button type="button" className="btn btn-small" onClick={() => void goOnWatching()}>
                {said.goOn}
              </button>
            )}
            <button type="button" className="btn btn-small" onClick={begin}>
              {said.anew}
            </button>
          </>
        )}
        <ExportRows />
      </div>
      <WatchNewsRegion />
      <FightList fights={state.fights} colours={colours} />
      <div className="watch-panes">
        <RowList rows={rows} leftOut={state.leftOut} chosen={row?.number} colours={colours} onChoose={setChosen} />
        <RowView key={row?.number} row={row} isKept={(row?.number ?? 0) >= state.keptFrom} owners={owners} />
      </div>
    </div>
  );
}

const none: readonly never[] = [];

/**
 * The owners that rows and fights name, each once, in the order in which they were seen, so that marks stay. The same
 * list as before while nobody new is named, so that nothing is drawn anew.
 */
export function useOwnersSeen(rows: readonly WatchRow[], fights: readonly Fight[]): readonly OwnerIdentity[] {
  const [seen, setSeen] = useState<Seen>({ rows: noEntries, fights: noEntries, owners: noEntries });
  if (seen.rows === rows && seen.fights === fights) return seen.owners;
  // Of a list that only grew, the rows of before named nobody else.
  const known = seen.rows[0]?.number;
  const isLonger = known !== undefined && (rows[0]?.number ?? 0) >= known && rows.length > 0;
  const last = isLonger ? (seen.rows.at(-1)?.number ?? 0) : 0;
  const added = ownersOf(
    rows.slice(rows.findLastIndex(({ number }) => number <= last) + 1),
    fights === seen.fights ? noEntries : fights,
  );
  const before = isLonger ? seen.owners : noEntries;
  const identities = new Set(before.map(identityOf));
  const fresh = added.filter((owner) => !identities.has(identityOf(owner)));
  const owners = fresh.length === 0 && isLonger ? before : [...before, ...fresh];
  setSeen({ rows, fights, owners });
  return owners;
}

interface Seen {
  readonly rows: readonly WatchRow[];
  readonly fights: readonly Fight[];
  readonly owners: readonly OwnerIdentity[];
}

const noEntries: readonly never[] = [];

function ownersOf(rows: readonly WatchRow[], fights: readonly Fight[]): readonly OwnerIdentity[] {
  const seen = new Map<string, OwnerIdentity>();
  const add = (owner: OwnerIdentity) => {
    const identity = identityOf(owner);
    if (!seen.has(identity)) seen.set(identity, owner);
  };
  for (const row of rows) {
    for (const owner of writersOf(row)) add(owner);
    for (const { before, after } of row.owners.shown) for (const owner of [...before.shown, ...after.shown]) add(owner);
  }
  for (const { sides } of fights) for (const { owner } of sides) add(owner);
  return [...seen.values()];
}
