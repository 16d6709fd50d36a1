import './forecast.css';
import { type LeftObject, objectText } from '@managed-fields/forecast';
import { useMemo, useState } from 'react';
import { MoreItems, VisibleText } from '../../core/code-view/visible-text.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import { useSurvey } from '../survey/state/survey-store.ts';
import { ForecastForm } from './forecast-form.tsx';
import { ForecastObject } from './forecast-object.tsx';
import { endOf, type RowEnd, showRows, useForecast } from './forecast-store.ts';

/** How many objects are listed. */
const mostListed = 200;

/** The objects of the manager that the release does not have. */
export function LeftObjects({ left }: { readonly left: readonly LeftObject[] }) {
  const said = laterWords.forecast;
  return (
    <details className="forecast-left">
      <summary>{said.left(left.length)}</summary>
      <p className="survey-soft">{said.leftWhy}</p>
      <ul>
        {left.slice(0, mostListed).map(({ object, entries, owned }) => (
          <li key={`${object.apiVersion} ${object.kind} ${object.namespace} ${object.name}`}>
            <VisibleText text={objectText(object)} />{' '}
            <small>
              <VisibleText
                text={entries.map((entry) => `${entry.manager} (${entry.operation} ${entry.fields})`).join(', ')}
              />
              {owned && ` · ${said.leftOwned}`}
            </small>
          </li>
        ))}
      </ul>
      <MoreItems count={left.length - mostListed} />
    </details>
  );
}

const ends: readonly RowEnd[] = ['conflict', 'refused', 'changed', 'created', 'unchanged', 'hook', 'unread'];

/** How many rows are listed at first, and how many more each time. */
const step = 200;

/** The forecast of a release: what it is, and what comes of it. */
export function ForecastView() {
  const rows = useSurvey((state) => state.rows);
  const appliers = useMemo(() => {
    const objects = new Map<string, number>();
    for (const { entries } of rows) {
      for (const { manager, operation, subresource } of entries) {
        if (operation === 'Apply' && subresource === '') objects.set(manager, (objects.get(manager) ?? 0) + 1);
      }
    }
    return [...objects].sort(([, a], [, b]) => b - a).map(([name]) => name);
  }, [rows]);
  const phase = useForecast((state) => state.phase);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys.
    <section className="survey-scroll forecast" aria-label={laterWords.survey.views.forecast} tabIndex={0}>
      <ForecastForm appliers={appliers} />
      {phase !== 'none' && <Result />}
    </section>
  );
}

function Result() {
  const { phase, rows, of, summary, left, message, shown } = useForecast();
  const [most, setMost] = useState(step);
  const counts = useMemo(() => {
    const found = new Map<RowEnd, number>();
    for (const row of rows) found.set(endOf(row), (found.get(endOf(row)) ?? 0) + 1);
    return found;
  }, [rows]);
  const said = laterWords.forecast;
  if (phase === 'failed') {
    return (
      <p className="survey-bad forecast-note" role="alert">
        {said.failed} <VisibleText text={message} />
      </p>
    );
  }
  const listed = shown === undefined ? rows : rows.filter((row) => endOf(row) === shown);
  return (
    <>
      <div className="forecast-summary" role="status">
        {phase === 'playing' && (
          <p>
            <progress aria-label={said.start} {...(of === 0 ? {} : { value: rows.length, max: of })} />{' '}
            {said.playing(rows.length, of)}
          </p>
        )}
        {summary !== undefined && rows.length === 0 && <p>{said.nothing}</p>}
        {summary !== undefined && rows.length > 0 && (
          <>
            <p>
              {summary.clientSide !== undefined && <b>{said.serverSide}: </b>}
              <VisibleText text={said.sentence(summary.manifests, summary.serverSide)} />
            </p>
            {summary.clientSide !== undefined && (
              <p>
                <b>{said.clientSideName}: </b>
                <VisibleText text={said.sentence(summary.manifests, summary.clientSide)} />
              </p>
            )}
          </>
        )}
      </div>
      {rows.length > 0 && (
        <fieldset className="forecast-ends" aria-label={said.list}>
          <button
            type="button"
            className="btn btn-small"
            aria-pressed={shown === undefined}
            onClick={() => showRows(undefined)}
          >
            {said.all} {rows.length}
          </button>
          {ends
            .filter((end) => counts.has(end))
            .map((end) => (
              <button
                key={end}
                type="button"
                className="btn btn-small"
                aria-pressed={shown === end}
                onClick={() => showRows(shown === end ? undefined : end)}
              >
                {said.results[end]} {counts.get(end)}
              </button>
            ))}
        </fieldset>
      )}
      <ul className="forecast-list" aria-label={said.list}>
        {listed.slice(0, most).map((row) => (
          <ForecastObject key={row.index} row={row} />
        ))}
      </ul>
      {listed.length > most && (
        <button type="button" className="btn btn-small forecast-more" onClick={() => setMost(most + step)}>
          {said.more(Math.min(step, listed.length - most))}
        </button>
      )}
      {phase === 'done' && left.length > 0 && <LeftObjects left={left} />}
    </>
  );
}
