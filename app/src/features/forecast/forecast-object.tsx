import {
  changesOnlyOwners,
  type Forecast,
  type ForecastRow,
  isLost,
  objectText,
  type ToolFacts,
  type Way,
} from '@managed-fields/forecast';
import { palette } from '@managed-fields/rendering';
import { programTitles } from '@managed-fields/tools/programs';
import { type ReactNode, useMemo } from 'react';
import { PathText, VisibleText } from '../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../core/ui/manager-colours.tsx';
import { Term } from '../../core/ui/term.tsx';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { useSurvey } from '../survey/state/survey-store.ts';
import { endOf, noteOpened, openForecastRow, useForecast } from './forecast-store.ts';

const badges = {
  created: 'badge-created',
  changed: 'badge-changed',
  unchanged: 'badge-unchanged',
  conflict: 'badge-conflict',
  refused: 'badge-error',
  deleted: 'badge-error',
  left: 'badge-unchanged',
  hook: 'badge-unchanged',
  unread: 'badge-error',
} as const;

/** What a release comes to for one of its manifests: how it ends, and behind that the fields. */
export function ForecastObject({ row }: { readonly row: ForecastRow }) {
  const said = laterWords.forecast;
  const end = endOf(row);
  const name = row.kind === 'unread' ? row.place.file : objectText(row.object);
  const head = (
    <>
      <span className={`badge forecast-end ${badges[end]}`}>{said.results[end]}</span>{' '}
      <span className="forecast-name">
        <VisibleText text={name} />
      </span>{' '}
    </>
  );
  if (row.kind === 'unread') {
    return (
      <li className="forecast-object">
        {head}
        <small>
          <VisibleText text={said.unread[row.reason]({ detail: row.detail })} />
        </small>
      </li>
    );
  }
  if (row.kind === 'hook') {
    return (
      <li className="forecast-object">
        {head}
        <small>
          <VisibleText text={said.hook(row.tool === 'helm' ? 'Helm' : 'Argo CD', row.hooks)} />
        </small>
      </li>
    );
  }
  const { serverSide, clientSide, remarks } =
    row.kind === 'extra' ? { serverSide: row.forecast, clientSide: undefined, remarks: [] } : row;
  return (
    <li className="forecast-object">
      <details onToggle={({ currentTarget }) => currentTarget.open && noteOpened(row.index)}>
        <summary>
          {head}
          <small>
            <VisibleText text={shortOf(serverSide)} />
          </small>
          <LostFields forecast={serverSide} />
          {clientSide !== undefined && clientSide.result !== serverSide.result && (
            <small>
              {' '}
              · {said.clientSideName}: {said.results[clientSide.result]}
            </small>
          )}
        </summary>
        {remarks.map((remark) => (
          <p key={remark.code} className="survey-soft">
            {said.remarks[remark.code]}
          </p>
        ))}
        <WayPart
          row={row.index}
          way="server-side"
          forecast={serverSide}
          tool={row.tool}
          title={clientSide && said.serverSide}
        />
        {clientSide !== undefined && (
          <WayPart
            row={row.index}
            way="client-side"
            forecast={clientSide}
            tool={undefined}
            title={said.clientSideName}
          />
        )}
      </details>
    </li>
  );
}

/** What a row says while it is closed. */
function shortOf(forecast: Forecast): string {
  const said = laterWords.forecast;
  const { conflicts, changes, leftOut, message } = forecast;
  if (conflicts.length > 0) {
    const managers = [...new Set(conflicts.map(({ owner }) => owner.manager))];
    const paths = [...new Set(conflicts.map(({ path }) => path))];
    return `${managers.join(', ')}: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}`;
  }
  if (forecast.result === 'refused' || forecast.result === 'left') return message ?? '';
  if (changesOnlyOwners(forecast)) return said.onlyOwners;
  return changes.length + leftOut > 0 ? said.changes({ count: changes.length + leftOut }) : '';
}

/** What goes though somebody else set it: that is told before anything is opened. */
function LostFields({ forecast }: { readonly forecast: Forecast }) {
  const lost = forecast.changes.filter(isLost);
  if (lost.length === 0) return null;
  const paths = lost.slice(0, 3).map(({ path }) => path);
  const fields = `${paths.join(', ')}${lost.length > 3 ? ' …' : ''}`;
  return (
    <small className="forecast-lost">
      {' '}
      <VisibleText text={laterWords.forecast.goes({ fields })} />
    </small>
  );
}

interface WayPartProps {
  readonly row: number;
  readonly way: Way;
  readonly forecast: Forecast;
  /** What a tool did for it; undefined for one apply. */
  readonly tool: ToolFacts | undefined;
  readonly title: string | undefined;
}

