import { useId, useState } from 'react';
import { startDraft } from '../../../core/store/address.ts';
import { announce } from '../../../core/ui/announce.ts';
import { closeDialog, openDialog } from '../../../core/ui/open-dialog.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { objectTitle } from './open-watch.ts';
import { askWatch, useWatch } from './watch-store.ts';

/**
 * Opens a range of versions as a scenario of live objects, by default all that are still kept; *Download* goes on to the
 * dialog that says what is in the file.
 */
export function ExportRows() {
  const said = laterWords.watch;
  const id = useId();
  const rows = useWatch((state) => state.rows);
  const keptFrom = useWatch((state) => state.keptFrom);
  const [chosen, setChosen] = useState<{ readonly from?: number; readonly to?: number }>({});
  const [failed, setFailed] = useState(false);
  const [first, last] = [rows[0]?.number ?? 1, rows.at(-1)?.number ?? 1];
  if (rows.length === 0 || keptFrom > last) return null;
  const range = { from: chosen.from ?? Math.max(first, keptFrom), to: chosen.to ?? last };
  const take = async (isDownload: boolean) => {
    const object = useWatch.getState().target?.followed.object;
    const title = object === undefined ? '' : objectTitle(object);
    const made = await askWatch({ kind: 'scenario', range, title }).catch(() => undefined);
    const steps = made?.scenario.steps.filter(({ kind }) => kind === 'live').length ?? 0;
    setFailed(steps === 0);
    if (made === undefined || steps === 0) return;
    startDraft(made.scenario);
    closeDialog();
    announce(said.exported({ steps, withoutObject: made.withoutObject, leftOut: made.leftOut }));
    if (isDownload) openDialog('share-file');
  };
  const field = (name: 'from' | 'to') => (
    <input
      id={`${id}-${name}`}
      type="number"
      min={first}
      max={last}
      value={range[name]}
      onChange={({ target }) => {
        const number = target.valueAsNumber;
        setChosen({ ...chosen, [name]: Number.isInteger(number) ? number : undefined });
      }}
    />
  );
  return (
    <details
      className="watch-export"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        // The dialog stays.
        event.preventDefault();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="btn btn-small">{said.export}</summary>
      <div className="watch-export-body">
        <label htmlFor={`${id}-from`}>{said.from}</label> {field('from')} <label htmlFor={`${id}-to`}>{said.to}</label>{' '}
        {field('to')}
        <div>
          <button type="button" className="btn btn-small btn-primary" onClick={() => void take(false)}>
            {said.open}
          </button>{' '}
          <button type="button" className="btn btn-small" onClick={() => void take(true)}>
            {said.download}
          </button>
        </div>
        {failed && <p role="alert">{said.nothingToExport}</p>}
      </div>
    </details>
  );
}
