import './entries.css';
import type { EntriesView as Entries } from '@managed-fields/player';
import { identityOf, overlay, type Palette } from '@managed-fields/rendering';
import { useMemo, useState } from 'react';
import { CodeView } from '../../../core/code-view/code-view.tsx';
import { useAnswer, useLastAnswer } from '../../../core/engine/use-answer.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { Split } from '../../../core/ui/split.tsx';
import { Term } from '../../../core/ui/term.tsx';
import { rawEntries } from '../../../core/view-models/raw-entries.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { pick, useLook } from '../look.ts';
import type { ResultViewProps } from '../shown.ts';
import { EntriesTree } from './entries-tree.tsx';

/**
 * The view of managedFields, raw or decoded, with the object below. A node and the lines of its field light up
 * together.
 */
export function EntriesView({ shown: { stepId }, narrow }: ResultViewProps) {
  const { answer, asking, failure } = useAnswer({ kind: 'entries', stepId });
  const shown = useLastAnswer(answer, stepId);
  if (failure !== undefined) return <p className="pane-empty">{words.page.broke}</p>;
  if (shown === undefined) return <p className="pane-empty">{asking ? words.page.working : words.result.noResult}</p>;
  if (shown.entries.length === 0) {
    return (
      <div className="pane-empty">
        <p>
          <b>{laterWords.entries.none}</b>
        </p>
        <p>{laterWords.entries.noneSent}</p>
      </div>
    );
  }
  return <Linked entries={shown} narrow={narrow} />;
}

function Linked({ entries, narrow }: { readonly entries: Entries; readonly narrow: boolean }) {
  const colours = usePalette(entries.object.managers);
  const picked = useLook((state) => state.picked);
  const [raw, setRaw] = useState(false);
  const [pointed, setPointed] = useState<string>();
  const list = raw ? (
    <Raw entries={entries} colours={colours} picked={picked} pointed={pointed} onPoint={setPointed} narrow={narrow} />
  ) : (
    <EntriesTree
      entries={entries}
      colours={colours}
      picked={picked}
      pointed={pointed}
      onPick={pick}
      onPoint={setPointed}
      narrow={narrow}
    />
  );
  const object = (
    <section className="entries-object" aria-label={laterWords.entries.object}>
      <h3>{laterWords.entries.object}</h3>
      <ObjectLines
        entries={entries}
        colours={colours}
        picked={picked}
        pointed={pointed}
        onPoint={setPointed}
        narrow={narrow}
      />
    </section>
  );
  return (
    <>
      <EntriesBar entries={entries} colours={colours} raw={raw} onRaw={setRaw} />
      {narrow ? (
        <>
          {list}
          {object}
        </>
      ) : (
        <Split name="entries" label={laterWords.entries.resize} direction="column" share={0.55} least={[120, 90]}>
          {list}
          {object}
        </Split>
      )}
    </>
  );
}

interface EntriesBarProps {
  readonly entries: Entries;
  readonly colours: Palette;
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
}

/**
 * The bar of the view: the switch between raw and decoded, the size of managedFields, and how near the object is to ten
 * updaters.
 */
