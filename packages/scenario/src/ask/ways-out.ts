import { playStep } from '../run/play-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';
import { resolvedStep, type WayOut, type Ways } from './resolve.ts';
import { type StepPreview, stepPreviewOf } from './step-preview.ts';

/** The result that a way out of a conflict would have. */
export interface WayPreview extends StepPreview {
  readonly way: WayOut;
}

/**
 * Previews the three ways out of a step's conflict, each for all fields; empty where the step has no conflict. Asked on
 * demand, never for each keystroke.
 */
export function previewWaysOut(scenario: Scenario, stepId: string, options: RunOptions): readonly WayPreview[] {
  return (['overwrite', 'give-up', 'share'] as const).flatMap((way) => {
    const preview = previewWays(scenario, stepId, way, options);
    return preview === undefined ? [] : [{ way, ...preview }];
  });
}

/**
 * Previews a way out for each field, with the step that `resolveConflict` makes. Undefined where there is no conflict.
 */
export function previewWays(
  scenario: Scenario,
  stepId: string,
  ways: Ways,
  { catalog }: RunOptions,
): StepPreview | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  if (played === undefined || played.outcome.status !== 'conflict') return undefined;
  return stepPreviewOf(playStep(resolvedStep(played, ways), played.before, new Map()));
}