/** How one way of applying ends for an object, field by field. */
function WayPart({ row, way, forecast, tool, title }: WayPartProps) {
  const colours = useSurvey((state) => state.colours);
  const marks = useMemo(() => palette(colours), [colours]);
  const said = laterWords.forecast;
  const played = useForecast((state) => state.played);
  const by = played === undefined ? '' : programTitles[played.name];
  const { changes, conflicts, taken, staying, unowned, leftOut, message, warnings } = forecast;
  const owner = (each: (typeof conflicts)[number]['owner']): ReactNode => (
    <span className="forecast-owner">
      <MarkChip mark={marks.of(each.manager)} /> <VisibleText text={each.manager} />{' '}
      <small>{words.field.ownerKind(each)}</small>
    </span>
  );
  const value = (text: string | undefined): ReactNode =>
    text === undefined ? <small>{said.absent}</small> : <VisibleText text={text} />;
  const isAnyOwned = changes.some(({ owners }) => owners !== undefined);
  return (
    <div className="forecast-way">
      {title !== undefined && (
        <h3>
          {title} <span className={`badge ${badges[forecast.result]}`}>{said.results[forecast.result]}</span>
        </h3>
      )}
      {message !== undefined && (
        <pre className="forecast-message">
          <VisibleText text={message} />
        </pre>
      )}
      {tool?.deeds.map((deed) => (
        <p key={deed} className="forecast-warning">
          {said.deeds[deed]}
        </p>
      ))}
      {warnings.map((warning) => (
        <p key={warning} className="forecast-warning">
          <VisibleText text={warning} />
        </p>
      ))}
      <FieldTable
        title={<Term term="conflict">{said.conflictsTitle}</Term>}
        heads={[said.field, said.owner, said.live, said.declared]}
        rows={conflicts.map((each) => [each.path, owner(each.owner), value(each.live), value(each.declared)])}
      />
      <FieldTable
        title={said.changesTitle}
        heads={[said.field, said.before, said.after, ...(isAnyOwned ? [said.owner] : [])]}
        rows={changes.map((each) => [
          each.path,
          value(each.before),
          value(each.after),
          ...(isAnyOwned ? [each.owners?.map((one) => <div key={one.manager}>{owner(one)}</div>)] : []),
        ])}
      />
      <FieldTable
        title={<Term term="shared">{said.stayingTitle}</Term>}
        heads={[said.field, said.value, said.owner]}
        rows={staying.map((each) => [
          each.path,
          value(each.value),
          each.owners.map((one) => <div key={one.manager}>{owner(one)}</div>),
        ])}
      />
      <FieldTable
        title={<Term term="nobody">{said.unownedTitle}</Term>}
        heads={[said.field, said.value]}
        rows={unowned.map((each) => [each.path, value(each.value)])}
      />
      {taken.length > 0 && (
        <>
          <h4>
            <Term term="force">{said.takenTitle}</Term>
          </h4>
          <ul>
            {taken.map((each) => (
              <li key={`${each.owner.manager} ${each.owner.operation} ${each.owner.subresource}`}>
                {owner(each.owner)}: {said.takenFrom({ fields: each.fields.length, gone: each.gone })}
              </li>
            ))}
          </ul>
        </>
      )}
      {tool !== undefined && tool.sent.length > 0 && (
        <>
          <h4>{said.requestsTitle}</h4>
          <ol className="forecast-requests">
            {tool.sent.map(({ method, purpose, code }, index) => (
              <li key={index}>
                {said.purposes[purpose]({ tool: by })}{' '}
                <small>
                  {method} · {code}
                </small>
              </li>
            ))}
          </ol>
        </>
      )}
      {leftOut > 0 && <p className="survey-soft">{said.leftOut({ count: leftOut })}</p>}
      <button
        type="button"
        className="btn btn-small"
        onClick={() => void openForecastRow(row, way, played && said.purposeNotes(by))}
      >
        {way === 'server-side' ? said.open : said.openClientSide}
      </button>
    </div>
  );
}

interface FieldTableProps {
  readonly title: ReactNode;
  readonly heads: readonly string[];
  /** The first cell of each is the path of a field. */
  readonly rows: readonly (readonly [path: string, ...cells: readonly ReactNode[]])[];
}

function FieldTable({ title, heads, rows }: FieldTableProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <div className="forecast-wide">
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([path, ...cells], index) => (
              <tr key={`${path} ${index}`}>
                <th scope="row">
                  <PathText path={path} />
                </th>
                {cells.map((cell, at) => (
                  <td key={heads[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
