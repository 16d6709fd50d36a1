import type { OwnerMoveView } from '@managed-fields/player';
import { identityOf, type OwnerIdentity, type Palette } from '@managed-fields/rendering';
import { useState } from 'react';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';

/** Fields that went from the same owners to the same owners. */
export interface MoveGroup {
  readonly key: string;
  readonly before: readonly OwnerIdentity[];
  readonly after: readonly OwnerIdentity[];
  readonly fields: readonly OwnerMoveView[];
}

/** Gathers moves by their owners; groups stand where their first field does, the fields of each in their order. */
export function groupMoves(moves: readonly OwnerMoveView[]): readonly MoveGroup[] {
  const groups = new Map<string, MoveGroup & { readonly fields: OwnerMoveView[] }>();
  for (const move of moves) {
    const key = `${move.before.map(identityOf)}>${move.after.map(identityOf)}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { key, before: move.before, after: move.after, fields: [move] });
    else known.fields.push(move);
  }
  return [...groups.values()];
}

interface MovesListProps {
  readonly moves: readonly OwnerMoveView[];
  /** Whether it is open at first. In an object that is new or gone all fields changed owners. */
  readonly open: boolean;
  readonly colours: Palette;
  readonly onPick: (path: string) => void;
}

/** Lists the fields that changed owners. Fields with the same owners before and after stand together. */
export function MovesList({ moves, open, colours, onPick }: MovesListProps) {
  return (
    <details className="moves" open={open}>
      <summary>{words.changes.movesTitle({ count: moves.length })}</summary>
      <ul className="moves-groups" aria-label={words.changes.moves}>
        {groupMoves(moves).map((group) => (
          <Group key={group.key} group={group} colours={colours} onPick={onPick} />
        ))}
      </ul>
    </details>
  );
}

/** How many fields are shown at first. */
const few = 12;

interface GroupProps {
  readonly group: MoveGroup;
  readonly colours: Palette;
  readonly onPick: (path: string) => void;
}

function Group({ group: { before, after, fields }, colours, onPick }: GroupProps) {
  const [all, setAll] = useState(false);
  const shown = all ? fields : fields.slice(0, few);
  return (
    <li>
      <p className="moves-owners">
        <Owners owners={before} colours={colours} label={words.changes.before} />
        <span aria-hidden="true">→</span>
        <Owners owners={after} colours={colours} label={words.changes.after} />
      </p>
      <ul className="moves-fields">
        {shown.map(({ path, value }) => (
          <li key={path}>
            <button type="button" className="link" onClick={() => onPick(path)}>
              <PathText path={path} />
            </button>{' '}
            <small>{words.changes.valueKinds[value]}</small>
          </li>
        ))}
        {shown.length < fields.length && (
          <li>
            <button type="button" className="link" onClick={() => setAll(true)}>
              {words.changes.more({ count: fields.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
    </li>
  );
}

interface OwnersProps {
  readonly owners: readonly OwnerIdentity[];
  readonly colours: Palette;
  readonly label: string;
}

function Owners({ owners, colours, label }: OwnersProps) {
  return (
    <span className="moves-side">
      <span className="hidden-text">{label}: </span>
      {owners.length === 0 && <i>{words.changes.nobody}</i>}
      {owners.map((owner) => (
        <span key={identityOf(owner)} className="owner">
          <MarkChip mark={colours.ofOwner(owner)} />
          <VisibleText text={owner.manager} />{' '}
          <small>
            <VisibleText text={words.field.ownerKind(owner)} />
          </small>
        </span>
      ))}
    </span>
  );
}
