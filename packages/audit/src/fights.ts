import type { TypeCatalog } from '@managed-fields/api-server';
import { type Fight, type FollowState, fightsIn, follow, kindsOf, startFollowing } from '@managed-fields/live-cluster';
import { formatJson, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { eventsOf } from './history-events.ts';
import type { LogReader } from './log.ts';
import { isWrite, type ObjectKey } from './log-objects.ts';
import { recordedRequest, wholeObject } from './request.ts';

/** The managers that keep taking fields of an object from each other, as far as a log has its answers. */
export interface LogFights {
  readonly fights: readonly Fight[];
  /** How many states of the object the log has; with none of them nothing can be known. */
  readonly states: number;
}

/** The most answers that are looked at. */
const mostStates = 5000;

/**
 * Finds who fights about an object: the answers of its writes are followed as versions of a watch are, in the order of the
 * server. An audit log of level `Request` has none.
 *
 * @param log - A log of which all was taken.
 * @param catalog - The built-in kinds of the version that answered.
 * @returns The fights, and how many states of the object were followed: none where the log has no answers of writes.
 */
export function fightsInLog(log: LogReader, key: ObjectKey, catalog: TypeCatalog): LogFights {
  const states = eventsOf(log, key).flatMap((kept) => {
    const isDone = isWrite(kept.event) && (kept.event.code ?? 0) < 400 && !kept.event.uri.includes('dryRun=');
    const object = isDone && kept.text !== undefined ? wholeObject(recordedRequest(kept)) : undefined;
    return object === undefined ? [] : [{ object, now: timeOf(kept.event.received) }];
  });
  const [first] = states;
  if (first === undefined) return { fights: [], states: 0 };
  const kinds = kindsOf(catalog);
  const { object: named } = first;
  const followed = { object: identityOf(named), path: '/' };
  let state: FollowState = startFollowing(followed, first.now);
  const list = { kind: `${followed.object.kind}List`, apiVersion: followed.object.apiVersion };
  const text = JSON.stringify({ ...list, metadata: { resourceVersion: '1' }, items: [] });
  state = follow(state, { kind: 'answered', code: 200, text, now: first.now }, kinds);
  for (const { object, now } of states.slice(-mostStates)) {
    const line = `{"type":"MODIFIED","object":${formatJson(object)}}`;
    state = follow(state, { kind: 'line', line, now }, kinds);
  }
  return { fights: fightsIn(state.contested), states: states.length };
}

function identityOf(object: ValueMap) {
  const metadata = mapAt(object, 'metadata');
  return {
    apiVersion: stringAt(object, 'apiVersion') ?? '',
    kind: stringAt(object, 'kind') ?? '',
    namespace: stringAt(metadata, 'namespace') ?? '',
    name: stringAt(metadata, 'name') ?? '',
  };
}

/** A time in milliseconds since 1970; 0 where there is none. */
function timeOf(time: string): number {
  return Date.parse(time) || 0;
}
