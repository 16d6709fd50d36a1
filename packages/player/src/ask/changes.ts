import { type ApiRequest, differenceOf, ownerMoves, type ResourceVersion } from '@managed-fields/api-server';
import { deducedType, type OwnerIdentity, type ValueMap, withoutManagedFields } from '@managed-fields/merge-engine';
import type { FieldPathText, Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { AnnotatedText } from '../playback.ts';
import { annotate } from '../run/annotate.ts';
import { readObject } from '../run/play-live.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { describeTarget, type Target } from '../run/target.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';
import { type ValueChangeView, valueChangeView } from './step-preview.ts';

/** The object to compare with: that after another step, or none. */
export type Against = { readonly kind: 'step'; readonly stepId: string } | { readonly kind: 'nothing' };

/** The differences between two states of an object. Plain data that a worker can post. */
export interface ChangesView extends ComparedObjects {
  readonly stepId: string;
  readonly against: Against;
  /** The steps before this one, and whether the object existed after each. */
  readonly earlier: readonly { readonly stepId: string; readonly exists: boolean }[];
  /**
   * What the step did: `wrote`; `refused`, so that nothing changed; `dry-run`, whose answer is shown; or `idle`, a step
   * that cannot write.
   */
  readonly effect: 'wrote' | 'refused' | 'dry-run' | 'idle';
}

/** Two states of an object beside each other. Plain data that a worker can post. */
export interface ComparedObjects {
  /** Both objects without managedFields, with their owners; undefined where there is no object. */
  readonly before: AnnotatedText | undefined;
  readonly after: AnnotatedText | undefined;
  /** The lines of both texts, aligned by the field that they are about. */
  readonly lines: readonly DiffLine[];
  /** The fields whose value differs, without those that change at every write. */
  readonly values: readonly ValueChangeView[];
  /** The fields whose owners changed, with or without a change of value. */
  readonly moves: readonly OwnerMoveView[];
}

/** A field that is owned by other entries than before. */
export interface OwnerMoveView {
  readonly path: FieldPathText;
  /** What happened to its value. `inside`: it is a map or list with content; `absent`: neither object has it. */
  readonly value: 'same' | 'changed' | 'added' | 'removed' | 'inside' | 'absent';
  readonly before: readonly OwnerIdentity[];
  readonly after: readonly OwnerIdentity[];
}

/**
 * Compares a step's object with its state after an earlier step, by default the one before. Undefined where the
 * scenario has no such step, or its object is not known. Asked on demand, never for each keystroke.
 */
export function changesOfStep(
  scenario: Scenario,
  stepId: string,
  { catalog }: RunOptions,
  against?: string,
): ChangesView | undefined {
  const played = playScenario(scenario, catalog);
  const index = played.findIndex(({ step }) => step.id === stepId);
  const current = played[index];
  if (current?.target === undefined) return undefined;
  const { target } = current;
  const earlier = played.slice(0, index).map((each) => ({ each, object: objectAfter(each, target) }));
  const other =
    against === 'nothing' ? undefined : (earlier.find(({ each }) => each.step.id === against) ?? earlier.at(-1));
  const [old, next] = [other?.object, current.shown];
  return {
    stepId,
    against: other === undefined ? { kind: 'nothing' } : { kind: 'step', stepId: other.each.step.id },
    earlier: earlier.map(({ each, object }) => ({ stepId: each.step.id, exists: object !== undefined })),
    effect: effectOf(current),
    ...comparedObjects(old, next, target.version),
  };
}

/** Compares two states of an object; `version` is that of its kind, undefined for a kind that is not known. */
export function comparedObjects(
  old: ValueMap | undefined,
  next: ValueMap | undefined,
  version: ResourceVersion | undefined,
): ComparedObjects {
  const kind = version ?? { type: deducedType };
  const [before, after] = [annotated(old, version), annotated(next, version)];
  const values = differenceOf(old, next, kind).values.map(valueChangeView);
  const changed = new Set(values.map(({ path }) => path));
  return {
    before,
    after,
    lines: diffLines(before, after),
    values,
    moves: movesBetween(ownerMoves(old, next, kind), [before, after], changed),
  };
}

/** The object after a step, even if that step is about another object. */
function objectAfter({ after, target: own }: PlayedStep, target: Target): ValueMap | undefined {
  if (target.name === '') return undefined;
  const same = after.target === own && own !== undefined && describeTarget(own) === describeTarget(target);
  return same ? after.object : readObject(after.cluster, target);
}

function annotated(object: ValueMap | undefined, version: ResourceVersion | undefined): AnnotatedText | undefined {
  return object && annotate(object, version, printYaml(withoutManagedFields(object)));
}

function effectOf({ step, outcome, shown, after, sent = [] }: PlayedStep): ChangesView['effect'] {
  switch (outcome.status) {
    case 'conflict':
    case 'error':
      // A command or a tool may have written before it was refused.
      return sent.some(({ request, response }) => isWrite(request) && response.code < 400) ? 'wrote' : 'refused';
    case 'skipped':
    case 'not-played':
    case 'installed':
      return 'idle';
    default:
      return ('dryRun' in step && step.dryRun) || shown !== after.object ? 'dry-run' : 'wrote';
  }
}

function isWrite({ method, query }: ApiRequest): boolean {
  return method !== 'GET' && !query.has('dryRun');
}

function movesBetween(
  moves: ReturnType<typeof ownerMoves>,
  texts: readonly (AnnotatedText | undefined)[],
  changed: ReadonlySet<FieldPathText>,
): readonly OwnerMoveView[] {
  const [there, here] = texts.map((text) => new Map(text?.fields.map((field) => [field.path, field])));
  return moves.map(({ text, before, after }) => {
    const [was, is] = [there?.get(text), here?.get(text)];
    const [wasThere, isThere] = [was?.range !== undefined, is?.range !== undefined];
    const both = is?.leaf === false && was?.leaf === false ? 'inside' : changed.has(text) ? 'changed' : 'same';
    const value = wasThere ? (isThere ? both : 'removed') : isThere ? 'added' : 'absent';
    return { path: text, value, before, after };
  });
}
