import { inOneOrder, type Json, time, uid } from './normal-objects.ts';

/** What a server answered, without what is chance. */
export interface Answer {
  readonly code: number;
  readonly warnings?: readonly string[];
  readonly body: Json;
}

/** A request by itself, with what a real server answered. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string;
  /** `$UID(PATH)` in it stands for the uid of the object at that path. */
  readonly body?: string;
  /** Why the server here answers otherwise. */
  readonly differs?: string;
  readonly answer?: Answer;
}

/** Requests that are sent one after the other, to a server without controllers. */
export interface Asked {
  readonly about: string;
  readonly kubernetes: 'v1.36' | 'v1.37';
  readonly requests: readonly AskedRequest[];
}

/** Sends a request to a server; `warnings` as they came. */
export type Send = (request: AskedRequest) => Promise<{
  readonly code: number;
  readonly warnings: readonly string[];
  readonly text: string;
}>;

/** Sends requests in their order, and returns what was answered to each. */
export async function answersTo(requests: readonly AskedRequest[], send: Send): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) {
    let body = request.body;
    for (const [whole, path = ''] of body?.matchAll(/\$UID\(([^)]*)\)/g) ?? []) {
      const owner = await send({ method: 'GET', path });
      body = body?.replace(whole, JSON.parse(owner.text).metadata.uid);
    }
    const { code, warnings, text } = await send(body === undefined ? request : { ...request, body });
    answers.push({ code, ...(warnings.length === 0 ? {} : { warnings }), body: normal(text) });
  }
  return answers;
}

/** The same with the entries of managedFields in one order. */
export function withoutOrder(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutOrder);
  const entries = Object.entries(value).map(([key, each]) => {
    const isEntries = key === 'managedFields' && Array.isArray(each);
    return [key, isEntries ? inOneOrder(each) : withoutOrder(each)] as const;
  });
  return Object.fromEntries(entries);
}

/** An answer without times, ages, uids, versions and addresses; several values of JSON, as of a watch, are a list. */
function normal(text: string): Json {
  const plain = text
    .replace(time, 'TIME')
    .replace(uid, 'UID')
    .replace(/(resourceVersion\\*":? ?\\*")\d+/g, '$1N')
    .replace(/(resourceVersion: ")\d+/g, '$1N')
    .replace(/("continue": ?")[^"]+/g, '$1C')
    .replace(/"(?:\d+m)?\d+s"/g, '"AGE"')
    .replace(/(current: )\d+/g, '$1N');
  const parts = plain.split('\n').filter((line) => line !== '');
  try {
    return sorted(JSON.parse(plain));
  } catch {
    return parts.length > 0 && parts.every((part) => part.startsWith('{'))
      ? parts.map((part) => sorted(JSON.parse(part)))
      : plain;
  }
}

/** With its keys in order, and without what columns of a Table are described by. */
function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).filter(([key]) => key !== 'description' || !('format' in value));
  return Object.fromEntries(
    entries.map(([key, each]) => [key, sorted(each)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
