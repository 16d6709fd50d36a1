import { overlay, type Palette } from '@managed-fields/rendering';
import { useMemo } from 'react';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { Code } from '../../../core/ui/code.tsx';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { Terminal } from '../../../core/ui/terminal.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { Legend } from '../result/legend.tsx';
import type { ResultViewProps } from '../shown.ts';

/**
 * The view that plays the same apply the other way, client-side or server-side: what differs in values and owners, what
 * it prints, and the object after it.
 */
export function OtherWayView({ shown: { stepId } }: ResultViewProps) {
  const { answer, failure } = useAnswer({ kind: 'other-way', stepId });
  const result = answer?.result;
  const colours = usePalette(result?.managers);
  const drawn = useMemo(() => result && overlay(result, colours), [result, colours]);
  if (answer === undefined)
    return <p className="pane-empty">{failure === undefined ? words.page.working : words.page.broke}</p>;
  const { line, stdout, stderr, exitCode, rows, serverSide } = answer;
  const [here, there] = serverSide ? (['client', 'server'] as const) : (['server', 'client'] as const);
  return (
    <div className="three-way">
      <p className="command-line">
        <span aria-hidden="true">$</span> <code>{line}</code>
      </p>
      <Terminal label={laterWords.command.otherTerminal} command={{ stdout, stderr, exitCode }} />
      {rows.length === 0 ? (
        <p className="pane-empty">{laterWords.command.sameBothWays}</p>
      ) : (
        <table className="three-way-table other-way-table" aria-label={laterWords.command.differences}>
          <thead>
            <tr>
              <th scope="col">{laterWords.command.sides[here]}</th>
              <th scope="col">{laterWords.command.sides[there]}</th>
            </tr>
          </thead>
          {rows.map((row) => (
            <tbody key={row.path} className={row.sameValue ? undefined : 'effect-set'}>
              <tr>
                <th scope="rowgroup" colSpan={2}>
                  <PathText path={row.path} />
                </th>
              </tr>
              <tr>
                <Side value={row.here} owners={row.hereOwners} colours={colours} />
                <Side value={row.there} owners={row.thereOwners} colours={colours} />
              </tr>
            </tbody>
          ))}
        </table>
      )}
      {result !== undefined && (
        <section className="request-part" aria-label={laterWords.command.objectInstead}>
          <h3>{laterWords.command.objectInstead}</h3>
          <Legend annotated={result} colours={colours} filter={all} onFilter={ignore} onPick={ignore} />
          <Code label={laterWords.command.objectInstead} text={result.text} annotated={result} overlay={drawn} />
        </section>
      )}
    </div>
  );
}

interface SideProps {
  readonly colours: Palette;
  readonly value: string | undefined;
  readonly owners: readonly string[];
}

function Side({ value, owners, colours }: SideProps) {
  return (
    <td>
      {value === undefined ? (
        <span className="absent">{words.conflict.absentValue}</span>
      ) : (
        <code>
          <VisibleText text={value} />
        </code>
      )}
      {value !== undefined && owners.length === 0 && <small> {words.legend.nobody}</small>}
      {owners.map((owner) => (
        <span key={owner} className="owner">
          <MarkChip mark={colours.of(owner)} />
          {owner}
        </span>
      ))}
    </td>
  );
}

const all = { kind: 'all' } as const;

function ignore(): void {}
