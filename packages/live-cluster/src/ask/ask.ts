import { mapFromJson, metadataText } from '@managed-fields/merge-engine';
import type { NeededSteps, PredictedDryRun } from '@managed-fields/player';
import { readPage } from '../listing.ts';
import { knowsDryRun, openApiPlace } from '../openapi.ts';
import { httpRequestOf } from '../request.ts';
import { failedAnswer } from '../status.ts';
import { admissionCause } from './admission-cause.ts';
import { type Asking, dryRunRequest } from './asking.ts';
import { compareAnswer, compareBefore, type WriteAnswer } from './compare.ts';
import { explanationsOf } from './explain.ts';
import { withGiven } from './objects.ts';
import type { AskOutcome, ExplainedRow, NotComparable } from './outcome.ts';
import { forbiddenBy, isNoKind, refusalOf, whyNot } from './refusals.ts';
import type { DifferenceRow } from './rows.ts';

/**
 * Puts a prediction to a server: reads the object, sends the dry run where object and scenario are the same, and
 * compares; where something differs it reads the object again. Nothing that it sends is kept by the server.
 */
export async function askDryRun(
  predicted: PredictedDryRun & { readonly needs: NeededSteps },
  asking: Asking,
): Promise<AskOutcome> {
  const request = dryRunRequest(predicted);
  const checked = httpRequestOf(request);
  if (checked.kind === 'refused') return notComparable({ code: 'refused', refusal: checked });
  const unsupported = await withoutDryRun(predicted, asking);
  if (unsupported !== undefined) return notComparable(unsupported);
  const before = await readObject(predicted, asking);
  if (before.kind === 'not') return notComparable(before.why);
  const unlike = await unlikeBefore(predicted, before.now, asking);
  if (unlike !== undefined) return notComparable(unlike);
  const reply = await asking.send(request);
  if (reply.kind !== 'answered') return notComparable(refusalOf(reply));
  const why = whyNot(predicted, reply);
  if (why !== undefined) return notComparable(why);
  return compared(predicted, reply, before.now, asking);
}

async function compared(
  predicted: PredictedDryRun,
  { code, text, warnings }: WriteAnswer,
  now: string | undefined,
  asking: Asking,
): Promise<AskOutcome> {
  const answer: WriteAnswer = { code, text, warnings };
  const objects = predicted.code < 400 && code < 400;
  const ours = withGiven(predicted.body, text, predicted.object.path === undefined);
  const difference = objects ? await asking.difference(ours, text) : undefined;
  if (objects && difference === undefined) return notComparable({ code: 'unread' });
  const rows = compareAnswer(predicted, answer, now, difference);
  if (rows.length === 0) return { kind: 'same', answer };
  const after = await readObject(predicted, asking);
  if (after.kind === 'found' && versionOf(after.now) !== versionOf(now)) {
    return notComparable({ code: 'meanwhile', rows });
  }
  const manager = predicted.request.query.find(([name]) => name === 'fieldManager')?.[1];
  const { scenario, cluster } = asking;
  const message = code < 400 ? '' : failedAnswer(code, text).message;
  const known = { scenario, cluster, manager, code, message };
  const isGiven = (row: DifferenceRow) => explanationsOf(row, known).some(({ code }) => code === 'allocated');
  const cause = await admissionCause({ predicted, answer, now, rows, isGiven }, asking);
  const explained = rows.map((row, place): ExplainedRow => {
    const causes = cause.causes?.[place] ?? [];
    // What admission is proved to do needs no other explanation but the server's own words.
    const others = explanationsOf(row, known).filter(({ code }) => causes.length === 0 || named.has(code));
    return { ...row, explanations: [...causes, ...others] };
  });
  // Those that are called for this request, where they could be read; else all that there are.
  const webhooks = explained.some(isMutated) ? (cause.webhooks ?? (await mutatingWebhooks(asking))) : [];
  return { kind: 'differs', answer, rows: explained, difference, webhooks, unread: cause.read.unread };
}

