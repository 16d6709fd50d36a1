import { MoreItems, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { useSurvey } from '../state/survey-store.ts';
import { Short } from './object-row.tsx';

/** How many parts are listed. */
const mostListed = 500;

/** The parts that were not read: where they stand, why, and what was found. */
export function UnreadTable() {
  const unread = useSurvey((state) => state.unread);
  const { unreadColumns, reasons, pasted, unreadLabel } = laterWords.survey;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys.
    <section className="survey-scroll" aria-label={unreadLabel} tabIndex={0}>
      <table className="survey-table">
        <thead>
          <tr>
            <th>{unreadColumns.file}</th>
            <th className="survey-number">{unreadColumns.line}</th>
            <th>{unreadColumns.reason}</th>
            <th>{unreadColumns.detail}</th>
          </tr>
        </thead>
        <tbody>
          {unread.slice(0, mostListed).map(({ place, reason, detail }, index) => (
            <tr key={index}>
              <td>{place.file === '' ? pasted : <Short text={place.file} />}</td>
              <td className="survey-number">{laterWords.survey.number(place.line)}</td>
              <td>{reasons[reason]}</td>
              <td>
                <code>
                  <VisibleText text={detail} />
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreItems count={unread.length - mostListed} />
    </section>
  );
}
