import './print.css';
import { codeClass, drawing, foldedLines, identityOf, overlay } from '@managed-fields/rendering';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { RowCells } from '../../../core/code-view/code-row.tsx';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { useShown } from '../shown.ts';

/** The printed page: the object with its owners, managedFields folded, and the legend. */
export function PrintSheet() {
  return createPortal(<Sheet />, document.body);
}

function Sheet() {
  const shown = useShown();
  const colours = usePalette();
  const result = shown?.result;
  const all = useMemo(
    () => result && drawing(result.text, { annotated: result, overlay: overlay(result, colours) }),
    [result, colours],
  );
  if (shown === undefined || result === undefined || all === undefined) return null;
  const { managers } = result;
  const folded = foldedLines(result);
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
      <div className={`code ${codeClass(all)}`}>
        {Array.from({ length: all.count }, (_, line) => {
          if (folded !== undefined && line > folded.from && line <= folded.to) return null;
          const fold =
            line === folded?.from ? { closed: true, summary: words.result.foldedSentence(managers) } : undefined;
          return (
            <div key={line} className="mf-line">
              <RowCells part={{ line: all.at(line), before: 0, after: 0 }} annotated={result} extras={{ fold }} />
            </div>
          );
        })}
      </div>
    </article>
  );
}
