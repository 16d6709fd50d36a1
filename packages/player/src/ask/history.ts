import {
  explainField,
  explainOwnership,
  type FieldEvent,
  type FieldPath,
  isMap,
  type OwnerIdentity,
  type Value,
} from '@managed-fields/merge-engine';
import type { FieldPathText, Scenario } from '@managed-fields/scenario';
import type { AdmittedBy } from '../playback.ts';
import { preview } from '../preview.ts';
import { admittedNow } from '../run/admitted.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { episodesOf, type PlayedEpisode } from './episodes.ts';

/** An event in the history of a field. Plain data that a worker can post. */
export interface FieldEventView {
  readonly stepId: string;
  /** The index of the request within its command. */
  readonly request?: number;
  /** The time of the write, in RFC 3339. */
  readonly time?: string;
  /** Whether it was a dry run, so that nothing was written. */
  readonly dryRun?: true;
  /** The codes of the engine's `FieldEvent`; `pasted`: the field came with a live object. */
  readonly code: FieldEvent['code'] | 'pasted';
  readonly by: OwnerIdentity | undefined;
  /** The values before and after, on one line; where the request failed, the value that it asked for. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The value that was written, if the server made another one of it. */
  readonly wrote: string | undefined;
  readonly gained: readonly OwnerIdentity[];
  readonly lost: readonly OwnerIdentity[];
  /** All owners after the event. */
  readonly owners: readonly OwnerIdentity[];
  /** The owners that a refused request conflicted with. */
  readonly against: readonly OwnerIdentity[];
  /** Who wrote the value in admission, in this request, and the value that it found. */
  readonly admitted?: AdmittedBy & { readonly found?: string };
  /** The server's message, if the request failed. */
  readonly message?: string;
}

/**
 * Finds the history of a field of a step's object: what each request of each step up to this one did to it, in order,
 * with dry runs and failures. `path` is as messages print it. Asked on demand, never for each keystroke.
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
    return of === undefined ? [] : [{ ...eventView(event, of), ...admittedIn(event, of, path) }];
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

function admittedIn({ to }: FieldEvent, { step, episode }: PlayedEpisode, path: FieldPathText) {
  const field = episode.after && admittedNow(step, episode.after, path, to);
  if (field === undefined) return {};
  return { admitted: { ...field.by, ...(field.found === undefined ? {} : { found: preview(field.found) }) } };
}

/**
 * The field path for a printed path, from the newest object that has the field, or from the newest that a request asked
 * for.
 */
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
