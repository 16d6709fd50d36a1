import { equals, isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import '@managed-fields/player/whole';
import type { Outcome } from '@managed-fields/scenario';

/**
 * How each step of a recording ended, in the words of the page and by nothing but what was recorded: codes, the causes
 * of a refusal, exit codes, and whether an object got another resourceVersion.
 */
export function recordedStatuses(steps: readonly ValueMap[]): readonly Outcome['status'][] {
  const known: Known = { versions: new Map(), objects: new Map() };
  return steps.map((step) => {
    const status = statusOf(step, known);
    note(mapAt(step, 'after')?.get('object') ?? null, known);
    return status;
  });
}

/** The facts that the recording has shown so far. */
interface Known {
  /** The resourceVersion of an object, by its uid. */
  readonly versions: Map<string, string>;
  /** The object, by its uid and API version. */
  readonly objects: Map<string, ValueMap>;
}

interface Ended {
  readonly method: string;
  readonly code: number;
  readonly body: Value;
  /** Whether the answer is the object as it was. */
  readonly same: boolean;
}

function statusOf(step: ValueMap, known: Known): Outcome['status'] {
  if (step.has('crd')) return 'installed';
  if (step.has('command')) return commandStatus(step, known);
  const { method, code, body, same } = ended(step, known);
  if (code >= 400) return isConflict(code, body) ? 'conflict' : 'error';
  if (code === 201) return 'created';
  if (method === 'DELETE') return 'deleted';
  return same ? 'unchanged' : 'changed';
}

function commandStatus(step: ValueMap, known: Known): Outcome['status'] {
  const requests = (listAt(step, 'requests') ?? []).filter(isMap).map((exchange) => ended(exchange, known));
  const failed = step.get('exitCode') !== 0n;
  if (failed && requests.some(({ code, body }) => isConflict(code, body))) return 'conflict';
  if (failed && stringAt(step, 'stderr') !== '') return 'error';
  const done = requests.filter(({ method, code }) => method !== 'GET' && code < 400);
  if (done.some(({ code }) => code === 201)) return 'created';
  if (done.at(-1)?.method === 'DELETE') return 'deleted';
  if (done.length === 0) return requests.length > 0 ? 'unchanged' : 'read';
  return done.every(({ same }) => same) ? 'unchanged' : 'changed';
}

function isConflict(code: number, body: Value): boolean {
  const causes = listAt(mapAt(isMap(body) ? body : undefined, 'details'), 'causes') ?? [];
  return code === 409 && causes.some((cause) => isMap(cause) && cause.get('reason') === 'FieldManagerConflict');
}

/** Reads the end of a request, and notes the object in its answer as known. */
function ended(exchange: ValueMap, known: Known): Ended {
  // A step is its own request; one of a command stands in it.
  const request = mapAt(exchange, 'request');
  const response = mapAt(exchange, 'response');
  const body = response?.get('body') ?? null;
  const code = Number(response?.get('code') ?? 0n);
  const dryRun = mapAt(request, 'query')?.has('dryRun') ?? false;
  const same = isMap(body) && (dryRun ? isKnownObject(body, known) : isKnownVersion(body, known));
  if (!dryRun && code < 400) note(body, known);
  return { method: stringAt(request, 'method') ?? '', code, body, same };
}

function isKnownVersion(body: ValueMap, { versions }: Known): boolean {
  const { uid, resourceVersion } = identityOf(body);
  return resourceVersion !== '' && versions.get(uid) === resourceVersion;
}

/** A dry run takes no resourceVersion even where it would change something, so the objects decide. */
function isKnownObject(body: ValueMap, { objects }: Known): boolean {
  const { key } = identityOf(body);
  return equals(objects.get(key) ?? null, body);
}

function note(value: Value, known: Known): void {
  if (!isMap(value)) return;
  for (const item of listAt(value, 'items') ?? []) note(item, known);
  const { key, uid, resourceVersion } = identityOf(value);
  if (uid === '' || resourceVersion === '') return;
  known.versions.set(uid, resourceVersion);
  known.objects.set(key, value);
}

function identityOf(object: ValueMap) {
  const metadata = mapAt(object, 'metadata');
  const uid = stringAt(metadata, 'uid') ?? '';
  const key = `${uid} ${stringAt(object, 'apiVersion') ?? ''} ${stringAt(object, 'kind') ?? ''}`;
  return { uid, key, resourceVersion: stringAt(metadata, 'resourceVersion') ?? '' };
}
