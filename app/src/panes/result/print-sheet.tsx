import './print.css';
import { drawnByLine, identityOf, lineAt, lineStarts, overlay, rows } from '@managed-fields/static-view';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { RowCells } from '../../editor/code-row.tsx';
import { VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import { MarkChip, usePalette } from '../components/manager-colours.tsx';
import { useShown } from '../components/screen.ts';

/** The printed page: the object with its owners, managedFields folded, and the legend. */
export function PrintSheet() {
  return createPortal(<Sheet />, document.body);
}

function Sheet() {
  const shown = useShown();
  const colours = usePalette();
  const result = shown?.result;
  const drawing = useMemo(() => result && overlay(result, colours), [result, colours]);
  if (shown === undefined || result === undefined || drawing === undefined) return null;
  const { text, managers, managedFields } = result;
  const lines = rows(text, drawing.spots);
  const drawn = drawnByLine(drawing, lines.count);
  const starts = lineStarts(text);
  const first = managedFields === undefined ? -1 : lineAt(starts, managedFields.from);
  const last = managedFields === undefined ? -1 : lineAt(starts, Math.max(managedFields.from, managedFields.to - 1));
  const lanes = Math.max(0, ...drawing.bars.map(({ lane }) => lane + 1));
  return (
    <article className="print-sheet">
      <h1>{shown.object ?? words.result.object}</h1>
      <p>{`${words.result.after} ${shown.place}`}</p>
      <section>
        <h2>{words.legend.legend}</h2>
        <ul>
          {managers.map((owner) => (
            <li key={identityOf(owner)}>
              <MarkChip mark={colours.ofOwner(owner)} />{' '}
              <b>
                <VisibleText text={owner.manager} />
              </b>{' '}
              {words.field.ownerSentence(owner)} · {words.legend.sizeSentence(owner)}
            </li>
          ))}
        </ul>
      </section>
      <div className={`code lanes-${lanes}`}>
        {Array.from({ length: lines.count }, (_, line) => {
          if (line > first && line <= last) return null;
          const row = lines.at(line);
          const fold =
            row.line === first
              ? {
                  range: { from: 0, to: 0 },
                  closed: true,
                  summary: words.result.foldedSentence(managers),
                  toggle: nothing,
                }
              : undefined;
          return (
            <div key={row.line} className="row">
              <RowCells
                row={row}
                field={drawing.fieldOfLine[row.line]}
                annotated={result}
                drawn={drawn[row.line]}
                folded={fold}
              />
            </div>
          );
        })}
      </div>
    </article>
  );
}

function nothing(): void {}
