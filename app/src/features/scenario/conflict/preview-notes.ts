import type { AnnotatedText, ObjectChange } from '@managed-fields/player';
import { lineAt, lineStarts } from '@managed-fields/rendering';
import type { LineNote } from '../../../core/code-view/notes.ts';
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

/** The first field of an object that would be otherwise, by its index; a value before an owner. */
export function firstChanged(result: AnnotatedText, { values, owners }: ObjectChange): number | undefined {
  const paths = [
    ...values.map(({ path }) => path),
    ...owners.flatMap(({ lost }) => lost),
    ...owners.flatMap(({ gained }) => gained),
  ];
  for (const path of paths) {
    const index = result.fields.findIndex((field) => field.path === path && field.range !== undefined);
    if (index >= 0) return index;
  }
  return undefined;
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
