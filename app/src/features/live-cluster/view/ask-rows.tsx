import type { DifferenceRow, ExplainedRow } from '@managed-fields/live-cluster';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';

interface AskRowsProps {
  readonly rows: readonly (DifferenceRow | ExplainedRow)[];
  /** What stands over the values of both sides. */
  readonly heads: readonly [string, string];
}

/** Differences as a table: what differs, both values, and what may explain it. */
export function AskRows({ rows, heads }: AskRowsProps) {
  const said = laterWords.clusterAsk;
  return (
    <table className="ask-rows">
      <thead>
        <tr>
          <th scope="col">{said.difference}</th>
          {heads.map((head, side) => (
            <th key={side} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            <th scope="row">
              <Place row={row} />
              {'explanations' in row &&
                row.explanations.map((each) => (
                  <p key={each.code} className="ask-note">
                    <VisibleText text={said.explanation(each)} />
                  </p>
                ))}
            </th>
            <td data-head={heads[0]}>
              <Value row={row} value={row.predicted} />
            </td>
            <td data-head={heads[1]}>
              <Value row={row} value={row.answered} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Place({ row }: { readonly row: DifferenceRow }) {
  const said = laterWords.clusterAsk;
  return (
    <>
      {said.parts[row.part]}
      {'path' in row && (
        <code>
          <PathText path={row.path} />
        </code>
      )}
      {'owner' in row && (
        <small>
          <VisibleText
            text={[row.owner.manager, row.owner.operation, row.owner.apiVersion, row.owner.subresource]
              .filter((each) => each !== '')
              .join(' · ')}
          />
        </small>
      )}
    </>
  );
}

function Value({ row, value }: { readonly row: DifferenceRow; readonly value: string | undefined }) {
  const said = laterWords.clusterAsk;
  if (row.part === 'order') return null;
  if (value === undefined) return <span className="absent">{said.absent}</span>;
  if (row.part === 'entry-time') return <>{value === 'kept' ? said.times.kept : said.times.set}</>;
  if (row.part === 'entry' || row.part === 'entry-field') return <>{said.present}</>;
  return (
    <code>
      <VisibleText text={value} />
    </code>
  );
}
