import type { ClientSideView, ThreeWayRow } from '@managed-fields/player';
import { useMemo, useState } from 'react';
import type { LineNote } from '../../../core/code-view/notes.ts';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Code } from '../../../core/ui/code.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import type { ResultViewProps } from '../shown.ts';

const patterns: readonly (readonly [pattern: RegExp, sentence: keyof typeof laterWords.command.directiveSentences])[] =
  [
    [/^\s*(?:- )?\$setElementOrder\//, 'order'],
    [/^\s*(?:- )?\$deleteFromPrimitiveList\//, 'takeOut'],
    [/^\s*(?:- )?\$retainKeys:/, 'retain'],
    [/^\s*(?:- )?\$patch: delete$/, 'deleteItem'],
    [/^\s*(?:- )?\$patch: replace$/, 'replace'],
    [/^\s*[^\s:][^:]*: null$/, 'null'],
    [/^\s*kubectl\.kubernetes\.io\/last-applied-configuration:/, 'lastApplied'],
  ];

/** What the directives of a patch mean, at their lines in its YAML; lines count from 0. */
export function directiveNotes(patch: string): ReadonlyMap<number, LineNote> {
  const notes = new Map<number, LineNote>();
  for (const [line, text] of patch.split('\n').entries()) {
    const [, sentence] = patterns.find(([pattern]) => pattern.test(text)) ?? [];
    if (sentence !== undefined)
      notes.set(line, { severity: 'info', text: laterWords.command.directiveSentences[sentence] });
  }
  return notes;
}

/**
 * The view of a client-side apply: the three objects field by field, what happened to each field and why, and the patch
 * that was sent.
 */
export function ThreeWayView({ command }: ResultViewProps) {
  const applies = command?.applies ?? [];
  const [all, setAll] = useState(false);
  return (
    <div className="three-way">
      <label className="three-way-all">
        <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
        {laterWords.command.allFields}
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
  const shown = all ? rows : rows.filter(isRelevant);
  return (
    <>
      <table className="three-way-table">
        <thead>
          <tr>
            <th scope="col">
              {laterWords.command.original} <small>{laterWords.command.originalIs}</small>
            </th>
            <th scope="col">
              {laterWords.command.modified} <small>{laterWords.command.modifiedIs}</small>
            </th>
            <th scope="col">
              {laterWords.command.current} <small>{laterWords.command.currentIs}</small>
            </th>
            <th scope="col">{laterWords.command.effect}</th>
          </tr>
        </thead>
        {shown.map((row) => (
          <Row key={row.path} row={row} />
        ))}
      </table>
      {shown.length === 0 && <p className="pane-empty">{laterWords.command.nothingToDo}</p>}
      <section className="request-part" aria-label={laterWords.command.patchSent}>
        <h3>
          {laterWords.command.patchSent} <code>{laterWords.command.patchTypes[patchType]}</code>
        </h3>
        {patch === undefined || patch === '{}\n' ? (
          <p className="pane-empty">{laterWords.command.emptyPatch}</p>
        ) : (
          <Code
            label={laterWords.command.patchSent}
            text={patch}
            annotated={undefined}
            overlay={undefined}
            notes={notes}
          />
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
          <PathText path={row.path} />
        </th>
      </tr>
      <tr>
        {values.map((value, index) => (
          <td key={index}>
            {value === undefined ? (
              <span className="absent">{words.conflict.absentValue}</span>
            ) : (
              <code>
                <VisibleText text={value} />
              </code>
            )}
          </td>
        ))}
        <td>
          <span className={`badge badge-${row.effect}`}>{laterWords.command.effectNames[row.effect]}</span>{' '}
          {laterWords.command.effectSentence(row)}
        </td>
      </tr>
    </tbody>
  );
}

/** Whether the apply changes the field, or somebody else set it. A default says nothing about an apply. */
function isRelevant({ effect, owners }: ThreeWayRow): boolean {
  if (effect === 'kept') return false;
  return effect !== 'left-alone' || owners.length > 0;
}
