import type { AdmittedDryRun, PredictedDryRun } from '@managed-fields/player';
import { type ReadAdmission, readAdmission } from '../admission/read-admission.ts';
import { readPath } from '../request-path.ts';
import type { Asking } from './asking.ts';
import { compareAnswer, type WriteAnswer } from './compare.ts';
import type { Explanation } from './explain.ts';
import { withGiven, withoutMadeUp } from './objects.ts';
import type { DifferenceRow } from './rows.ts';

/** What was found of admission as the cause of differences. */
export interface AdmissionCause {
  /** What the cluster has that admission goes by, and what of it could not be read. */
  readonly read: ReadAdmission;
  /** Who causes each difference, by its place; undefined where playing admission does not give the server's answer. */
  readonly causes: readonly (readonly Explanation[])[] | undefined;
  /** The mutating webhooks that the cluster calls for the request, in order; undefined where that is not known. */
  readonly webhooks: readonly string[] | undefined;
}

/** Differences between a prediction and the answer of a server. */
interface Asked {
  readonly predicted: PredictedDryRun;
  readonly answer: WriteAnswer;
  /** The object that the server had before the request. */
  readonly now: string | undefined;
  readonly rows: readonly DifferenceRow[];
  /** Whether a difference is one that the server hands out, so that it proves nothing. */
  readonly isGiven: (row: DifferenceRow) => boolean;
}

/**
 * Reads what admission goes by in the cluster, and plays the same request with it as on a cluster as installed. Only where
 * that gives the server's answer, but for what the server hands out, admission is named as the cause.
 */
export async function admissionCause(
  { predicted, answer, now, rows, isGiven }: Asked,
  asking: Asking,
): Promise<AdmissionCause> {
  const { request, object } = predicted;
  const path = readPath(request.path);
  const resource = path.kind === 'path' ? path.resource : undefined;
  const about = {
    group: resource?.group ?? '',
    resource: resource?.plural ?? '',
    namespace: object.namespace,
    object: answer.code < 400 ? answer.text : predicted.body,
  };
  const read = await readAdmission(about, (sent) => asking.send(sent));
  const admitted = await asking.admitted(request, read.objects);
  if (admitted === undefined) return { read, causes: undefined, webhooks: undefined };
  const isRead = read.unread.every(({ path }) => !path.endsWith('/mutatingwebhookconfigurations'));
  const webhooks = isRead ? admitted.webhooks : undefined;
  const objects = admitted.code < 400 && answer.code < 400;
  const ours = withGiven(admitted.body, answer.text, object.path === undefined);
  const difference = objects ? await asking.difference(ours, answer.text) : undefined;
  if (objects && difference === undefined) return { read, causes: undefined, webhooks };
  const left = compareAnswer({ ...predicted, ...admitted }, answer, now, difference);
  const remaining = new Set(left.map(placeOf));
  const isProof = left.every(isGiven) && rows.some((row) => !remaining.has(placeOf(row)));
  if (!isProof) return { read, causes: undefined, webhooks };
  return {
    read,
    causes: rows.map((row) => (remaining.has(placeOf(row)) ? [] : causesOf(row, admitted))),
    webhooks,
  };
}

/** What a difference is about, without its values. */
function placeOf({ predicted: _, answered: _answered, ...part }: DifferenceRow): string {
  return JSON.stringify(part);
}

/** Who did it: the plugins and policies that wrote the field, or the one that refused. */
function causesOf(row: DifferenceRow, { changes, refusedBy }: AdmittedDryRun): readonly Explanation[] {
  switch (row.part) {
    case 'field':
    case 'entry-field':
      return writers(changes.filter(({ paths }) => paths.some((path) => isWithin(path, row.path))));
    case 'code':
    case 'message':
    case 'reason':
    case 'details':
      return refusedBy === undefined ? [] : [{ code: 'admission', plugin: refusedBy }];
    case 'warning':
      return [];
    default:
      return writers(changes);
  }
}

function writers(changes: AdmittedDryRun['changes']): readonly Explanation[] {
  const named = changes.map(({ paths: _, ...by }): Explanation => ({ code: 'admission', ...by }));
  return [...new Map(named.map((each) => [JSON.stringify(each), each])).values()];
}

/** Whether one of two paths is the other, or within it; a name that is made up counts as any other. */
function isWithin(a: string, b: string): boolean {
  const [one, other] = [withoutMadeUp(a), withoutMadeUp(b)];
  const starts = (path: string, start: string) =>
    path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`);
  return starts(one, other) || starts(other, one);
}
