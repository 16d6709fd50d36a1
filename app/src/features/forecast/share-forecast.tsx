import { forecastCsv, forecastReport, objectText, type Way } from '@managed-fields/forecast';
import { programTitles } from '@managed-fields/tools/programs';
import { useState } from 'react';
import { Dialog } from '../../core/ui/dialog.tsx';
import { download } from '../../core/ui/download.ts';
import { closeDialog, openDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { ShareObject } from '../share/share-object.tsx';
import { endOf, openForecastRow, useForecast } from './forecast-store.ts';

/** What of a forecast can be given to others: a report of what is shown, without values, and the opened object as a link. */
export function ShareForecast() {
  const { rows, shown, opened, summary, played } = useForecast();
  const [withoutNames, setWithoutNames] = useState(false);
  const forecast = laterWords.forecast;
  const said = forecast.share;
  const listed = shown === undefined ? rows : rows.filter((row) => endOf(row) === shown);
  const row = listed.find(({ index }) => index === opened);
  const object = row === undefined || row.kind === 'unread' ? undefined : row.object;
  const share = async (index: number, way: Way) => {
    closeDialog();
    const tool = played && forecast.purposeNotes(programTitles[played.name]);
    if (await openForecastRow(index, way, tool)) openDialog('share');
  };
  const csv = () => download('forecast.csv', 'text/csv', forecastCsv(listed, { withoutNames }));
  const markdown = () => {
    const words = {
      title: said.heading,
      summary: summary === undefined ? [] : [forecast.sentence(summary.manifests, summary.serverSide)],
      heads: [forecast.result, said.object, forecast.field] as const,
      results: forecast.results,
      whats: {
        change: forecast.changesTitle,
        conflict: forecast.conflictsTitle,
        staying: forecast.stayingTitle,
        unowned: forecast.unownedTitle,
        taken: forecast.takenTitle,
      },
      clientSide: forecast.clientSideName,
    };
    download('forecast.md', 'text/markdown', forecastReport(listed, words, { withoutNames }));
  };
  return (
    <Dialog title={said.title} className="share" onClose={closeDialog}>
      <div className="share-body">
        <section className="share-way">
          <p>{said.intro}</p>
          <h3>{said.report}</h3>
          <p className="share-use">
            {said.scope({ objects: listed.length })}. {said.reportUse}
          </p>
          <label>
            <input type="checkbox" checked={withoutNames} onChange={({ target }) => setWithoutNames(target.checked)} />{' '}
            {said.withoutNames}
          </label>
          <p className="share-acts">
            <button type="button" className="btn" onClick={csv}>
              {said.csv}
            </button>
            <button type="button" className="btn" onClick={markdown}>
              {said.markdown}
            </button>
          </p>
        </section>
        <ShareObject
          said={said}
          object={object && objectText(object)}
          share={() => row && void share(row.index, 'server-side')}
        >
          {row?.kind === 'played' && row.clientSide !== undefined && (
            <button type="button" className="btn" onClick={() => void share(row.index, 'client-side')}>
              {forecast.openClientSide}
            </button>
          )}
        </ShareObject>
      </div>
    </Dialog>
  );
}
