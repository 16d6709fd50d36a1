import type { ValueChangeRow, WatchRow } from '@managed-fields/live-cluster';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';

interface RowChangesProps {
  readonly row: WatchRow;
  /** How many fields are listed. */
  readonly lines: number;
}

/** What a version changed, in words: its first fields with both values, and of how many the owners changed. */
export function RowChanges({ row: { values, owners, change }, lines }: RowChangesProps) {
  const said = laterWords.watch;
  const shown = values.shown.slice(0, lines);
  const more = values.shown.length + values.leftOut - shown.length;
  const moved = owners.shown.length + owners.leftOut;
  return (
    <span className="watch-changes">
      {shown.map((value) => (
        <ValueLine key={value.path} value={value} />
      ))}
      {more > 0 && <small>{said.moreFields({ count: more })}</small>}
      {moved > 0 && <small>{said.ownersOf({ count: moved })}</small>}
      {change === 'changed' && shown.length + moved === 0 && <small>{said.sameFields}</small>}
    </span>
  );
}

function ValueLine({ value: { path, before, after } }: { readonly value: ValueChangeRow }) {
  return (
    <span className="watch-value">
      <b className="watch-path">
        <PathText path={path} />
      </b>{' '}
      <Value text={before} /> <span aria-hidden="true">→</span> <Value text={after} />
    </span>
  );
}

function Value({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return <i>{laterWords.watch.fieldAbsent}</i>;
  return (
    <code>
      <VisibleText text={text} />
    </code>
  );
}

/** The time of day of milliseconds since 1970, where the user is: `09:54:34`. */
export function clockText(milliseconds: number): string {
  const time = new Date(milliseconds);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
