import type { ConflictView, Step, WayOut } from '@managed-fields/scenario';
import { Fragment } from 'react';
import { changeByEngine } from '../../engine/drive.ts';
import { words } from '../../language/language.ts';
import type { Palette } from '../../view/palette.ts';
import { pickAndShow } from '../parts/look.ts';
import { MarkChip } from '../parts/mark.tsx';
import type { Selected } from '../parts/screen.ts';
import { usePalette } from '../parts/seating.ts';

interface OutcomePanelProps {
  readonly selected: Selected;
}

/** How the server answers where the answer is not simply yes: a conflict with its ways out, a refusal, warnings. */
export function OutcomePanel({ selected }: OutcomePanelProps) {
  const { step, outcome, view } = selected;
  const colours = usePalette();
  if (outcome === undefined || step.off === true) return null;
  if (view?.conflict !== undefined) {
    return <ConflictPanel step={step} conflict={view.conflict} colours={colours} selected={selected} />;
  }
  const { status, message, code, warnings } = outcome;
  const refused = status === 'error' || status === 'conflict';
  if (!refused && warnings.length === 0) return null;
  return (
    <section className="outcome" aria-label={refused ? words.conflict.error : words.conflict.warnings}>
      {refused && (
        <div className="outcome-head">
          <b>{words.conflict.error}</b>
          {code !== undefined && ` ${words.conflict.serverAnswers} ${code}`}
          {message !== undefined && <code>{message}</code>}
        </div>
      )}
      {warnings.length > 0 && (
        <div className="outcome-head outcome-warnings">
          <b>{words.conflict.warnings}</b>
          {warnings.map((warning) => (
            <code key={warning}>{warning}</code>
          ))}
        </div>
      )}
    </section>
  );
}

interface ConflictPanelProps extends OutcomePanelProps {
  readonly step: Step;
  readonly conflict: ConflictView;
  readonly colours: Palette;
}

const ways: readonly WayOut[] = ['overwrite', 'give-up', 'share'];

function ConflictPanel({ step, conflict, colours, selected }: ConflictPanelProps) {
  const manager = selected.outcome?.manager ?? step.manager ?? '';
  return (
    <section className="outcome" aria-label={words.conflict.conflict}>
      <div className="outcome-head">
        <b>{words.conflict.conflict}</b> {words.conflict.serverAnswers} 409
        <code>{conflict.message}</code>
      </div>
      <table className="conflict-table">
        <thead>
          <tr>
            <th scope="col">{words.conflict.field}</th>
            <th scope="col">{words.conflict.onServer}</th>
            <th scope="col">{words.conflict.youDeclare}</th>
          </tr>
        </thead>
        <tbody>
          {conflict.fields.map((field) => (
            <tr key={`${field.path} ${field.owner.manager} ${field.owner.operation} ${field.owner.subresource}`}>
              <th scope="row">
                <button type="button" className="link" onClick={() => pickAndShow(field.path)}>
                  <PathText path={field.path} />
                </button>
              </th>
              <td>
                <code className="value">{field.live ?? words.conflict.absentValue}</code>{' '}
                <span className="owner">
                  <MarkChip mark={colours.ofOwner(field.owner)} />
                  {field.owner.manager}
                </span>
                <small title={words.field.ownerSentence(field.owner)}>{words.field.ownerShort(field.owner)}</small>
              </td>
              <td>
                <code className="value">{field.declared ?? words.conflict.absentValue}</code>{' '}
                <span className="owner">
                  <MarkChip mark={colours.of(manager)} />
                  {manager}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <fieldset className="ways" aria-label={words.conflict.waysOut}>
        {ways.map((way) => (
          <button
            key={way}
            type="button"
            className="way"
            onClick={() => changeByEngine({ kind: 'resolve', stepId: step.id, way })}
          >
            <b>{words.conflict.ways[way].name}</b>
            <span>{words.conflict.ways[way].text}</span>
            {conflict.fields.slice(0, 2).map((field) => (
              <code key={`${field.path} ${field.owner.manager}`}>
                {lastPart(field.path)}: {words.conflict.waySentence(way, field, conflict.fields.length === 1)}
              </code>
            ))}
            {conflict.fields.length > 2 && <code>…</code>}
          </button>
        ))}
      </fieldset>
    </section>
  );
}

/** A path that breaks between its parts where there is little room. */
function PathText({ path }: { readonly path: string }) {
  const parts = path.split(/(?=[.[])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** The last name of a path: `replicas` of `.spec.replicas`. */
function lastPart(path: string): string {
  return path.split('.').at(-1) ?? path;
}
