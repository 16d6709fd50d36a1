import type { HistoryRow, PlayedRow } from '@managed-fields/audit';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import { AskRows } from '../live-cluster/view/ask-rows.tsx';

/** The requests of an object in their order, each with how its answer compares with the recorded one. */
export function HistoryRows({ rows, label }: { readonly rows: readonly HistoryRow[]; readonly label: string }) {
  return (
    <ol className="audit-rows" aria-label={label}>
      {rows.map((row) => (
        <li key={row.number}>
          <details>
            <summary>
              <RowHead row={row} />
            </summary>
            <RowDetails row={row} />
          </details>
        </li>
      ))}
    </ol>
  );
}

function RowHead({ row }: { readonly row: HistoryRow }) {
  const said = laterWords.audit;
  const { number, received, user, verb, subresource, code, played, dryRun } = row;
  const manager = row.manager ?? (played?.kind === 'played' ? played.manager : undefined);
  const verdict = verdictOf(played);
  return (
    <span className="audit-row">
      <span className="audit-number">{number}</span>
      <time>{received.slice(11, 19)}</time>
      <b>
        <VisibleText text={user} />
      </b>
      <span className="audit-what">
        {played?.kind === 'played' && verb === 'patch' ? played.step : <VisibleText text={verb} />}
        {subresource !== '' && (
          <>
            {' '}
            <VisibleText text={subresource} />
          </>
        )}
        {manager !== undefined && manager !== '' && (
          <>
            {' · '}
            <VisibleText text={said.manager({ name: manager })} />
          </>
        )}
        {dryRun && ` · ${said.dryRun}`}
      </span>
      <span className="audit-code">{code ?? '–'}</span>
      <span className={`audit-verdict-of audit-${verdict.kind}`}>{verdict.text}</span>
    </span>
  );
}

interface Verdict {
  readonly kind: 'same' | 'differs' | 'not';
  readonly text: string;
}

function verdictOf(played: PlayedRow | undefined): Verdict {
  const said = laterWords.audit;
  if (played?.kind !== 'played') return { kind: 'not', text: said.notPlayedShort };
  const { rows, compared } = played.comparison;
  if (rows.length > 0) return { kind: 'differs', text: said.differs({ count: rows.length }) };
  if (compared === 'nothing') return { kind: 'not', text: said.compared.nothing };
  return { kind: 'same', text: compared === 'code' ? said.codeOnly : said.same };
}

function RowDetails({ row }: { readonly row: HistoryRow }) {
  const said = laterWords.audit;
  const { played, userAgent, line, received } = row;
  return (
    <div className="audit-details">
      <p className="audit-note">
        <VisibleText text={`${received} · ${userAgent}`} /> · {said.line({ line })}
      </p>
      {played?.kind === 'not-played' && <p>{said.notPlayed[played.why]}</p>}
      {played?.kind === 'played' && (
        <>
          {played.afterGap && <p>{said.afterGap}</p>}
          <p>{said.compared[played.comparison.compared]}</p>
          {row.verb === 'patch' && <p>{said.basis[played.basis]}</p>}
          {played.comparison.rows.length > 0 && (
            <AskRows
              rows={played.comparison.rows.map(({ row: each, explanations }) => ({ ...each, explanations }))}
              heads={[said.here, said.recorded]}
            />
          )}
        </>
      )}
    </div>
  );
}
