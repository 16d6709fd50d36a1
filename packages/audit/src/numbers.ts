import {
  equals,
  isList,
  isMap,
  listAt,
  mapAt,
  readEntries,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/**
 * What a recording and a scenario call the same thing: resourceVersions and uids are numbers of a server's own, and
 * bodies name them.
 */
export interface Numbers {
  readonly versions: ReadonlyMap<string, string>;
  readonly uids: ReadonlyMap<string, string>;
}

/** Nothing is known yet. */
export const noNumbers: Numbers = { versions: new Map(), uids: new Map() };

/** Adds what an object and its counterpart in the scenario are called. */
export function withNumbers(numbers: Numbers, recorded: ValueMap, played: ValueMap): Numbers {
  const [theirs, ours] = [mapAt(recorded, 'metadata'), mapAt(played, 'metadata')];
  const pair = (names: ReadonlyMap<string, string>, member: string) => {
    const [their, our] = [stringAt(theirs, member), stringAt(ours, member)];
    return their === undefined || our === undefined ? names : new Map(names).set(their, our);
  };
  return { versions: pair(numbers.versions, 'resourceVersion'), uids: pair(numbers.uids, 'uid') };
}

/**
 * A recorded body as the scenario sends it: with the resourceVersion and uid that the object has there, and with the
 * times of its entries. `current` is the object there. A version that is not known is that of the object where the
 * server took it (`accepted`), as it was current then. managedFields that are those of the object are left out: a body
 * without them keeps them.
 */
export function asPlayed(body: Value, numbers: Numbers, current: ValueMap | undefined, accepted: boolean): Value {
  if (isList(body)) return body.map((operation) => operationAsPlayed(operation, numbers, current, accepted));
  if (!isMap(body)) return body;
  const metadata = mapAt(body, 'metadata');
  return metadata === undefined
    ? body
    : new Map(body).set('metadata', metadataAsPlayed(metadata, numbers, current, accepted));
}

function operationAsPlayed(
  operation: Value,
  numbers: Numbers,
  current: ValueMap | undefined,
  accepted: boolean,
): Value {
  const value = isMap(operation) ? operation.get('value') : undefined;
  if (!isMap(operation) || value === undefined) return operation;
  const set = (next: Value) => new Map(operation).set('value', next);
  switch (stringAt(operation, 'path')) {
    case '/metadata/resourceVersion':
      return typeof value === 'string' ? set(versionAsPlayed(value, numbers, current, accepted)) : operation;
    case '/metadata/uid':
      return typeof value === 'string' ? set(uidAsPlayed(value, numbers, current)) : operation;
    case '/metadata/managedFields':
      return isList(value) ? set(withTimes(value, current)) : operation;
    case '/metadata':
      return isMap(value) ? set(metadataAsPlayed(value, numbers, current, accepted)) : operation;
    default:
      return operation;
  }
}

function metadataAsPlayed(
  metadata: ValueMap,
  numbers: Numbers,
  current: ValueMap | undefined,
  accepted: boolean,
): ValueMap {
  const changed = new Map(metadata);
  const version = stringAt(metadata, 'resourceVersion');
  if (version !== undefined && version !== '') {
    changed.set('resourceVersion', versionAsPlayed(version, numbers, current, accepted));
  }
  const uid = stringAt(metadata, 'uid');
  if (uid !== undefined) changed.set('uid', uidAsPlayed(uid, numbers, current));
  const entries = listAt(metadata, 'managedFields');
  if (entries === undefined || entries.length === 0) return changed;
  const timed = withTimes(entries, current);
  const live = mapAt(current, 'metadata')?.get('managedFields') ?? null;
  if (equals(inOrder(timed), inOrder(live))) changed.delete('managedFields');
  else changed.set('managedFields', timed);
  return changed;
}

/** A uid that is not known is that of the object: few objects are made again under their name. */
function uidAsPlayed(uid: string, { uids }: Numbers, current: ValueMap | undefined): string {
  return uids.get(uid) ?? stringAt(mapAt(current, 'metadata'), 'uid') ?? uid;
}

/** A version that no object has where the server said that it is not the current one. */
const noVersion = '999999999999';

function versionAsPlayed(
  version: string,
  { versions }: Numbers,
  current: ValueMap | undefined,
  accepted: boolean,
): string {
  const now = stringAt(mapAt(current, 'metadata'), 'resourceVersion');
  if (accepted) return now ?? version;
  const known = versions.get(version);
  return known ?? (version === now ? noVersion : version);
}

/** Entries with the times that those of the same owners have in the scenario. */
function withTimes(entries: readonly Value[], current: ValueMap | undefined): readonly Value[] {
  const live = readEntries(mapAt(current, 'metadata')?.get('managedFields')) ?? [];
  return entries.map((entry) => {
    const [own] = readEntries([entry]) ?? [];
    if (!isMap(entry) || own === undefined || !entry.has('time')) return entry;
    const same = live.find(
      ({ manager, operation, subresource, apiVersion }) =>
        manager === own.manager &&
        operation === own.operation &&
        subresource === own.subresource &&
        apiVersion === own.apiVersion,
    );
    return same?.time === undefined ? entry : new Map(entry).set('time', same.time);
  });
}

function inOrder(entries: Value): Value {
  if (!isList(entries)) return entries;
  const named = (entry: Value) =>
    ['manager', 'operation', 'subresource', 'apiVersion']
      .map((name) => (isMap(entry) ? (stringAt(entry, name) ?? '') : ''))
      .join(' ');
  return entries.toSorted((a, b) => (named(a) < named(b) ? -1 : 1));
}