/** Explanations that are the server's own words. */
const named: ReadonlySet<string> = new Set(['webhook', 'policy', 'quota', 'limit-range', 'pod-security']);

function notComparable(why: NotComparable): AskOutcome {
  return { kind: 'not-comparable', why };
}

function isMutated({ explanations }: ExplainedRow): boolean {
  return explanations.some(({ code }) => code === 'mutated');
}

/** Why a dry run may not be sent to the API of a group that Kubernetes does not serve itself. */
async function withoutDryRun(
  { object, request, needs }: PredictedDryRun & { readonly needs: NeededSteps },
  asking: Asking,
): Promise<NotComparable | undefined> {
  if (object.builtin) return undefined;
  const list = await asking.send({ kind: 'read', path: '/openapi/v3' });
  if (list.kind !== 'answered') return refusalOf(list);
  const [group = '', version = ''] = object.apiVersion.split('/');
  const place = openApiPlace(list.text, group, version);
  if (list.code !== 200) return forbiddenBy({ kind: 'read', path: '/openapi/v3' }, list);
  if (place === undefined) return { code: 'no-kind', needs: needs.definition };
  const known = place.hash === '' ? undefined : asking.documents.get(place.hash);
  const read = known === undefined ? await asking.send(place.request) : undefined;
  if (read !== undefined && read.kind !== 'answered') return refusalOf(read);
  const document = known ?? read?.text ?? '';
  if (place.hash !== '') asking.documents.set(place.hash, document);
  return knowsDryRun(document, request.path, request.method) ? undefined : { code: 'dry-run-unknown' };
}

type Read =
  | { readonly kind: 'found'; readonly now: string | undefined }
  | { readonly kind: 'not'; readonly why: NotComparable };

async function readObject(
  { object, needs }: Pick<PredictedDryRun, 'object'> & { readonly needs?: NeededSteps },
  asking: Asking,
): Promise<Read> {
  if (object.path === undefined) return { kind: 'found', now: undefined };
  const request = { kind: 'read', path: object.path } as const;
  const reply = await asking.send(request);
  if (reply.kind !== 'answered') return { kind: 'not', why: refusalOf(reply) };
  if (reply.code === 200) return { kind: 'found', now: reply.text };
  if (reply.code !== 404) return { kind: 'not', why: forbiddenBy(request, reply) };
  return isNoKind(reply)
    ? { kind: 'not', why: { code: 'no-kind', needs: needs?.definition } }
    : { kind: 'found', now: undefined };
}

/** In what the object of a server is not that of the scenario. */
async function unlikeBefore(
  { before, needs }: PredictedDryRun & { readonly needs: NeededSteps },
  now: string | undefined,
  asking: Asking,
): Promise<NotComparable | undefined> {
  if (before === undefined) return now === undefined ? undefined : { code: 'exists', now, needs: needs.object };
  if (now === undefined) return { code: 'missing', needs: needs.object };
  const rows: readonly DifferenceRow[] = compareBefore(
    before,
    now,
    await asking.difference(withGiven(before, now), now),
  );
  return rows.length === 0 ? undefined : { code: 'other-object', rows, now, needs: needs.object };
}

/** The names of a server's mutating webhooks; empty where it does not tell them. */
async function mutatingWebhooks(asking: Asking): Promise<readonly string[]> {
  const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';
  const reply = await asking.send({ kind: 'read', path, as: 'metadata', query: [['limit', '50']] });
  if (reply.kind !== 'answered' || reply.code !== 200) return [];
  const page = readPage(reply.text);
  return page.kind === 'read' ? page.value.names.map(({ name }) => name) : [];
}

/** The resourceVersion of an object; empty where there is none. */
function versionOf(object: string | undefined): string {
  const map = mapFromJson(object);
  return map === undefined ? '' : metadataText(map, 'resourceVersion');
}
