import { changesOf, type WayOut } from '@managed-fields/api-server';
import type { ExplainedConflict } from '@managed-fields/merge-engine';
import { changeText } from '../change-text.ts';
import { withStep } from '../edits.ts';
import { keyOf, type RefusedApply, refusedApplies } from '../run/conflict-view.ts';
import type { Declared } from '../run/declared.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import type { Scenario, Step } from '../scenario.ts';
import { withSettingsOf } from '../settings.ts';

export type { WayOut };

/** A way for each conflicting field, by its key; a field without one stays as it is. */
export type WayChoices = Readonly<Record<string, WayOut>>;

/** One way for all fields of a conflict, or a way for each. */
export type Ways = WayOut | WayChoices;

/**
 * The scenario with a step's conflict taken away. A field is given up by no longer declaring it, and shared by
 * declaring its live value (one that somebody owns but the object does not have is given up: there is no value to
 * share). To overwrite forces the whole apply, which takes every field that is still in conflict.
 * Comments and order of the texts stay. Of a command, its line and its files change; a file of an earlier step is
 * changed in a copy of this step's. A step without conflict stays as it is.
 */
export function resolveConflict(scenario: Scenario, stepId: string, ways: Ways, { catalog }: RunOptions): Scenario {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  return played === undefined ? scenario : withStep(scenario, stepId, () => resolvedStep(played, ways));
}

/** The step of `resolveConflict`; the very step where nothing changes. */
export function resolvedStep(played: PlayedStep, ways: Ways): Step {
  const refused = refusedApplies(played);
  const wayOf = (apply: RefusedApply, conflict: ExplainedConflict) =>
    typeof ways === 'string' ? ways : ways[keyOf(refused, apply, conflict)];
  const all = refused.flatMap((apply) => apply.conflicts.map((conflict) => wayOf(apply, conflict)));
  const step = all.includes('overwrite') ? forced(played.step) : played.step;
  return refused.reduce((changed, apply) => {
    const ofWay = (way: WayOut) => apply.conflicts.filter((conflict) => wayOf(apply, conflict) === way);
    return withDeclared(changed, apply, ofWay('give-up'), ofWay('share'));
  }, step);
}

/** A step that takes what conflicts. */
export function forced(step: Step): Step {
  if (step.kind !== 'kubectl') return withSettingsOf(step, { force: true });
  const isForced = /\s--force-conflicts(?:=true)?(?:\s|$)/.test(step.text);
  return isForced ? step : { ...step, text: `${step.text.trimEnd()} --force-conflicts` };
}

/** A step whose apply no longer declares some fields, and declares others as they are. */
function withDeclared(
  step: Step,
  { declared }: RefusedApply,
  givenUp: readonly ExplainedConflict[],
  shared: readonly ExplainedConflict[],
): Step {
  if (declared === undefined) return step;
  const changes = [...changesOf('give-up', givenUp), ...changesOf('share', shared)].map(({ place, value }) => ({
    place: [...declared.root, ...place],
    value,
  }));
  const { file, document } = declared;
  const files = 'files' in step ? step.files : undefined;
  const text = file === undefined ? step.text : (files?.[file] ?? declared.text);
  const changed = changeText(text, changes, document);
  if (changed === text) return step;
  return withDeclaredText(step, declared, changed);
}

/** A step with another text where its apply declares what it does: in its own text, or in a file of its command. */
export function withDeclaredText(step: Step, { file }: Declared, text: string): Step {
  if (file === undefined) return { ...step, text };
  return step.kind === 'kubectl' ? { ...step, files: { ...step.files, [file]: text } } : step;
}
