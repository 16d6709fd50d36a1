import type { WayChoices, WayOut } from '@managed-fields/player';
import { type ConflictDrawing, type ConflictRow, conflictCells, conflictHeads } from '@managed-fields/rendering';
import { type MouseEvent, useState } from 'react';
import { MoreItems, Trees } from '../../../core/code-view/visible-text.tsx';
import { words } from '../../../core/words/language.ts';
import { pickAndShow } from '../look.ts';

/** The three ways out, in their order. */
export const ways: readonly WayOut[] = ['overwrite', 'give-up', 'share'];

interface ConflictRowsProps {
  readonly rows: readonly ConflictRow[];
  /** The manager who applied. */
  readonly by: ConflictDrawing['by'];
  /** The way chosen for each field; undefined where all fields go the same way. */
  readonly chosen: WayChoices | undefined;
  /** Nothing can be chosen now. */
  readonly disabled: boolean;
  readonly onChoose: (keys: readonly string[], way: WayOut | undefined) => void;
}

/** How many rows are drawn; the page counts the others. */
const mostRows = 200;

/** A row for each field in conflict: both values and both managers. */
export function ConflictRows({ rows, by, chosen, disabled, onChoose }: ConflictRowsProps) {
  const first = chosen?.[rows[0]?.key ?? ''];
  const common = rows.every(({ key }) => chosen?.[key] === first) ? first : undefined;
  const [open, setOpen] = useState(false);
  const wanted = rows.filter(({ isBookkeeping }) => !isBookkeeping);
  const folds = wanted.length > 0 && wanted.length < rows.length;
  const drawn = folds && !open ? wanted : rows;
  return (
    <div className="conflict-rows">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what is clicked are buttons inside of it. */}
      <table className={`mf-conflicts${chosen === undefined ? '' : ' conflict-choose'}`} onClick={pickClicked}>
        <thead>
          <tr>
            <Trees trees={conflictHeads(by, words)} />
            {chosen !== undefined && (
              <th scope="col">
                <WaySelect
                  label={words.conflict.wayOfAll}
                  none={words.conflict.way}
                  way={common}
                  disabled={disabled}
                  onWay={(way) =>
                    onChoose(
                      rows.map(({ key }) => key),
                      way,
                    )
                  }
                />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {drawn.slice(0, mostRows).map((row) => (
            <tr key={row.key}>
              <Trees trees={conflictCells(row, by, words, true)} />
              {chosen !== undefined && (
                <td>
                  <WaySelect
                    label={words.conflict.wayOfField({ path: row.key })}
                    none={words.conflict.undecided}
                    way={chosen[row.key]}
                    disabled={disabled}
                    onWay={(way) => onChoose([row.key], way)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreItems count={drawn.length - mostRows} />
      {folds && (
        <button
          type="button"
          className="btn btn-small conflict-more"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {words.conflict.bookkeeping({ count: rows.length - wanted.length })}
        </button>
      )}
    </div>
  );
}

/** Picks the field whose path was clicked. */
function pickClicked({ target }: MouseEvent): void {
  const path = target instanceof Element ? target.closest<HTMLElement>('[data-act=pick]')?.dataset['value'] : undefined;
  if (path !== undefined) pickAndShow(path);
}

interface WaySelectProps {
  readonly label: string;
  /** The text while nothing is chosen. */
  readonly none: string;
  readonly way: WayOut | undefined;
  readonly disabled: boolean;
  readonly onWay: (way: WayOut | undefined) => void;
}

function WaySelect({ label, none, way, disabled, onWay }: WaySelectProps) {
  return (
    <select
      aria-label={label}
      value={way ?? ''}
      disabled={disabled}
      onChange={({ target }) => onWay(ways.find((each) => each === target.value))}
    >
      <option value="">{none}</option>
      {ways.map((each) => (
        <option key={each} value={each}>
          {words.conflict.ways[each].name}
        </option>
      ))}
    </select>
  );
}
