import {
  type Episode,
  explainField,
  explainOwnership,
  type FieldEvent,
  type FieldPath,
  type OwnerIdentity,
} from '@managed-fields/merge-engine';
import type { FieldPathText } from '../ownership.ts';
import { preview } from '../preview.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { describeTarget } from '../run/target.ts';
import type { Scenario } from '../scenario.ts';

/** What a step did to a field. Plain data that a worker can post. */
export interface FieldEventView {
  readonly stepId: string;
  /** As the engine's `FieldEvent` has them; `pasted` came with a live object. */
  readonly code: FieldEvent['code'] | 'pasted';
  readonly by: OwnerIdentity | undefined;
  /** One-line previews of the value before, and after (or wanted, where refused). */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly gained: readonly OwnerIdentity[];
  readonly lost: readonly OwnerIdentity[];
  /** Who stood in the way, where refused. */
  readonly against: readonly OwnerIdentity[];
}

/**
 * Why a field of a step's object is as it is: what each step up to this one did to it, tried and failed included, in
 * order. `path` as messages print it. On demand, never for each keystroke.
 */
export function fieldHistory(
  scenario: Scenario,
  stepId: string,
  path: FieldPathText,
  { catalog }: RunOptions,
): readonly FieldEventView[] {
  const played = playScenario(scenario, catalog);
  const end = played.findIndex(({ step }) => step.id === stepId) + 1;
  const target = played[end - 1]?.target;
  if (target === undefined) return [];
  const name = describeTarget(target);
  const about = played
    .slice(0, end)
    .filter((step) => step.target !== undefined && describeTarget(step.target) === name);
  const field = about.map((step) => pathIn(step, path)).findLast((found) => found !== undefined);
  if (field === undefined) return [];
  const episodes = about.map(episodeOf);
  return explainField(episodes, field).map(({ episode, code, by, from, to, gained, lost, against }) => {
    const step = about[episode]?.step;
    return {
      stepId: step?.id ?? '',
      code: step?.kind === 'live' ? 'pasted' : code,
      by,
      from: from === undefined ? undefined : preview(from),
      to: to === undefined ? undefined : preview(to),
      gained,
      lost,
      against,
    };
  });
}

/** The path that prints like this, in the object that a step shows or the conflicts that it met. */
function pathIn({ shown, target, trace }: PlayedStep, text: FieldPathText): FieldPath | undefined {
  if (target === undefined) return undefined;
  const fields = [shown, trace?.config].flatMap((object) =>
    object === undefined ? [] : explainOwnership(object, target.version.type).fields,
  );
  return fields.find((field) => field.text === text)?.path;
}

function episodeOf({ step, before, after, trace, target, outcome }: PlayedStep): Episode {
  const type = target?.version.type ?? { name: '' };
  if (trace === undefined) return { before: before.object, after: after.object, type, by: undefined };
  const by: OwnerIdentity = {
    manager: outcome.manager ?? '',
    operation: trace.operation === 'Apply' ? 'Apply' : 'Update',
    subresource: trace.subresource,
    apiVersion: trace.apiVersion,
  };
  if (outcome.status === 'conflict' && trace.config !== undefined) {
    const refused = { conflicts: trace.conflicts, config: trace.config };
    return { before: trace.before, after: trace.before, type, by, refused };
  }
  const failed = outcome.status === 'error' || step.dryRun === true;
  return { before: trace.before, after: failed ? trace.before : trace.after, type, by };
}
