import type { AnnotatedText } from '@managed-fields/player';
import { type LineExtras, lineCells, textOfLine } from '@managed-fields/rendering';
import { memo } from 'react';
import { words } from '../words/language.ts';
import type { LineNote } from './notes.ts';
import type { PartOfLine } from './part-of-line.ts';
import type { Fold } from './shown-lines.ts';
import { Trees } from './visible-text.tsx';

interface CodeRowProps {
  readonly id: string;
  readonly part: PartOfLine;
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
  const { id, part, annotated, current, picked, lit, note, folded, lastApplied } = props;
  const { line } = part;
  const classes = [
    'mf-line',
    current && 'mf-current',
    picked && 'mf-picked',
    lit && 'mf-lit',
    note && `mf-${note.severity}`,
  ];
  const extras = {
    note: note?.text,
    fold: folded,
    lastApplied: lastApplied ? words.result.inLastApplied : undefined,
  };
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
      <RowCells part={part} annotated={annotated} extras={extras} />
    </div>
  );
});

interface RowCellsProps {
  readonly part: PartOfLine;
  readonly annotated: AnnotatedText | undefined;
  readonly extras?: LineExtras;
}

/** What a line consists of, wherever it stands: its number, its bars, its text and what is said after it. */
export function RowCells({ part: { line, before, after }, annotated, extras }: RowCellsProps) {
  return <Trees trees={lineCells(line, annotated, words, { ...extras, room: { before, after } })} />;
}
