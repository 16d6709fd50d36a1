import { catalogOf, type RequestTrace } from '@managed-fields/api-server';
import type { SentRequest } from '@managed-fields/kubectl';
import {
  deducedType,
  type Episode,
  isMap,
  mapAt,
  type OwnerIdentity,
  stringAt,
  type Value,
} from '@managed-fields/merge-engine';
import { readObject } from '../run/play-live.ts';
import { timeText } from '../run/play-state.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { messageOf } from '../run/refusal.ts';
import type { Target } from '../run/target.ts';

/** What a step did to one object, and which request of the step did it. */
export interface PlayedEpisode {
  readonly step: PlayedStep;
  readonly episode: Episode;
  /** The index of the request among those of a command or a tool. */
  readonly request?: number;
  /** The time of the write in RFC 3339; absent where no request was sent. */
  readonly time?: string;
  /** Whether it was a dry run, so that nothing was written. */
  readonly dryRun?: true;
  /** The server's message, if it refused. */
  readonly message?: string;
}

/**
 * The history of an object over the steps of a scenario, in order: every request about it, and every change of its
 * definition.
 */
export function episodesOf(played: readonly PlayedStep[], target: Target): readonly PlayedEpisode[] {
  return played.flatMap((step) => {
    if (step.outcome.status === 'skipped') return [];
    if (step.sent !== undefined) return ofSent(step, step.sent, target);
    if (step.target === undefined || !isSame(step.target, target)) return [];
    return step.trace === undefined ? ofNoRequest(step) : [ofRequest(step, step.trace)];
  });
}

function ofNoRequest(step: PlayedStep): readonly PlayedEpisode[] {
  const { target, before, shown, step: written } = step;
  if (target === undefined || step.outcome.status === 'error') return [];
  const was = before.target && isSame(before.target, target) ? before.target : undefined;
  const stood = was && readObject(before.cluster, was);
  const kind = target.version;
  const kindBefore = written.kind === 'crd' ? { kindBefore: was?.version ?? kind } : {};
  return [{ step, episode: { before: stood, after: shown, kind, by: undefined, ...kindBefore } }];
}

function ofRequest(step: PlayedStep, trace: RequestTrace): PlayedEpisode {
  const { outcome, built, text } = step;
  const failed = outcome.status === 'conflict' || outcome.status === 'error';
  const body = built?.request.body;
  const wanted = trace.config ?? (body?.kind === 'value' ? body.value : text.value);
  return {
    step,
    episode: episodeOf(step, trace, wanted, failed),
    time: timeText(step.before.seconds),
    ...('dryRun' in step.step && step.step.dryRun ? { dryRun: true } : {}),
    ...(failed && outcome.message !== undefined ? { message: outcome.message } : {}),
  };
}

function ofSent(step: PlayedStep, requests: readonly SentRequest[], target: Target): readonly PlayedEpisode[] {
  return requests.flatMap((sent, request): PlayedEpisode[] => {
    const { trace, response } = sent;
    if (trace === undefined || trace.operation === 'Get' || !isAbout(trace, target)) return [];
    const { body, query } = sent.request;
    const failed = response.code >= 400;
    const message = failed ? messageOf(response.body) : undefined;
    return [
      {
        step,
        request,
        episode: episodeOf(step, trace, body?.kind === 'value' ? body.value : undefined, failed),
        time: timeText(step.before.seconds),
        ...(query.has('dryRun') ? { dryRun: true as const } : {}),
        ...(message === undefined ? {} : { message }),
      },
    ];
  });
}

function episodeOf(step: PlayedStep, trace: RequestTrace, wanted: Value | undefined, failed: boolean): Episode {
  const kind = catalogOf(step.after.cluster).findKind(trace.apiVersion, trace.kind) ?? { type: deducedType };
  const by: OwnerIdentity | undefined =
    trace.operation === 'Delete'
      ? undefined
      : {
          manager: trace.manager || 'unknown',
          operation: trace.operation === 'Apply' ? 'Apply' : 'Update',
          subresource: trace.subresource,
          apiVersion: trace.apiVersion,
        };
  return {
    before: trace.before,
    after: failed ? trace.before : trace.after,
    kind,
    by,
    // The body of a request to /scale is another object, and a JSON patch is no object at all.
    wanted: isMap(wanted) && trace.subresource !== 'scale' ? wanted : undefined,
    ...(failed ? { failed: { conflicts: trace.conflicts } } : {}),
  };
}

/** Whether two targets are the same object; the API version does not count. */
function isSame(a: Target, b: Target): boolean {
  const [{ resource: one }, { resource: other }] = [a.version, b.version];
  return one.group === other.group && one.kind === other.kind && a.namespace === b.namespace && a.name === b.name;
}

/** Whether a request was about an object; the API version does not count. */
export function isAbout(
  { kind, apiVersion, before, after }: RequestTrace,
  { version, namespace, name }: Target,
): boolean {
  const metadata = mapAt(after ?? before, 'metadata');
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return (
    kind === version.resource.kind &&
    group === version.resource.group &&
    stringAt(metadata, 'name') === name &&
    (stringAt(metadata, 'namespace') ?? '') === namespace
  );
}
