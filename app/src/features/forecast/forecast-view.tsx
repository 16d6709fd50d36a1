import './forecast.css';
import './kept-release.ts';
import { type LeftObject, objectText } from '@managed-fields/forecast';
import { programTitles } from '@managed-fields/tools/programs';
import { useMemo, useState } from 'react';
import { MoreItems, VisibleText } from '../../core/code-view/visible-text.tsx';
import type { PlayedTool } from '../../core/engine/protocol.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { useSurvey } from '../survey/state/survey-store.ts';
import { ForecastForm } from './forecast-form.tsx';
import { ForecastObject } from './forecast-object.tsx';
import { endOf, type ForecastAsks, type RowEnd, showRows, useForecast } from './forecast-store.ts';

/** How many objects are listed. */
const mostListed = 200;

/** The objects of the manager that the release does not have. */
export function LeftObjects({ left }: { readonly left: readonly LeftObject[] }) {
  const said = laterWords.forecast;
  return (
    <details className="forecast-left">
      <summary>{said.left({ count: left.length })}</summary>
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

const ends: readonly RowEnd[] = [
  ...(['deleted', 'conflict', 'refused', 'changed', 'created', 'left', 'unchanged', 'hook', 'unread'] as const),
];

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
  const { phase, asks } = useForecast();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys.
    <section className="survey-scroll forecast" aria-label={laterWords.survey.views.forecast} tabIndex={0}>
      <ForecastForm appliers={appliers} />
      {asks !== undefined && (
        <p className="survey-bad forecast-note" role="alert">
          <VisibleText text={asksWords(asks)} />
        </p>
      )}
      {phase !== 'none' && <Result />}
    </section>
  );
}

/** What has to be said before a forecast can be played. */
function asksWords(asks: ForecastAsks): string {
  const said = laterWords.forecast;
  switch (asks.kind) {
    case 'unknown':
      return said.asks.unknown;
    case 'several':
      return said.asksWhich(asks.names.map((name) => programTitles[name]));
    case 'missing':
      return said.asks[asks.option];
    case 'unreadable':
      return asks.form === 'expression'
        ? said.unplayedExpression({ option: asks.option, expression: asks.part })
        : said.unreadable[asks.form]({ option: asks.option });
  }
}

/** Which tool was played, what was taken for granted, and what it ends with. */
function Played({ played }: { readonly played: PlayedTool }) {
  const said = laterWords.forecast;
  const tool = programTitles[played.name];
  return (
    <>
      <p className="survey-soft">
        <VisibleText text={said.playedAs({ tool, version: played.version })} />
        {played.notes.map(({ option, value, why }) => (
          <span key={option}>
            {' '}
            <VisibleText text={said.notes[why]({ option, value })} />
          </span>
        ))}
      </p>
      {played.error !== undefined && (
        <>
          <p className="survey-bad">{said.ended({ tool })}</p>
          <pre className="forecast-message">
            <VisibleText text={played.error.trimEnd()} />
          </pre>
        </>
      )}
    </>
  );
}

function Result() {
  const { phase, rows, of, summary, left, message, played, shown } = useForecast();
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
            {said.playing({ done: rows.length, of })}
          </p>
        )}
        {played !== undefined && <Played played={played} />}
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
          {said.more({ count: Math.min(step, listed.length - most) })}
        </button>
      )}
      {phase === 'done' && left.length > 0 && <LeftObjects left={left} />}
    </>
  );
}
