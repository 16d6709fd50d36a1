import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the recorder kept of a real server's log at the level `RequestResponse`, with `acts` on it. */
export const recordedLog = readFileSync(join(import.meta.dirname, 'recorded/request-response.jsonl'), 'utf8');

/** How much of a log is left: as at another level, or by a policy with `omitManagedFields`. */
export type Less = 'Request' | 'Metadata' | 'omitManagedFields';

/** The same log as it is written with less. Upstream: k8s.io/apiserver pkg/audit/request.go. */
export function logWith(less: Less, text = recordedLog): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : JSON.stringify(eventWith(less, JSON.parse(line)))))
    .join('\n');
}

interface PlainEvent {
  level: string;
  requestObject?: unknown;
  responseObject?: unknown;
}

function eventWith(less: Less, event: PlainEvent): PlainEvent {
  if (less === 'omitManagedFields') {
    // Patches stay as they were sent.
    const { requestObject, responseObject } = event;
    for (const body of [requestObject, responseObject]) withoutManagedFields(body);
    return event;
  }
  const { requestObject, responseObject: _, ...rest } = event;
  const kept = less === 'Request' && requestObject !== undefined ? { requestObject } : {};
  return { ...rest, level: less, ...kept };
}

function withoutManagedFields(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('metadata' in body) || !('uid' in Object(body.metadata))) return;
  Reflect.deleteProperty(Object(body.metadata), 'managedFields');
}
