import type { ClientSideView, ThreeWayRow } from '@managed-fields/scenario';
import { useMemo, useState } from 'react';
import { CodeView } from '../editor/code-view.tsx';
import { directiveNotes } from '../view/directives.ts';
import { effectSentence } from '../view/sentences.ts';
import { effectNames, words } from '../view/words.ts';

/** A client-side apply: the three objects field by field, what became of each and why, and the patch that was sent. */
export function ThreeWayView({ applies }: { readonly applies: readonly ClientSideView[] }) {
  const [all, setAll] = useState(false);
  return (
    <div className="three-way">
      <label className="three-way-all">
        <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
        {words.allFields}
      </label>
      {applies.map((apply, index) => (
        <OneApply key={index} apply={apply} all={all} />
      ))}
    </div>
  );
}

function OneApply({ apply, all }: { readonly apply: ClientSideView; readonly all: boolean }) {
  const { patch, patchType, rows } = apply;
  const notes = useMemo(() => directiveNotes(patch ?? ''), [patch]);
  const shown = all ? rows : rows.filter(isTelling);
  return (
    <>
      <table className="three-way-table">
        <thead>
          <tr>
            <th scope="col">
              {words.original} <small>{words.originalIs}</small>
            </th>
            <th scope="col">
              {words.modified} <small>{words.modifiedIs}</small>
            </th>
            <th scope="col">
              {words.current} <small>{words.currentIs}</small>
            </th>
            <th scope="col">{words.effect}</th>
          </tr>
        </thead>
        {shown.map((row) => (
          <Row key={row.path} row={row} />
        ))}
      </table>
      {shown.length === 0 && <p className="pane-empty">{words.nothingToDo}</p>}
      <section className="request-part" aria-label={words.patchSent}>
        <h3>
          {words.patchSent} <code>{words.patchTypes[patchType]}</code>
        </h3>
        {patch === undefined || patch === '{}\n' ? (
          <p className="pane-empty">{words.emptyPatch}</p>
        ) : (
          <CodeView label={words.patchSent} text={patch} annotated={undefined} overlay={undefined} notes={notes} />
        )}
      </section>
    </>
  );
}

function Row({ row }: { readonly row: ThreeWayRow }) {
  const values = [row.original, row.modified, row.current];
  return (
    <tbody className={`effect-${row.effect}`}>
      <tr>
        <th scope="rowgroup" colSpan={4}>
          {row.path}
        </th>
      </tr>
      <tr>
        {values.map((value, index) => (
          <td key={index}>
            {value === undefined ? <span className="absent">{words.absentValue}</span> : <code>{value}</code>}
          </td>
        ))}
        <td>
          <span className={`badge badge-${row.effect}`}>{effectNames[row.effect]}</span> {effectSentence(row)}
        </td>
      </tr>
    </tbody>
  );
}

/** Fields that something happens to, and those that somebody else set: defaults say nothing about an apply. */
function isTelling({ effect, owners }: ThreeWayRow): boolean {
  if (effect === 'kept') return false;
  return effect !== 'left-alone' || owners.length > 0;
}
