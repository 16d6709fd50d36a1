import type { AnnotatedText, FieldView } from '@managed-fields/scenario';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Pointed } from '../../editor/code-view.tsx';
import { words } from '../../language/language.ts';
import { identityOf, type Palette } from '../../view/palette.ts';
import { MarkChip } from '../parts/mark.tsx';

interface InspectorProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  /** Index of the picked field, where the object has it. */
  readonly field: number | undefined;
  /** The picked path, whether the object has it or not. */
  readonly path: string | undefined;
  readonly onClose: () => void;
}

/** Everything about one field, below the object. */
export function Inspector({ annotated, colours, field, path, onClose }: InspectorProps) {
  const view = field === undefined ? undefined : annotated.fields[field];
  return (
    <section className="inspector" aria-label={words.field.inspector} aria-live="polite">
      {path === undefined ? (
        <p className="inspector-empty">{words.field.inspectorEmpty}</p>
      ) : (
        <>
          <div className="inspector-head">
            <h3>
              {path}
              {view?.leaf === true && view.state !== 'absent' && <span className="value"> = {view.preview}</span>}
            </h3>
            <button type="button" className="btn btn-small btn-icon" aria-label={words.page.close} onClick={onClose}>
              <span aria-hidden="true">×</span>
            </button>
          </div>
          {view === undefined ? (
            <p className="inspector-empty">{words.field.notInObject}</p>
          ) : (
            <dl>
              <FieldFacts field={view} annotated={annotated} colours={colours} />
            </dl>
          )}
        </>
      )}
    </section>
  );
}

interface FieldFactsProps {
  readonly field: FieldView;
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
}

function FieldFacts({ field, annotated, colours }: FieldFactsProps) {
  const owners = field.owners.flatMap((index) => annotated.managers[index] ?? []);
  return (
    <>
      <dt>{owners.length === 1 ? words.field.owner : words.field.owners}</dt>
      <dd>
        {owners.length === 0 && words.legend.nobody}
        {owners.map((owner) => (
          <span key={identityOf(owner)} className="owner-line">
            <span className="owner">
              <MarkChip mark={colours.ofOwner(owner)} />
              {owner.manager}
            </span>{' '}
            {words.field.ownerSentence(owner)}
          </span>
        ))}
      </dd>
      <dt>{words.field.state}</dt>
      <dd>{words.field.stateSentence(field)}</dd>
    </>
  );
}

interface HoverCardProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly pointed: Pointed;
}

/** The short form, beside the pointer. */
export function HoverCard({ annotated, colours, pointed }: HoverCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: -9999, top: -9999 });
  useLayoutEffect(() => {
    if (card.current === null) return;
    const { width, height } = card.current.getBoundingClientRect();
    const below = pointed.y + 18;
    setPlace({
      left: Math.max(8, Math.min(pointed.x + 12, window.innerWidth - width - 8)),
      top: below + height > window.innerHeight - 8 ? Math.max(8, pointed.y - height - 12) : below,
    });
  }, [pointed]);
  const field = annotated.fields[pointed.field];
  if (field === undefined) return null;
  return (
    <div ref={card} className="hover-card" role="tooltip" style={place}>
      <p className="hover-path">{field.path}</p>
      <dl>
        <FieldFacts field={field} annotated={annotated} colours={colours} />
      </dl>
    </div>
  );
}