function EntriesBar({ entries, colours, raw, onRaw }: EntriesBarProps) {
  const { updaters, managedFieldsBytes, text } = entries;
  const folded = updaters.folded.flatMap((index) => entries.entries[index]?.manager ?? []);
  return (
    <div className="view-bar entries-bar">
      <fieldset className="btn-pair" aria-label={laterWords.entries.form}>
        <button type="button" className="btn btn-small" aria-pressed={!raw} onClick={() => onRaw(false)}>
          {laterWords.entries.decoded}
        </button>
        <button type="button" className="btn btn-small" aria-pressed={raw} onClick={() => onRaw(true)}>
          {laterWords.entries.raw}
        </button>
      </fieldset>
      <Term term="managedFields" text={laterWords.entries.sizeLabel} className="entries-fact term">
        {laterWords.entries.sizeSentence(entries)}
      </Term>
      <span className="entries-fact">
        <meter
          aria-label={words.legend.updatersLabel}
          min={0}
          max={updaters.most}
          high={updaters.most - 2}
          value={Math.min(updaters.count, updaters.most)}
        />
        <Term term="updaters">{words.legend.updaters(updaters)}</Term>
      </span>
      <span className="grow" />
      <CopyButton text={text} label={words.page.copy} />
      <div className="entries-shares" role="img" aria-label={sharesText(entries)}>
        {entries.entries.map((entry) => {
          const { colour, letter } = colours.ofOwner(entry);
          return (
            <i
              key={identityOf(entry)}
              className={`mf-c${colour}`}
              style={{ flexGrow: entry.bytes }}
              title={`${entry.manager} · ${words.counting.bytesOf(entry.bytes)}`}
            >
              {entry.bytes > managedFieldsBytes / 40 && letter}
            </i>
          );
        })}
      </div>
      {folded.length > 0 && <p className="entries-folded">{laterWords.entries.foldedNext(folded)}</p>}
    </div>
  );
}

function sharesText({ entries }: Entries): string {
  const shares = entries.slice(0, 20).map(({ manager, bytes }) => `${manager} ${words.counting.bytesOf(bytes)}`);
  return `${laterWords.entries.shareLabel}: ${shares.join(', ')}${entries.length > 20 ? ', …' : ''}`;
}

interface LinesProps {
  readonly entries: Entries;
  readonly colours: Palette;
  readonly picked: string | undefined;
  readonly pointed: string | undefined;
  readonly onPoint: (path: string | undefined) => void;
  readonly narrow: boolean;
}

function ObjectLines({ entries: { object }, colours, picked, pointed, onPoint, narrow }: LinesProps) {
  const drawn = useMemo(() => overlay(object, colours), [object, colours]);
  const lit = useMemo(() => placesOf(object.fields, pointed), [object, pointed]);
  const index = useMemo(() => firstOf(object.fields, picked), [object, picked]);
  return (
    <CodeView
      label={laterWords.entries.objectYaml}
      text={object.text}
      annotated={object}
      overlay={drawn}
      picked={index}
      lit={lit}
      onPick={(field) => pick(field === undefined ? undefined : object.fields[field]?.path)}
      onPoint={narrow ? undefined : (at) => onPoint(at && object.fields[at.field]?.path)}
      wrap={narrow}
    />
  );
}

function Raw({ entries, colours, picked, pointed, onPoint, narrow }: LinesProps) {
  const text = useMemo(() => rawEntries(entries), [entries]);
  const drawn = useMemo(() => overlay(text, colours), [text, colours]);
  const lit = useMemo(() => placesOf(text.fields, pointed), [text, pointed]);
  // All nodes of a field are marked; the first is scrolled into view.
  const index = useMemo(() => firstOf(text.fields, picked), [text, picked]);
  const all = useMemo(() => placesOf(text.fields, picked), [text, picked]);
  const marked = useMemo(() => new Set([...lit, ...all]), [lit, all]);
  return (
    <CodeView
      label={laterWords.entries.rawYaml}
      text={text.text}
      annotated={text}
      overlay={drawn}
      picked={index}
      lit={marked}
      onPick={(field) => pick(field === undefined ? undefined : pathOf(text.fields[field]))}
      onPoint={narrow ? undefined : (at) => onPoint(at && pathOf(text.fields[at.field]))}
      wrap={narrow}
    />
  );
}

interface Pathed {
  readonly path: string;
}

/** Returns the path of the field of a node; undefined for an entry, which is about no field. */
function pathOf(field: Pathed | undefined): string | undefined {
  return field === undefined || field.path === '' ? undefined : field.path;
}

function placesOf(fields: readonly Pathed[], path: string | undefined): ReadonlySet<number> {
  if (path === undefined) return new Set();
  return new Set([...fields.entries()].flatMap(([index, field]) => (field.path === path ? index : [])));
}

function firstOf(fields: readonly Pathed[], path: string | undefined): number | undefined {
  const index = path === undefined ? -1 : fields.findIndex((field) => field.path === path);
  return index < 0 ? undefined : index;
}
