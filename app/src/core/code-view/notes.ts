import type { ConflictView } from '@managed-fields/player';
import { lineAt, lineStarts } from '@managed-fields/rendering';
import type { Problem } from '@managed-fields/scenario';
import { words } from '../words/language.ts';

/** What is said after a line of a step's text: a problem, or that the line conflicts. */
export interface LineNote {
  readonly severity: Problem['severity'] | 'conflict';
  readonly text: string;
  /** All of it, where `text` is cut. */
  readonly whole?: string;
}

const rank: Readonly<Record<LineNote['severity'], number>> = { error: 0, conflict: 1, warning: 2, info: 3 };

/** Longer notes are cut: the hover and the panel below say the whole. */
const longest = 72;

/**
 * What is said of a problem at its own place. Go's parser counts some lines from 0 and others where it stopped reading,
 * so the number in its message may be that of another line than the one where it stands.
 */
export function messageAtPlace({ message }: Pick<Problem, 'message'>): string {
  return message.replace(/^yaml: line \d+: /, 'yaml: ');
}

/** One note a line, the gravest; lines count from 0. `file` is the name of a command's file, where the text is that. */
export function lineNotes(
  text: string,
  problems: readonly Problem[],
  conflict: ConflictView | undefined,
  file?: string,
): ReadonlyMap<number, LineNote> {
  const starts = lineStarts(text);
  const notes = new Map<number, LineNote>();
  const note = (offset: number, found: LineNote) => {
    const line = lineAt(starts, Math.min(offset, text.length));
    const known = notes.get(line);
    if (known !== undefined && rank[found.severity] >= rank[known.severity]) return;
    const { text: whole } = found;
    notes.set(line, whole.length > longest ? { ...found, text: `${whole.slice(0, longest)}…`, whole } : found);
  };
  for (const problem of problems) note(problem.from, { severity: problem.severity, text: messageAtPlace(problem) });
  for (const field of conflict?.fields ?? []) {
    const range = file === undefined ? field.range : field.inFile?.file === file ? field.inFile.range : undefined;
    if (range !== undefined) note(range.from, { severity: 'conflict', text: words.conflict.conflictHint(field) });
  }
  return notes;
}
