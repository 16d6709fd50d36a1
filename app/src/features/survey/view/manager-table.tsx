import { palette } from '@managed-fields/rendering';
import { type ManagerTotals, type SurveyedObject, totalsOf } from '@managed-fields/survey';
import { useMemo, useState } from 'react';
import { MoreItems } from '../../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { type Said, Term } from '../../../core/ui/term.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { filterBy } from '../state/survey-look.ts';
import { shortTime } from '../state/survey-rows.ts';
import { useSurvey } from '../state/survey-store.ts';
import { Short, shortened } from './object-row.tsx';

/** How many managers are listed. */
const mostListed = 500;

const columns = ['manager', 'operations', 'objects', 'fields', 'alone', 'shared', 'oldest', 'newest', 'bytes'] as const;

type ColumnName = (typeof columns)[number];

/** Which columns are about a term of the glossary. */
const termOf: Partial<Record<ColumnName, Said['term']>> = {
  manager: 'manager',
  operations: 'entry',
  shared: 'shared',
  bytes: 'managedFields',
};

/** What each manager has in the objects that the filter shows; a name leads to its objects. */
export function ManagerTable({ objects }: { readonly objects: readonly SurveyedObject[] }) {
  const colours = useSurvey((state) => state.colours);
  const marks = useMemo(() => palette(colours), [colours]);
  const [sort, setSort] = useState<{ readonly by: ColumnName; readonly falls: boolean }>({
    by: 'objects',
    falls: true,
  });
  const totals = useMemo(() => sorted(totalsOf(objects), sort.by, sort.falls), [objects, sort]);
  const { totalColumns, totalHints, showObjects, number, size } = laterWords.survey;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of keys.
    <section className="survey-scroll" aria-label={laterWords.survey.totals} tabIndex={0}>
      <table className="survey-table">
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                className={headClass(name)}
                aria-sort={sort.by === name ? (sort.falls ? 'descending' : 'ascending') : undefined}
              >
                <Term
                  term={termOf[name]}
                  text={totalHints[name]}
                  className=""
                  onClick={() =>
                    setSort(({ by, falls }) => ({ by: name, falls: by === name ? !falls : !isText(name) }))
                  }
                >
                  {totalColumns[name]}
                  <span className="survey-sorted" aria-hidden="true">
                    {sort.by === name ? (sort.falls ? '↓' : '↑') : ''}
                  </span>
                </Term>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.slice(0, mostListed).map((total) => (
            <tr key={total.manager}>
              <th scope="row">
                <MarkChip mark={marks.of(total.manager)} />
                <button
                  type="button"
                  className="link"
                  title={shortened(showObjects({ manager: total.manager }))}
                  onClick={() => filterBy(`manager:"${total.manager}"`)}
                >
                  <Short text={total.manager} />
                </button>
              </th>
              <td className="survey-operations survey-wide">{total.operations.join(', ').slice(0, 100)}</td>
              {(['objects', 'fields', 'alone', 'shared'] as const).map((name) => (
                <td key={name} className={`${headClass(name)}${total[name] === 0 ? ' survey-zero' : ''}`}>
                  {number({ count: total[name] })}
                </td>
              ))}
              <td className="survey-number survey-wide" title={total.oldest.slice(0, 100)}>
                {shortTime(total.oldest).slice(0, 40)}
              </td>
              <td className="survey-number survey-wide" title={total.newest.slice(0, 100)}>
                {shortTime(total.newest).slice(0, 40)}
              </td>
              <td className="survey-number survey-wide">{size(total.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreItems count={totals.length - mostListed} />
    </section>
  );
}

/** How the cells of a column stand, and whether a phone leaves them out. */
function headClass(name: ColumnName): string {
  const wide = ['manager', 'objects', 'fields', 'shared'].includes(name) ? '' : 'survey-wide';
  return isText(name) ? wide : `survey-number ${wide}`;
}

function isText(name: ColumnName): boolean {
  return name === 'manager' || name === 'operations';
}

/** Equal ones stay in their order: who is in the most objects comes first. */
function sorted(totals: readonly ManagerTotals[], by: ColumnName, falls: boolean): readonly ManagerTotals[] {
  const keyOf = (total: ManagerTotals) => (by === 'operations' ? total.operations.join() : total[by]);
  const sign = falls ? -1 : 1;
  return [...totals].sort((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}
