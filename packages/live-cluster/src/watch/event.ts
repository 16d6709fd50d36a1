import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { ObjectName } from '@managed-fields/scenario';

/** One version of an object, as the server sent it. */
export interface ObjectVersion {
  readonly object: ValueMap;
  readonly resourceVersion: string;
  readonly uid: string;
  /** The object as JSON. */
  readonly text: string;
}

/** A line of a watch, read. */
export type ReadEvent =
  | { readonly kind: 'version'; readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly version: ObjectVersion }
  /** Nothing changed up to this resourceVersion. */
  | { readonly kind: 'bookmark'; readonly resourceVersion: string }
  /** The server ends the watch with a Status. */
  | { readonly kind: 'status'; readonly code: number; readonly reason: string; readonly message: string }
  | UnreadEvent;

/** A line that tells nothing about the object; `found` is the part to blame, cut. */
export interface UnreadEvent {
  readonly kind: 'unread';
  readonly reason: UnreadReason;
  readonly found: string;
}

/**
 * Why a line was not read: `too-long`; `not-json`; `type`: an unknown type of event; `no-object`: an object without
 * name or resourceVersion; `other-object`: an event of another object.
 */
export type UnreadReason = 'too-long' | 'not-json' | 'type' | 'no-object' | 'other-object';

/**
 * The longest line of a watch that is read, in UTF-16 code units. A server stores at most 1.5 MiB of an object, in a
 * form that may be shorter than its JSON.
 */
export const longestLine = 6 * 1024 * 1024;

/**
 * Reads a line of a watch of one object. Never throws: what no server would send comes back as `unread`.
 * Upstream: apimachinery pkg/apis/meta/v1/watch.go WatchEvent, pkg/watch/watch.go EventType.
 */
export function readEvent(line: string, followed: ObjectName): ReadEvent {
  if (line.length > longestLine) return unread('too-long', String(line.length));
  const read = parseJson(line);
  if (read.kind === 'error') return unread('not-json', read.message);
  if (!isMap(read.value)) return unread('no-object', line);
  // Where a watch is refused after it began, some proxies send the Status without an event around it.
  if (read.value.get('kind') === 'Status') return statusOf(read.value);
  const type = stringAt(read.value, 'type');
  const object = mapAt(read.value, 'object');
  switch (type) {
    case 'ERROR':
      return statusOf(object);
    case 'BOOKMARK': {
      const resourceVersion = stringAt(mapAt(object, 'metadata'), 'resourceVersion') ?? '';
      return resourceVersion === '' ? unread('no-object', line) : { kind: 'bookmark', resourceVersion };
    }
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED': {
      const version = versionOf(object, followed);
      return version.kind === 'unread' ? version : { kind: 'version', type, version: version.version };
    }
    default:
      return unread('type', type ?? line);
  }
}

/** A list of the object that is followed, read: its version, undefined where it does not exist. */
export type ReadList =
  | { readonly kind: 'list'; readonly resourceVersion: string; readonly version: ObjectVersion | undefined }
  | UnreadEvent;

/**
 * Reads the answer of a list of one name. Items of other names are left out, as of a server that does not know the
 * field selector.
 */
export function readList(text: string, followed: ObjectName): ReadList {
  const read = text.length > longestLine * 4 ? undefined : parseJson(text);
  if (read === undefined) return unread('too-long', String(text.length));
  if (read.kind === 'error') return unread('not-json', read.message);
  const list = isMap(read.value) ? read.value : undefined;
  const resourceVersion = stringAt(mapAt(list, 'metadata'), 'resourceVersion') ?? '';
  const items = listAt(list, 'items') ?? (list?.get('items') === null ? [] : undefined);
  if (items === undefined || resourceVersion === '') return unread('no-object', text);
  const own = items.find((item) => stringAt(mapAt(asMap(item), 'metadata'), 'name') === followed.name);
  if (own === undefined) return { kind: 'list', resourceVersion, version: undefined };
  const version = versionOf(named(asMap(own), followed), followed);
  return version.kind === 'unread' ? version : { kind: 'list', resourceVersion, version: version.version };
}

/** Items of a list come without apiVersion and kind; the object of the list's own kind is printed with them. */
function named(item: ValueMap | undefined, { apiVersion, kind }: ObjectName): ValueMap {
  const rest = [...(item ?? [])].filter(([key]) => key !== 'apiVersion' && key !== 'kind');
  return new Map<string, Value>([
    ['apiVersion', item?.get('apiVersion') ?? apiVersion],
    ['kind', item?.get('kind') ?? kind],
    ...rest,
  ]);
}

function versionOf(
  object: ValueMap | undefined,
  followed: ObjectName,
): { readonly kind: 'version'; readonly version: ObjectVersion } | UnreadEvent {
  const metadata = mapAt(object, 'metadata');
  const resourceVersion = stringAt(metadata, 'resourceVersion') ?? '';
  if (object === undefined || resourceVersion === '') return unread('no-object', nameOf(object));
  const isOther =
    stringAt(object, 'apiVersion') !== followed.apiVersion ||
    stringAt(object, 'kind') !== followed.kind ||
    stringAt(metadata, 'name') !== followed.name ||
    (stringAt(metadata, 'namespace') ?? '') !== (followed.namespace ?? '');
  if (isOther) return unread('other-object', nameOf(object));
  const uid = stringAt(metadata, 'uid') ?? '';
  return { kind: 'version', version: { object, resourceVersion, uid, text: formatJson(object) } };
}

function nameOf(object: ValueMap | undefined): string {
  return `${stringAt(object, 'kind') ?? ''} ${stringAt(mapAt(object, 'metadata'), 'name') ?? ''}`;
}

function statusOf(status: ValueMap | undefined): ReadEvent {
  const code = status?.get('code');
  return {
    kind: 'status',
    code: typeof code === 'bigint' ? Number(code) : 0,
    reason: cut(stringAt(status, 'reason') ?? ''),
    message: cut(stringAt(status, 'message') ?? ''),
  };
}

function unread(reason: UnreadReason, found: string): UnreadEvent {
  return { kind: 'unread', reason, found: cut(found) };
}

function cut(text: string): string {
  return text.length > 500 ? `${text.slice(0, 499)}…` : text;
}

function asMap(value: Value): ValueMap | undefined {
  return isMap(value) ? value : undefined;
}
