import type { Fight, FightSide } from '@managed-fields/live-cluster';
import type { Palette } from '@managed-fields/rendering';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { clockText } from './row-parts.tsx';

interface FightListProps {
  readonly fights: readonly Fight[];
  readonly colours: Palette;
}

/** The most fights that are open to read at first. */
const few = 3;

/** The fields that two managers keep taking from each other: who, with which values, how often and since when. */
export function FightList({ fights, colours }: FightListProps) {
  if (fights.length === 0) return null;
  const said = laterWords.watch;
  return (
    <details className="watch-fights" open={fights.length <= few}>
      <summary>{said.fights({ count: fights.length })}</summary>
      <p className="watch-note">{said.fightAbout}</p>
      <ul>
        {fights.map((fight) => (
          <li key={`${fight.path} ${fight.sides.map(({ owner }) => owner.manager).join(' ')}`}>
            <b className="watch-path">
              <PathText path={fight.path} />
            </b>
            {fight.sides.map((side) => (
              <Side key={side.owner.manager} side={side} colours={colours} />
            ))}
            <small>
              {[
                said.turns({ turns: fight.turns, since: clockText(fight.since) }),
                ...(fight.perMinute === undefined ? [] : [said.rate({ perMinute: rateText(fight.perMinute) })]),
                said.lastTurn({ time: clockText(fight.last) }),
              ].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Side({ side: { owner, values }, colours }: { readonly side: FightSide; readonly colours: Palette }) {
  const said = laterWords.watch;
  const written = values.filter((value) => value !== null);
  return (
    <span className="watch-side">
      <span className="owner">
        <MarkChip mark={colours.ofOwner(owner)} />
        <VisibleText text={owner.manager} />
      </span>{' '}
      {written.length > 0 && (
        <>
          {said.values}{' '}
          <code>
            <VisibleText text={written.join(', ')} />
          </code>
        </>
      )}{' '}
      {values.includes(null) && said.removes}
    </span>
  );
}

function rateText(perMinute: number): string {
  return perMinute >= 10 ? String(Math.round(perMinute)) : perMinute.toFixed(1);
}
