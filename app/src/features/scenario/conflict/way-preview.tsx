import type { AnnotatedText, ObjectChange, StepPreview } from '@managed-fields/player';
import { identityOf, overlay } from '@managed-fields/rendering';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Code } from '../../../core/ui/code.tsx';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { PathText } from '../../../core/ui/path-text.tsx';
import { words } from '../../../core/words/language.ts';
import { firstChanged, previewNotes } from './preview-notes.ts';

interface WayPreviewProps {
  readonly name: string;
  readonly preview: StepPreview;
  readonly children?: ReactNode;
}

/** Shows the objects that a way out would leave, with their owners, and what would change. */
export function WayPreview({ name, preview, children }: WayPreviewProps) {
  const end = words.conflict.endSentence(preview);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section ref={section} className="way-preview" aria-label={words.conflict.previewOf(name)}>
      <h3>{words.conflict.previewOf(name)}</h3>
      {end !== undefined && (
        <p className="preview-summary-bad">
          <VisibleText text={end} />
        </p>
      )}
      {preview.objects.map((change) => (
        <ObjectPreview key={change.object} change={change} titled={preview.objects.length > 1} />
      ))}
      {children}
    </section>
  );
}

interface ObjectPreviewProps {
  readonly change: ObjectChange;
  readonly titled: boolean;
}

function ObjectPreview({ change, titled }: ObjectPreviewProps) {
  const { object, owners, result } = change;
  const named = useMemo(() => [...(result?.managers ?? []), ...owners.map(({ owner }) => owner)], [result, owners]);
  const colours = usePalette(named);
  return (
    <>
      {titled && <h4>{object}</h4>}
      <ul className="owner-changes">
        {owners.map((each) => (
          <li key={identityOf(each.owner)}>
            <MarkChip mark={colours.ofOwner(each.owner)} /> <VisibleText text={words.conflict.ownerSummary(each)} />
          </li>
        ))}
      </ul>
      {result !== undefined && <PreviewText result={result} change={change} />}
    </>
  );
}

function PreviewText({ result, change }: { readonly result: AnnotatedText; readonly change: ObjectChange }) {
  const colours = usePalette(result.managers);
  const drawn = useMemo(() => overlay(result, colours), [result, colours]);
  const notes = useMemo(() => previewNotes(result, change), [result, change]);
  const first = useMemo(() => firstChanged(result, change), [result, change]);
  const fold = result.managedFields && {
    range: result.managedFields,
    closed: true,
    summary: words.result.foldedSentence(result.managers),
    toggle: () => undefined,
  };
  return (
    <div className="preview-text">
      <Code
        label={words.conflict.previewObject}
        text={result.text}
        annotated={result}
        overlay={drawn}
        notes={notes}
        fold={fold}
        picked={first}
        wrap
      />
    </div>
  );
}

/** How many owners are listed one by one; the values stand in the table. */
const most = 2;

/** Sums up a preview in a few lines. Says that it is being computed before the engine has answered. */
export function PreviewSummary({ preview }: { readonly preview: StepPreview | undefined }) {
  if (preview === undefined) return <p className="preview-summary preview-summary-working">{words.conflict.working}</p>;
  const end = words.conflict.endSentence(preview);
  if (end !== undefined)
    return (
      <p className="preview-summary preview-summary-bad">
        <VisibleText text={end} />
      </p>
    );
  const values = preview.objects.flatMap((object) => object.values);
  const owners = preview.objects.flatMap((object) => object.owners);
  return (
    <ul className="preview-summary">
      {values.slice(0, 1).map((value) => (
        <li key={value.path}>
          <code>
            <PathText path={words.conflict.valueSummary(value)} />
          </code>
          {values.length > 1 && ` ${words.conflict.andMore(values.length - 1)}`}
        </li>
      ))}
      {values.length === 0 && (
        <li>{owners.length === 0 ? words.conflict.nothingChanges : words.conflict.sameValues}</li>
      )}
      {owners.slice(0, most).map((change, index) => (
        <li key={`${change.owner.manager} ${index}`}>
          <VisibleText text={words.conflict.ownerSummary(change)} />
          {index === most - 1 && owners.length > most && ` ${words.conflict.andMore(owners.length - most)}`}
        </li>
      ))}
    </ul>
  );
}
