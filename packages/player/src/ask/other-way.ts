import { catalogOf } from '@managed-fields/api-server';
import type { Scenario } from '@managed-fields/scenario';
import type { AnnotatedText, FieldView, OtherWayView } from '../playback.ts';
import { annotateObject } from '../run/annotate.ts';
import { otherApply } from '../run/command-view.ts';
import { kubectl } from '../run/kubectl.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/**
 * Plays the same apply with the other side computing it, server-side instead of client-side or the reverse, from the
 * same state. Undefined for steps that are no `kubectl apply`.
 */
export function otherWay(scenario: Scenario, stepId: string, { catalog }: RunOptions): OtherWayView | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  const instead = played === undefined ? undefined : otherApply(played.step);
  if (played === undefined || instead === undefined) return undefined;
  const { line, serverSide } = instead;
  const { step, text, before, shown } = played;
  if (step.kind !== 'kubectl') return undefined;
  const other = kubectl().playCommand({ ...step, text: line }, text, before);
  const here = shown && annotateObject(shown, catalogOf(played.after.cluster));
  const there = other.shown && annotateObject(other.shown, catalogOf(other.after.cluster));
  const { stdout = '', stderr = '', exitCode = 0 } = other.command ?? {};
  return { line, serverSide, stdout, stderr, exitCode, result: there, rows: rowsOf(here, there) };
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
