import { type ExplainedKind, equals, isMap, listAt, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import type { ObjectName } from '@managed-fields/scenario';
import type { FrontRefusal } from '../front.ts';
import type { ReadRequest, WatchRequest } from '../request.ts';
import { readPath } from '../request-path.ts';
import { type FailedAnswer, failedAnswer } from '../status.ts';
import { type VersionDifference, versionDifference } from './difference.ts';
import { type ObjectVersion, readEvent, readList, type UnreadEvent } from './event.ts';
import { type Contested, noneContested, withVersion } from './fights.ts';
import { emptyHistory, type History, withRow } from './history.ts';
import { type RowChange, rowOf } from './row.ts';

/** The object that is followed, and the path of the list that it is in. */
export interface Followed {
  readonly object: ObjectName;
  /** `/apis/apps/v1/namespaces/prod/deployments` */
  readonly path: string;
}

/** All that is known of an object that is followed. All times are milliseconds since 1970. */
export interface FollowState {
  readonly followed: Followed;
  /** What is to be done next; `follow` is told what came of it. */
  readonly next: Next;
  /** From where the next watch goes on; undefined where the object is to be listed first. */
  readonly resourceVersion: string | undefined;
  /** How many requests in a row came to nothing. */
  readonly failures: number;
  /** When the last request was sent. */
  readonly sent: number;
  /** The object as it was last seen; undefined where it does not exist, or was not seen yet. */
  readonly last: ObjectVersion | undefined;
  /** The uid of the object that was last seen, deleted or not. */
  readonly lastUid: string | undefined;
  /** Versions may have been missed before the next one. */
  readonly missed: boolean;
  /** By what the last version was compared. */
  readonly kind: ExplainedKind | undefined;
  readonly history: History;
  readonly contested: Contested;
  /** The lines that could not be read: the last one, and how many there were. */
  readonly unread: { readonly last: UnreadEvent; readonly count: number } | undefined;
}

/** What is to be done next. */
export type Next =
  | { readonly kind: 'list'; readonly request: ReadRequest }
  | { readonly kind: 'watch'; readonly request: WatchRequest }
  /** Go on reading the watch. */
  | { readonly kind: 'read' }
  /** Send nothing until a time. */
  | { readonly kind: 'wait'; readonly until: number; readonly failure: Failure }
  /** The server would answer the same again. */
  | { readonly kind: 'end'; readonly failure: Failure };

/** Why a request came to nothing. */
export type Failure =
  | ({ readonly kind: 'answer' } & FailedAnswer)
  | { readonly kind: 'unreached'; readonly message: string }
  | FrontRefusal
  /** The answer is no list of this object. */
  | { readonly kind: 'unread'; readonly found: string }
  /** The server ended the watch as soon as it began. */
  | { readonly kind: 'short-watch' };

/** What came of the last `next`. */
export type Happening =
  /** The answer to a list; of a watch, how it ended, with the text of a refusal. */
  | { readonly kind: 'answered'; readonly code: number; readonly text: string; readonly now: number }
  | { readonly kind: 'unreached'; readonly message: string; readonly now: number }
  | (FrontRefusal & { readonly now: number })
  | { readonly kind: 'line'; readonly line: string; readonly now: number }
  | { readonly kind: 'waited'; readonly now: number };

/**
 * Finds the kind of a version, by which fields and owners are compared. `before` is the version before, whose
 * managedFields may prove more of a kind that has no definition.
 */
export type KindOf = (object: ValueMap, before: ValueMap | undefined) => ExplainedKind;

/** Milliseconds before each further try; the last one repeats. */
export const retryDelays: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Seconds after which the server is asked to end a watch, so that a dead connection does not stay unnoticed. */
export const watchSeconds = 290;
/** Milliseconds: a watch that ends sooner counts as a failure. */
const shortWatch = 1_000;

/** The list that an object is in, by the object's own path; undefined for what is no path of it. */
export function followedAt(object: ObjectName, path: string): Followed | undefined {
  const read = readPath(path);
  if (read.kind === 'refused' || read.resource === undefined) return undefined;
  const { name, subresource } = read.resource;
  if (name === undefined || name !== object.name || subresource !== undefined) return undefined;
  return { object, path: read.path.slice(0, read.path.lastIndexOf('/')) };
}

/** Begins to follow an object: it is listed first. */
export function startFollowing(followed: Followed, now: number): FollowState {
  return {
    followed,
    next: listing(followed),
    resourceVersion: undefined,
    failures: 0,
    sent: now,
    last: undefined,
    lastUid: undefined,
    missed: false,
    kind: undefined,
    history: emptyHistory,
    contested: noneContested,
    unread: undefined,
  };
}

/**
 * Takes in what came of `next`, and says what is to be done then: list the object, watch from there, watch again from
 * the last resourceVersion where the connection ends, list anew where the server no longer has that one, try later where
 * the server cannot answer, and end where it would answer the same again. What a version changed becomes a row.
 * Upstream: k8s.io/client-go tools/cache/reflector.go ListAndWatchWithContext, handleAnyWatch.
 */
export function follow(state: FollowState, happening: Happening, kindOf: KindOf): FollowState {
  const { now } = happening;
  switch (happening.kind) {
    case 'waited':
      return asking(state, now);
    case 'unreached':
      return retrying(state, { kind: 'unreached', message: happening.message.slice(0, 500) }, now);
    case 'front':
      return ended(state, { kind: 'front', reason: happening.reason });
    case 'answered':
      if (happening.code >= 300) return refused(state, failedAnswer(happening.code, happening.text), now);
      return state.next.kind === 'list' ? listed(state, happening.text, now, kindOf) : closed(state, now);
    case 'line':
      return withLine(state, happening.line, now, kindOf);
  }
}

function withLine(state: FollowState, line: string, now: number, kindOf: KindOf): FollowState {
  const event = readEvent(line, state.followed.object);
  switch (event.kind) {
    case 'version': {
      const { type, version } = event;
      const heard = { ...state, failures: 0, next: read, resourceVersion: version.resourceVersion };
      return withObject(heard, version, { isDeleted: type === 'DELETED', now, kindOf });
    }
    case 'bookmark':
      return { ...state, failures: 0, next: read, resourceVersion: event.resourceVersion };
    case 'status':
      return refused(state, event, now);
    case 'unread': {
      const unread = { last: event, count: (state.unread?.count ?? 0) + 1 };
      return { ...state, next: read, unread, missed: state.missed || event.reason !== 'other-object' };
    }
  }
}

const read: Next = { kind: 'read' };

/** Takes the answer of a list in. What is not in it was deleted. */
function listed(state: FollowState, text: string, now: number, kindOf: KindOf): FollowState {
  const list = readList(text, state.followed.object);
  if (list.kind === 'unread') return ended(state, { kind: 'unread', found: list.found });
  const { resourceVersion, version } = list;
  const at = { ...state, resourceVersion };
  const isFirst = state.history.rows.length === 0;
  const taken =
    version === undefined
      ? withoutObject(at, now)
      : withObject({ ...at, missed: !isFirst }, version, { isDeleted: false, isFound: isFirst, now, kindOf });
  return asking({ ...taken, missed: false }, now);
}

interface Taking {
  readonly isDeleted: boolean;
  /** The object was there before it was followed. */
  readonly isFound?: boolean;
  readonly now: number;
  readonly kindOf: KindOf;
}

function withObject(state: FollowState, version: ObjectVersion, taking: Taking): FollowState {
  const { last, lastUid } = state;
  const { isDeleted, isFound = false, now, kindOf } = taking;
  const isSame = last !== undefined && last.uid === version.uid;
  if (isSame && !isDeleted && last.resourceVersion === version.resourceVersion) return state;
  const before = isSame ? last.object : undefined;
  const isKnownKind = state.kind !== undefined && before !== undefined && hasSameFields(before, version.object);
  const kind = isKnownKind && state.kind !== undefined ? state.kind : kindOf(version.object, before);
  const change: RowChange = isDeleted
    ? 'deleted'
    : isSame
      ? 'changed'
      : isFound
        ? 'found'
        : lastUid === undefined
          ? 'created'
          : 'recreated';
  const all = isFound ? undefined : versionDifference(before, version.object, kind);
  // Of an object that is new every field changed, of which the entries alone say something.
  const difference = before === undefined ? all && { ...all, values: [], moves: [] } : all;
  const seen = { ...state, kind, last: isDeleted ? undefined : version, lastUid: version.uid };
  return withNewRow(seen, { change, version, difference, now });
}

/** The object is not in the list: it was deleted unseen, or does not exist yet. */
function withoutObject(state: FollowState, now: number): FollowState {
  if (state.last === undefined) return state;
  const gone = { ...state, last: undefined, missed: true };
  return withNewRow(gone, { change: 'deleted', version: undefined, difference: undefined, now });
}

interface NewRow {
  readonly change: RowChange;
  readonly version: ObjectVersion | undefined;
  readonly difference: VersionDifference | undefined;
  readonly now: number;
}

function withNewRow(state: FollowState, { change, version, difference, now }: NewRow): FollowState {
  const { history, contested, missed } = state;
  const number = (history.rows.at(-1)?.number ?? 0) + 1;
  const row = rowOf({ number, change, received: now, missed }, version, difference);
  const isCompared = change === 'changed' && difference !== undefined;
  return {
    ...state,
    missed: false,
    history: withRow(history, row, version?.text),
    contested: isCompared ? withVersion(contested, difference, now) : contested,
  };
}

/** Whether managedFields of both versions prove the same of a kind that has no definition. */
function hasSameFields(a: ValueMap, b: ValueMap): boolean {
  const [one, other] = [a, b].map((object) => listAt(mapAt(object, 'metadata'), 'managedFields') ?? []);
  return (
    one?.length === other?.length &&
    (one ?? []).every((entry, index) => {
      const to = other?.[index];
      return isMap(entry) && isMap(to) && equals(entry.get('fieldsV1') ?? null, to.get('fieldsV1') ?? null);
    })
  );
}

/** The server ended the watch, as it does after a while. */
function closed(state: FollowState, now: number): FollowState {
  return isShort(state, now) ? retrying(state, { kind: 'short-watch' }, now) : asking({ ...state, failures: 0 }, now);
}

/** Whether nothing came of a watch: not a line, and not even that it lasted. */
function isShort({ next, sent }: FollowState, now: number): boolean {
  return next.kind !== 'read' && now - sent < shortWatch;
}

function refused(state: FollowState, answer: FailedAnswer, now: number): FollowState {
  const { code, reason, message } = answer;
  const failure: Failure = { kind: 'answer', code, reason, message };
  const { next } = state;
  if (code === 410 || reason === 'Expired' || reason === 'Gone') {
    const anew = { ...state, resourceVersion: undefined };
    // A list that has expired is none that this page asks for.
    const failures = isShort(state, now) ? state.failures : 0;
    if (next.kind === 'list' || failures > 0) return retrying(anew, failure, now);
    return asking({ ...anew, failures: failures + 1 }, now);
  }
  if (code >= 400 && code < 500 && code !== 408 && code !== 429) return ended(state, failure);
  // What a server says inside of a watch leaves open what it has sent so far.
  return retrying(next.kind === 'list' ? state : { ...state, resourceVersion: undefined }, failure, now);
}

function asking(state: FollowState, now: number): FollowState {
  const { followed, resourceVersion } = state;
  const next = resourceVersion === undefined ? listing(followed) : watching(followed, resourceVersion);
  return { ...state, next, sent: now };
}

function retrying(state: FollowState, failure: Failure, now: number): FollowState {
  const delay = retryDelays[Math.min(state.failures, retryDelays.length - 1)] ?? 0;
  return { ...state, failures: state.failures + 1, next: { kind: 'wait', until: now + delay, failure } };
}

function ended(state: FollowState, failure: Failure): FollowState {
  return { ...state, next: { kind: 'end', failure } };
}

function listing({ object, path }: Followed): Next {
  return { kind: 'list', request: { kind: 'read', path, query: [byName(object)] } };
}

function watching({ object, path }: Followed, resourceVersion: string): Next {
  const query = [
    byName(object),
    ['resourceVersion', resourceVersion],
    ['timeoutSeconds', String(watchSeconds)],
  ] as const;
  return { kind: 'watch', request: { kind: 'watch', path, query } };
}

/** A list of one name: only lists can be watched. */
function byName({ name }: ObjectName): readonly [string, string] {
  return ['fieldSelector', `metadata.name=${name}`];
}
