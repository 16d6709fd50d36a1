import { type OwnerChange, previewWayOut, type WayOut } from '@managed-fields/merge-engine';
import type { FieldPathText } from '../ownership.ts';
import { preview } from '../preview.ts';
import { conflictsOf } from '../run/conflict-view.ts';
import { timeText } from '../run/play-state.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';

/** What a way out of a conflict would come to. Plain data that a worker can post. */
export interface WayPreview {
  readonly way: WayOut;
  /** The HTTP status code of the answer; 409 where conflicts remain. */
  readonly code: number;
  /** Fields whose value changes, with one-line previews. */
  readonly values: readonly {
    readonly path: FieldPathText;
    readonly before: string | undefined;
    readonly after: string | undefined;
  }[];
  /** Who gains and loses which fields. */
  readonly owners: readonly OwnerChange[];
}

/**
 * Plays the three ways out of a step's conflict on the side, for some of its fields or for all; none where the step
 * met no conflict. On demand, never for each keystroke.
 */
export function previewWaysOut(
  scenario: Scenario,
  stepId: string,
  { catalog }: RunOptions,
  paths?: readonly FieldPathText[],
): readonly WayPreview[] {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  if (played?.built === undefined || played.outcome.status !== 'conflict') return [];
  const { request } = played.built;
  const { cluster, seconds } = played.before;
  const conflicts = conflictsOf(played).filter(({ text }) => paths === undefined || paths.includes(text));
  return (['overwrite', 'give-up', 'share'] as const).map((way): WayPreview => {
    const { response, difference } = previewWayOut(cluster, request, way, conflicts, timeText(seconds));
    return {
      way,
      code: response.code,
      values: difference.values.map(({ text, before, after }) => ({
        path: text,
        before: before === undefined ? undefined : preview(before),
        after: after === undefined ? undefined : preview(after),
      })),
      owners: difference.owners,
    };
  });
}
