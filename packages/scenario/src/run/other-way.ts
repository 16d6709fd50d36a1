import type { AnnotatedText, FieldView, OtherWayView } from '../playback.ts';
import { playCommand } from './play-command.ts';
import type { PlayedStep } from './played-step.ts';

/** Draws an object with its owners. */
type Annotate = (object: NonNullable<PlayedStep['shown']>) => AnnotatedText;

/**
 * What the same apply comes to the other way, server-side instead of client-side or the reverse, from the same state;
 * undefined for commands that are no apply.
 */
export function otherWay(played: PlayedStep, annotated: Annotate): OtherWayView | undefined {
  const { step, text, before, shown } = played;
  const line = otherLine(step.text);
  if (line === undefined) return undefined;
  const other = playCommand({ ...step, text: line }, text, before);
  const here = shown && annotated(shown);
  const there = other.shown && annotated(other.shown);
  const { stdout = '', stderr = '', exitCode = 0 } = other.command ?? {};
  return { line, serverSide: isServerSide(line), stdout, stderr, exitCode, result: there, rows: rowsOf(here, there) };
}

const serverSideFlags = /\s+--(?:server-side|force-conflicts)(?:=true)?(?=\s|$)/g;

function isServerSide(line: string): boolean {
  return /\s--server-side(?:=true)?(?:\s|$)/.test(line);
}

function otherLine(line: string): string | undefined {
  const trimmed = line.trim();
  if (!/^kubectl\s+apply(?!\s+\w+-last-applied)(?:\s|$)/.test(trimmed)) return undefined;
  return isServerSide(trimmed) ? trimmed.replace(serverSideFlags, '') : `${trimmed} --server-side`;
}

/** What every write changes, and would differ between any two. */
const volatile = /^\.metadata\.(?:managedFields|resourceVersion|uid|generation|creationTimestamp)\b/;

function rowsOf(here: AnnotatedText | undefined, there: AnnotatedText | undefined): OtherWayView['rows'] {
  const [ours, theirs] = [leaves(here), leaves(there)];
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => !volatile.test(path));
  return paths.flatMap((path) => {
    const [a, b] = [ours.get(path), theirs.get(path)];
    if (a?.text === b?.text && a?.owners.join() === b?.owners.join()) return [];
    return [
      {
        path,
        here: a?.preview,
        there: b?.preview,
        sameValue: a?.text === b?.text,
        hereOwners: a?.owners ?? [],
        thereOwners: b?.owners ?? [],
      },
    ];
  });
}

interface Leaf {
  readonly text: string;
  readonly preview: string;
  readonly owners: readonly string[];
}

function leaves(annotated: AnnotatedText | undefined): ReadonlyMap<string, Leaf> {
  const found = new Map<string, Leaf>();
  if (annotated === undefined) return found;
  const { text, managers } = annotated;
  for (const field of annotated.fields) {
    if (!field.leaf || field.range === undefined || field.atomicRoot !== undefined) continue;
    const owners = ownersOf(field, managers);
    found.set(field.path, { text: text.slice(field.range.from, field.range.to), preview: field.preview, owners });
  }
  return found;
}

function ownersOf({ owners }: FieldView, managers: AnnotatedText['managers']): readonly string[] {
  const names = owners.flatMap((index) => managers[index] ?? []).map(({ manager }) => manager);
  return [...new Set(names)].sort();
}
