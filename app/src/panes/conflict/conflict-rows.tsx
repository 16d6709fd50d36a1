import type { ConflictRow, Mark } from '@managed-fields/rendering';
import type { WayChoices, WayOut } from '@managed-fields/scenario';
import { Fragment } from 'react';
import { MoreItems, VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import { MarkChip } from '../components/manager-colours.tsx';
import { PathText } from '../components/path-text.tsx';
import { pickAndShow } from '../components/screen.ts';

/** The three ways out, in their order. */
export const ways: readonly WayOut[] = ['overwrite', 'give-up', 'share'];

interface ConflictRowsProps {
  readonly rows: readonly ConflictRow[];
  /** The manager who applied. */
  readonly by: { readonly name: string; readonly mark: Mark };
  /** The way chosen for each field; undefined where all fields go the same way. */
  readonly chosen: WayChoices | undefined;
  readonly onChoose: (keys: readonly string[], way: WayOut | undefined) => void;
}

/** How many rows are drawn; the page counts the others. */
const mostRows = 200;

/** A row for each field in conflict: both values and both managers. */
export function ConflictRows({ rows, by, chosen, onChoose }: ConflictRowsProps) {
  const first = chosen?.[rows[0]?.key ?? ''];
  const common = rows.every(({ key }) => chosen?.[key] === first) ? first : undefined;
  return (
    <div className={`conflict-rows${rows.length > 2 ? ' conflict-many' : ''}`}>
      <table className={`conflict-table${chosen === undefined ? '' : ' conflict-choose'}`}>
        <thead>
          <tr>
            <th scope="col">{words.conflict.field}</th>
            <th scope="col">{words.conflict.onServer}</th>
            <th scope="col">
              <span className="owner">
                <MarkChip mark={by.mark} />
                <VisibleText text={by.name} />
              </span>{' '}
              {words.conflict.declares}
            </th>
            {chosen !== undefined && (
              <th scope="col">
                <WaySelect
                  label={words.conflict.wayOfAll}
                  none={words.conflict.way}
                  way={common}
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
          {rows.slice(0, mostRows).map(({ key, path, object, live, declared, owners }) => (
            <tr key={key}>
              <th scope="row">
                {object !== undefined && <small>{object}</small>}
                <button type="button" className="link" onClick={() => pickAndShow(path)}>
                  <PathText path={path} />
                </button>
              </th>
              <td>
                <code className="value">
                  <VisibleText text={live} />
                </code>
                {owners.map(({ id, owner, mark }) => (
                  <Fragment key={id}>
                    {' '}
                    <span className="owner">
                      <MarkChip mark={mark} />
                      <VisibleText text={owner.manager} />
                    </span>
                    <small title={words.field.ownerSentence(owner)}>
                      <VisibleText text={words.field.ownerShort(owner)} />
                    </small>
                  </Fragment>
                ))}
              </td>
              <td>
                <code className="value">
                  <VisibleText text={declared} />
                </code>
              </td>
              {chosen !== undefined && (
                <td>
                  <WaySelect
                    label={words.conflict.wayOfField(key)}
                    none={words.conflict.undecided}
                    way={chosen[key]}
                    onWay={(way) => onChoose([key], way)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreItems count={rows.length - mostRows} />
    </div>
  );
}

interface WaySelectProps {
  readonly label: string;
  /** The text while nothing is chosen. */
  readonly none: string;
  readonly way: WayOut | undefined;
  readonly onWay: (way: WayOut | undefined) => void;
}

function WaySelect({ label, none, way, onWay }: WaySelectProps) {
  return (
    <select
      aria-label={label}
      value={way ?? ''}
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
