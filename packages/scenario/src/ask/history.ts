import {
  explainField,
  explainOwnership,
  type FieldEvent,
  type FieldPath,
  isMap,
  type OwnerIdentity,
  type Value,
} from '@managed-fields/merge-engine';
import type { FieldPathText } from '../ownership.ts';
import { preview } from '../preview.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';
import { episodesOf, type PlayedEpisode } from './episodes.ts';

/** What a step did to a field. Plain data that a worker can post. */
export interface FieldEventView {
  readonly stepId: string;
  /** Which request of a command did it, counted from 0. */
  readonly request?: number;
  /** When it was written, RFC 3339. */
  readonly time?: string;
  /** Nothing was written: a dry run. */
  readonly dryRun?: true;
  /** As the engine's `FieldEvent` has them; `pasted` came with a live object. */
  readonly code: FieldEvent['code'] | 'pasted';
  readonly by: OwnerIdentity | undefined;
  /** One-line previews of the value before, and after (or wanted, where it failed). */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** What was written, where the server made another value of it. */
  readonly wrote: string | undefined;
  readonly gained: readonly OwnerIdentity[];
  readonly lost: readonly OwnerIdentity[];
  /** Everybody who owns it then. */
  readonly owners: readonly OwnerIdentity[];
  /** Who stood in the way, where refused. */
  readonly against: readonly OwnerIdentity[];
  /** The server's message where it failed. */
  readonly message?: string;
}

/**
 * Why a field of a step's object is as it is: what each step up to this one did to it, request by request, tried and
 * failed included, in order. `path` as messages print it. On demand, never for each keystroke.
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
  const episodes = episodesOf(played.slice(0, end), target);
  const field = pathIn(episodes, path);
  if (field === undefined) return [];
  const events = explainField(
    episodes.map(({ episode }) => episode),
    field,
  );
  return events.flatMap((event) => {
    const of = episodes[event.episode];
    return of === undefined ? [] : [eventView(event, of)];
  });
}

function eventView(event: FieldEvent, { step, request, time, dryRun, message }: PlayedEpisode): FieldEventView {
  const { code, by, from, to, wrote, gained, lost, owners, against } = event;
  const line = (value: Value | undefined) => (value === undefined ? undefined : preview(value));
  const failed = code === 'refused' || code === 'rejected';
  return {
    stepId: step.step.id,
    ...(request === undefined ? {} : { request }),
    ...(time === undefined ? {} : { time }),
    ...(dryRun === undefined ? {} : { dryRun }),
    code: step.step.kind === 'live' ? 'pasted' : code,
    by,
    from: line(from),
    to: line(to),
    wrote: line(wrote),
    gained,
    lost,
    owners,
    against,
    ...(failed && message !== undefined ? { message } : {}),
  };
}

/** The path that prints like this in the newest object that has the field, or the newest that was meant to. */
function pathIn(episodes: readonly PlayedEpisode[], text: FieldPathText): FieldPath | undefined {
  for (const { episode } of episodes.toReversed()) {
    for (const object of [episode.after, episode.before, episode.wanted]) {
      if (!isMap(object)) continue;
      const field = explainOwnership(object, episode.kind).fields.find((each) => each.text === text);
      if (field !== undefined) return field.path;
    }
  }
  return undefined;
}
