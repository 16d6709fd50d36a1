import { differenceOf, ownerMoves } from '@managed-fields/api-server';
import type { OwnerIdentity, ValueMap } from '@managed-fields/merge-engine';
import { withoutManagedFields } from '@managed-fields/merge-engine';
import { printYaml } from '@managed-fields/source';
import type { FieldPathText } from '../ownership.ts';
import type { AnnotatedText } from '../playback.ts';
import { annotate } from '../run/annotate.ts';
import { readObject } from '../run/play-live.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { describeTarget, type Target } from '../run/target.ts';
import type { Scenario } from '../scenario.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';
import { type ValueChangeView, valueChangeView } from './step-preview.ts';

/** What a step's object is compared with: how it stood after another step, or nothing at all. */
export type Against = { readonly kind: 'step'; readonly stepId: string } | { readonly kind: 'nothing' };

/** How an object differs from what it was. Plain data that a worker can post. */
export interface ChangesView {
  readonly stepId: string;
  readonly against: Against;
  /** The steps before this one, and whether the object was there after each. */
  readonly earlier: readonly { readonly stepId: string; readonly exists: boolean }[];
  /**
   * What the step did: it wrote, it `refused` and left everything as it was, it was a `dry-run` whose answer is shown,
   * or it is none that could write.
   */
  readonly effect: 'wrote' | 'refused' | 'dry-run' | 'idle';
  /** Both texts without managedFields, with their owners; undefined where there is no object. */
  readonly before: AnnotatedText | undefined;
  readonly after: AnnotatedText | undefined;
  /** The lines of both texts, laid beside each other by the field that they are about. */
  readonly lines: readonly DiffLine[];
  /** Fields whose value differs; what every write changes by itself is left out. */
  readonly values: readonly ValueChangeView[];
  /** Fields that changed owners, whatever became of their values. */
  readonly moves: readonly OwnerMoveView[];
}

/** A field that other entries own than before. */
export interface OwnerMoveView {
  readonly path: FieldPathText;
  /** What became of its value; `inside` for a map or list with something in it, `absent` where neither object has it. */
  readonly value: 'same' | 'changed' | 'added' | 'removed' | 'inside' | 'absent';
  readonly before: readonly OwnerIdentity[];
  readonly after: readonly OwnerIdentity[];
}

/**
 * How a step's object differs from how it stood after an earlier step; by default the one before. Undefined where the
 * scenario has no such step, or nobody knows which object it is about. On demand, never for each keystroke.
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
  const [before, after] = [annotated(old, target), annotated(next, target)];
  const values = differenceOf(old, next, target.version).values.map(valueChangeView);
  return {
    stepId,
    against: other === undefined ? { kind: 'nothing' } : { kind: 'step', stepId: other.each.step.id },
    earlier: earlier.map(({ each, object }) => ({ stepId: each.step.id, exists: object !== undefined })),
    effect: effectOf(current),
    before,
    after,
    lines: diffLines(before, after),
    values,
    moves: movesBetween(
      ownerMoves(old, next, target.version),
      [before, after],
      new Set(values.map(({ path }) => path)),
    ),
  };
}

/** How the object stood after a step; the step may have been about another one. */
function objectAfter({ after, target: own }: PlayedStep, target: Target): ValueMap | undefined {
  if (target.name === '') return undefined;
  const same = after.target === own && own !== undefined && describeTarget(own) === describeTarget(target);
  return same ? after.object : readObject(after.cluster, target);
}

function annotated(object: ValueMap | undefined, target: Target): AnnotatedText | undefined {
  return object && annotate(object, target.version, printYaml(withoutManagedFields(object)));
}

function effectOf({ step, outcome, shown, after }: PlayedStep): ChangesView['effect'] {
  switch (outcome.status) {
    case 'conflict':
    case 'error':
      return 'refused';
    case 'skipped':
    case 'installed':
      return 'idle';
    default:
      return ('dryRun' in step && step.dryRun) || shown !== after.object ? 'dry-run' : 'wrote';
  }
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
