import { assertNever, changesOf, type WayOut } from '@managed-fields/merge-engine';
import { changeText } from './change-text.ts';
import { withSettings, withText } from './edits.ts';
import type { FieldPathText } from './ownership.ts';
import { conflictsOf } from './run/conflict-view.ts';
import { playScenario, type RunOptions } from './run/run.ts';
import type { Scenario } from './scenario.ts';

export type { WayOut };

/** The first way out of a conflict: force the apply, so that its manager becomes the only owner of what it declares. */
export function overwrite(scenario: Scenario, stepId: string): Scenario {
  return withSettings(scenario, stepId, { force: true });
}

/**
 * The second way out: the conflicting fields are no longer declared, so the others keep them. `paths` as conflicts
 * print them; all conflicts of the step where none are given. Comments and order of the rest of the text stay.
 * A step without conflict stays as it is.
 */
export function giveUp(
  scenario: Scenario,
  stepId: string,
  options: RunOptions,
  paths?: readonly FieldPathText[],
): Scenario {
  return withoutConflict(scenario, stepId, 'give-up', options, paths);
}

/**
 * The third way out: the conflicting fields are declared with their live values, so they are shared. A field that
 * somebody owns but the object does not have is given up instead, since there is no value to share. Else as `giveUp`.
 */
export function share(
  scenario: Scenario,
  stepId: string,
  options: RunOptions,
  paths?: readonly FieldPathText[],
): Scenario {
  return withoutConflict(scenario, stepId, 'share', options, paths);
}

/** One of the three ways out, by its name. */
export function resolveConflict(
  scenario: Scenario,
  stepId: string,
  way: WayOut,
  options: RunOptions,
  paths?: readonly FieldPathText[],
): Scenario {
  switch (way) {
    case 'overwrite':
      return overwrite(scenario, stepId);
    case 'give-up':
    case 'share':
      return withoutConflict(scenario, stepId, way, options, paths);
    default:
      return assertNever(way);
  }
}

function withoutConflict(
  scenario: Scenario,
  stepId: string,
  way: 'give-up' | 'share',
  { catalog }: RunOptions,
  paths: readonly FieldPathText[] | undefined,
): Scenario {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  if (played === undefined || played.outcome.status !== 'conflict') return scenario;
  const conflicts = conflictsOf(played).filter(({ text }) => paths === undefined || paths.includes(text));
  return withText(scenario, stepId, changeText(played.step.text, changesOf(way, conflicts)));
}
