import '../live-cluster/view/ask.css';
import { type HistoryRow, mostPlayed, type ObjectHistory, type ObjectSummary } from '@managed-fields/audit';
import { versionOf } from '@managed-fields/scenario';
import { useId, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { startDraft } from '../../core/store/address.ts';
import { select } from '../../core/store/scenario-store.ts';
import { announce } from '../../core/ui/announce.ts';
import { closeDialog, openDialog } from '../../core/ui/open-dialog.ts';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { newerRelease, versionName } from '../../core/words/version-words.ts';
import { leaveHistory, showHistory, useAudit } from './audit-store.ts';
import { HistoryRows } from './history-rows.tsx';
import { PolicyNote } from './log-objects.tsx';

/** The history of an object: its requests, how each was answered here and in the log, and the way to the scenario. */
export function ObjectHistoryView({ object }: { readonly object: ObjectSummary }) {
  const said = laterWords.audit;
  const shown = useAudit((state) => state.shown);
  const name = [object.resource, object.namespace, object.name].filter((part) => part !== '').join('/');
  return (
    <div className="audit-read">
      <div className="audit-head">
        <p className="audit-acts">
          <button type="button" className="btn btn-small" onClick={leaveHistory} data-first-focus="">
            ← {said.back}
          </button>
          <b>
            <VisibleText text={name} />
          </b>
        </p>
        {shown?.kind === 'playing' && <p role="status">{said.playing}</p>}
        {shown?.kind === 'failed' && (
          <p className="audit-problem" role="alert">
            <VisibleText text={shown.message.split('\n')[0] ?? ''} />
          </p>
        )}
        {object.bodies === 'none' && <PolicyNote />}
        {shown?.kind === 'played' && <HistoryHead object={object} history={shown.history} />}
      </div>
      {shown?.kind === 'played' && <HistoryRows rows={rowsOf(shown.history)} label={said.history({ name })} />}
    </div>
  );
}

function HistoryHead({ object, history }: { readonly object: ObjectSummary; readonly history: ObjectHistory }) {
  const said = laterWords.audit;
  const { scenario } = history;
  const release = useAudit(({ log }) => (log.kind === 'read' ? log.summary.release : undefined));
  const rows = rowsOf(history);
  const count = (is: (row: HistoryRow) => boolean) => rows.filter(is).length;
  const same = count(
    ({ played }) => played?.kind === 'played' && isCompared(played) && played.comparison.rows.length === 0,
  );
  const differ = count(({ played }) => played?.kind === 'played' && played.comparison.rows.length > 0);
  const open = () => {
    startDraft(scenario);
    select(scenario.steps.find(({ kind }) => kind !== 'crd')?.id ?? '');
    closeDialog();
    announce(said.opened({ steps: scenario.steps.length }));
  };
  return (
    <>
      <p className="audit-verdict" role="status">
        {said.verdict({ same, differ, rest: rows.length - same - differ })}{' '}
        {words.page.playedOn({ version: versionName(versionOf(scenario)) })}.{' '}
        {release !== undefined && newerRelease(release)}
      </p>
      <div className="audit-acts">
        <button type="button" className="btn btn-primary" disabled={scenario.steps.length === 0} onClick={open}>
          {said.openScenario}
        </button>
        {scenario.steps.length > 0 && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              open();
              openDialog('share');
            }}
          >
            {said.shareScenario}
          </button>
        )}
        {scenario.steps.length === 0 && <span>{said.noSteps}</span>}
        <Range object={object} history={history} />
      </div>
      {rows.length < history.rows.length && (
        <p className="audit-note">{said.limited({ from: history.from, to: history.to, most: mostPlayed })}</p>
      )}
    </>
  );
}

/** The requests that were played; the others are not drawn. */
function rowsOf({ rows, from, to }: ObjectHistory): readonly HistoryRow[] {
  return rows.filter(({ number }) => number >= from && number <= to);
}

function isCompared(played: HistoryRow['played']): boolean {
  return played?.kind === 'played' && played.comparison.compared !== 'nothing';
}

/** Chooses the requests that are played, both ends included. */
function Range({ object, history }: { readonly object: ObjectSummary; readonly history: ObjectHistory }) {
  const said = laterWords.audit;
  const id = useId();
  const [range, setRange] = useState({ from: history.from, to: history.to });
  const field = (name: 'from' | 'to') => (
    <>
      <label htmlFor={`${id}-${name}`}>{said[name]}</label>
      <input
        id={`${id}-${name}`}
        type="number"
        min={1}
        max={history.rows.length}
        value={range[name]}
        onChange={({ target }) => {
          if (Number.isInteger(target.valueAsNumber)) setRange({ ...range, [name]: target.valueAsNumber });
        }}
      />
    </>
  );
  if (history.rows.length < 2) return null;
  return (
    <form
      className="audit-range"
      onSubmit={(event) => {
        event.preventDefault();
        void showHistory(object.key, range);
      }}
    >
      {field('from')} {field('to')}
      <button type="submit" className="btn btn-small">
        {said.play}
      </button>
    </form>
  );
}
