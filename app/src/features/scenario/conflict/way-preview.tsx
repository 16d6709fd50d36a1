import type { AnnotatedText, ObjectChange, StepPreview } from '@managed-fields/player';
import { identityOf, lineAt, lineStarts, overlay } from '@managed-fields/rendering';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { LineNote } from '../../../core/code-view/notes.ts';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Code } from '../../../core/ui/code.tsx';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';

interface PathChange {
  readonly value: { readonly before: string | undefined } | undefined;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** What is said after the lines of an object that would be otherwise: the value of before, who gains the field, who loses it. */
export function previewNotes(result: AnnotatedText, change: ObjectChange): ReadonlyMap<number, LineNote> {
  const starts = lineStarts(result.text);
  const changes = changesByPath(change);
  const notes = new Map<number, LineNote>();
  for (const { path, range } of result.fields) {
    const found = changes.get(path);
    if (found === undefined || range === undefined) continue;
    const line = lineAt(starts, range.from);
    if (!notes.has(line)) notes.set(line, { severity: 'info', text: words.conflict.previewNote(found) });
  }
  return notes;
}

function changesByPath({ values, owners }: ObjectChange): ReadonlyMap<string, PathChange> {
  const changes = new Map<string, PathChange>();
  const none: PathChange = { value: undefined, gained: [], lost: [] };
  const add = (path: string, more: (known: PathChange) => PathChange) =>
    changes.set(path, more(changes.get(path) ?? none));
  for (const { path, before } of values) add(path, (known) => ({ ...known, value: { before } }));
  for (const { owner, gained, lost } of owners) {
    for (const path of gained) add(path, (known) => ({ ...known, gained: [...known.gained, owner.manager] }));
    for (const path of lost) add(path, (known) => ({ ...known, lost: [...known.lost, owner.manager] }));
  }
  return changes;
}

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
    // What can be chosen stays in sight above what comes of it.
    section.current?.closest('.outcome')?.querySelector('.ways, .ways-each')?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section ref={section} className="way-preview" aria-label={words.conflict.previewOf({ way: name })}>
      <h3>{words.conflict.previewOf({ way: name })}</h3>
      {end !== undefined && (
        <p className="preview-summary-bad">
          <VisibleText text={end} />
        </p>
      )}
      {children}
      {preview.objects.map((change) => (
        <ObjectPreview key={change.object} change={change} titled={preview.objects.length > 1} />
      ))}
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
          {values.length > 1 && ` ${words.conflict.andMore({ count: values.length - 1 })}`}
        </li>
      ))}
      {values.length === 0 && (
        <li>{owners.length === 0 ? words.conflict.nothingChanges : words.conflict.sameValues}</li>
      )}
      {owners.slice(0, most).map((change, index) => (
        <li key={`${change.owner.manager} ${index}`}>
          <VisibleText text={words.conflict.ownerSummary(change)} />
          {index === most - 1 && owners.length > most && ` ${words.conflict.andMore({ count: owners.length - most })}`}
        </li>
      ))}
    </ul>
  );
}
