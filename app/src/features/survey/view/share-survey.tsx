import '../../share/share.css';
import { withoutNames } from '@managed-fields/survey';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { closeDialog, openDialog } from '../../../core/ui/open-dialog.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { useForecast } from '../../forecast/forecast-store.ts';
import { ShareForecast } from '../../forecast/share-forecast.tsx';
import { ShareObject } from '../../share/share-object.tsx';
import { openRow } from '../state/open-row.ts';
import { useSurveyLook } from '../state/survey-look.ts';
import { useSurveyRows } from '../state/survey-rows.ts';
import { exportItems } from './export-items.ts';

/** What can be given to others of what is looked at: the forecast where one is on screen, else the survey. */
export function ShareSurveyDialog() {
  const isForecast = useSurveyLook(({ view }) => view === 'forecast');
  const isPlayed = useForecast(({ rows }) => rows.length > 0);
  return isForecast && isPlayed ? <ShareForecast /> : <ShareSurvey />;
}

/** What of a survey can be given to others: a report, the filter without names, and the object with the focus as a link. */
function ShareSurvey() {
  const { objects, items } = useSurveyRows();
  const { query, current } = useSurveyLook();
  const said = laterWords.survey.share;
  const filter = withoutNames(query);
  const chosen = items.find(({ key }) => key === current);
  const row = chosen?.kind === 'object' ? chosen.object : undefined;
  const share = async (index: number) => {
    closeDialog();
    if (await openRow(index)) openDialog('share');
  };
  return (
    <Dialog title={said.title} className="share" onClose={closeDialog}>
      <div className="share-body">
        <section className="share-way">
          <p>{said.intro}</p>
          <h3>{said.report}</h3>
          <p className="share-use">{laterWords.survey.exportScope({ objects: objects.length })}</p>
          <p className="share-acts">
            {exportItems(objects).map(
              (item) =>
                item.kind === 'action' && (
                  <button key={item.text} type="button" className="btn" disabled={item.disabled} onClick={item.run}>
                    {item.text}
                  </button>
                ),
            )}
          </p>
        </section>
        {query.trim() !== '' && (
          <section className="share-way">
            <h3>{said.filter}</h3>
            <p className="share-use">{filter === query.trim() ? said.filterUse : said.filterLeftOut}</p>
            {filter !== '' && (
              <p className="command">
                <code>
                  <VisibleText text={filter} />
                </code>
                <CopyButton text={filter} label={words.page.copy} />
              </p>
            )}
          </section>
        )}
        <ShareObject said={said} object={row && `${row.kind} ${row.name}`} share={() => row && void share(row.index)} />
      </div>
    </Dialog>
  );
}
