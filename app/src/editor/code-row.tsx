import type { AnnotatedText, FieldView } from '@managed-fields/scenario';
import { type Line, type Run, textOfLine, tintClass } from '@managed-fields/static-view';
import { memo } from 'react';
import { words } from '../language/language.ts';
import type { LineNote } from '../view/notes.ts';
import type { Fold } from './shown-lines.ts';
import { LeftOut, VisibleText } from './visible-text.tsx';

interface CodeRowProps {
  readonly id: string;
  readonly line: Line;
  readonly annotated: AnnotatedText | undefined;
  /** Draws what the last-applied annotation declares. */
  readonly lastApplied: boolean;
  readonly current: boolean;
  readonly picked: boolean;
  /** The pointer is on something elsewhere that is about the same. */
  readonly lit: boolean;
  readonly note: LineNote | undefined;
  readonly folded: Fold | undefined;
}

/** One line of the static view: number, bars, text with tints and boxes, and what is said after it. */
export const CodeRow = memo(function CodeRow(props: CodeRowProps) {
  const { id, line, annotated, current, picked, lit, note, folded, lastApplied } = props;
  const classes = [
    'row',
    current && 'row-current',
    picked && 'row-picked',
    lit && 'row-lit',
    note && `row-${note.severity}`,
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names the active line.
    <div
      id={id}
      className={classes.filter(Boolean).join(' ')}
      role="option"
      aria-selected={current}
      // A line without words is called by its number.
      aria-label={textOfLine(line).trim() === '' ? String(line.line + 1) : undefined}
      data-line={line.line}
    >
      <RowCells line={line} annotated={annotated} note={note} folded={folded} lastApplied={lastApplied} />
    </div>
  );
});

/** What a line consists of, wherever it stands: its number, its bars, its text and what is said after it. */
export function RowCells(props: Pick<CodeRowProps, 'line' | 'annotated'> & Partial<CodeRowProps>) {
  const { line, annotated, note, folded, lastApplied = false } = props;
  const { field, bars, boxes, hint, runs, rest } = line;
  const view = field === undefined ? undefined : annotated?.fields[field];
  const owners = view?.owners.flatMap((index) => annotated?.managers[index] ?? []);
  return (
    <>
      <span className="row-number" aria-hidden="true">
        {line.line + 1}
      </span>
      <span className="row-gutter" aria-hidden="true">
        {bars.map((bar) => (
          <i key={bar.lane} className={`own-bar lane-${bar.lane} c${bar.mark.colour} p${bar.mark.pattern}`}>
            {bar.first && <b>{bar.mark.letter}</b>}
            {bar.first && bar.more > 0 && <em>+{bar.more}</em>}
          </i>
        ))}
      </span>
      <span className="row-text">
        {boxes.map((box) => (
          <i
            key={box.field}
            aria-hidden="true"
            className={`box c${box.mark.colour}${box.first ? ' box-first' : ''}${box.last ? ' box-last' : ''}`}
            style={{ left: `calc(${box.column}ch - 3px)`, width: `calc(${box.width}ch + 6px)` }}
          />
        ))}
        {spans(runs, lastApplied ? annotated : undefined)}
        {rest > 0 && <LeftOut count={rest} />}
        {folded && <span className="row-fold">{folded.closed ? ` ▸ ${folded.summary}` : ' ▾'}</span>}
        {note !== undefined && (
          <span className="row-note">
            <VisibleText text={note.text} />
          </span>
        )}
        {note === undefined && hint !== undefined && annotated !== undefined && view !== undefined && (
          <span className="row-hint" style={{ marginLeft: `calc(${hint.indent}ch * 12.5 / 11)` }}>
            <VisibleText text={words.field.hintSentence(hint.kind, view, annotated)} />
          </span>
        )}
        {owners !== undefined && owners.length > 0 && (
          <span className="hidden-text">, {words.field.ownersSentence(owners)}</span>
        )}
        {view?.why !== undefined && <span className="hidden-text">, {words.field.stateName(view)}</span>}
        {lastApplied && isLastApplied(view) && <span className="hidden-text">, {words.result.inLastApplied}</span>}
      </span>
    </>
  );
}

function isLastApplied(field: FieldView | undefined): boolean {
  return field?.leaf === true && field.lastApplied === true;
}

/** The text of a line with its tints. What `layer` has of last-applied is underlined. */
function spans(runs: readonly Run[], layer: AnnotatedText | undefined) {
  return runs.map(({ spot, segments }, index) => {
    const inner = segments.map(({ text, ink, strong }, place) => (
      <span key={place} className={[ink && `t-${ink}`, strong && 'strong'].filter(Boolean).join(' ') || undefined}>
        <VisibleText text={text} />
      </span>
    ));
    const underlined = spot !== undefined && isLastApplied(layer?.fields[spot.field]);
    return (
      <span
        key={index}
        className={spot && `${tintClass(spot)}${underlined ? ' last-applied' : ''}`}
        data-field={spot?.field}
      >
        {inner}
      </span>
    );
  });
}
