import { type ApiResponse, pathOf, serve, type TypeCatalog } from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import {
  equals,
  formatJson,
  isList,
  isMap,
  listAt,
  mapAt,
  quote,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { kindOnServer, type ObjectServer, objectServer, type ServedObject, serveObject } from '@managed-fields/player';

/** One of the two versions, with the kinds that it has. */
export interface UpgradeSide {
  readonly version: PlayedVersion;
  readonly catalog: TypeCatalog;
}

/** The name of an entry of managedFields. */
export interface EntryName {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  /** Empty for the main resource. */
  readonly subresource: string;
}

/** The request that is made of an object on both versions: it is written as it is, or created anew. */
export type UpgradeRequest = 'update' | 'create';

/** What is otherwise for an object on the version after an upgrade. */
export type UpgradeChange =
  /** The version before does not have the kind, or does not take the object: nothing is compared. */
  | { readonly kind: 'not-before'; readonly message: string }
  /** The version after does not serve the object's API version. */
  | { readonly kind: 'not-served'; readonly message: string }
  /** The next write takes the entry out, so that its fields lose this owner. */
  | { readonly kind: 'entry-goes'; readonly entry: EntryName }
  /** The next write leaves the entry with other fields. */
  | { readonly kind: 'entry-changes'; readonly entry: EntryName }
  /** A field that is there afterwards, as a default is. */
  | { readonly kind: 'field-comes'; readonly path: string; readonly value: string }
  | { readonly kind: 'field-goes'; readonly path: string; readonly value: string }
  | { readonly kind: 'field-changes'; readonly path: string; readonly from: string; readonly to: string }
  /** The request is refused afterwards, or no longer. */
  | { readonly kind: 'refused' | 'taken'; readonly request: UpgradeRequest; readonly message: string }
  /** It is refused by both, in other words. */
  | { readonly kind: 'reworded'; readonly request: UpgradeRequest; readonly from: string; readonly to: string }
  /** The request is warned about afterwards, or no longer. */
  | { readonly kind: 'warned' | 'not-warned'; readonly request: UpgradeRequest; readonly message: string };

/**
 * Returns a function that tells what an upgrade changes for an object: the same requests are made on servers of both
 * versions, and their answers compared. It is written as it is, by a manager that changes nothing, and created anew.
 *
 * @param definitions - The definitions of custom kinds, which both servers have.
 */
export function upgradeChanges(
  from: UpgradeSide,
  to: UpgradeSide,
  definitions: readonly ValueMap[] = [],
): (object: ValueMap) => readonly UpgradeChange[] {
  const before = objectServer(from.catalog, from.version, definitions);
  const after = objectServer(to.catalog, to.version, definitions);
  return (object) => changesOf(object, before, after);
}

function changesOf(object: ValueMap, from: ObjectServer, to: ObjectServer): readonly UpgradeChange[] {
  const [isBefore, isAfter] = [isBuiltin(object, from), isBuiltin(object, to)];
  if (isBefore !== isAfter) return [{ kind: isBefore ? 'not-served' : 'not-before', message: unknownKind(object) }];
  const [before, after] = [placed(object, from), placed(object, to)];
  if (before.kind === 'refused') return [{ kind: 'not-before', message: before.message }];
  if (after.kind === 'refused') return [{ kind: 'not-served', message: after.message }];
  const updates = [updated(before, object), updated(after, object)] as const;
  const creates = [created(object, from), created(object, to)] as const;
  return withoutRepeats([
    ...entryChanges(...updates),
    ...fieldChanges(...updates),
    ...fieldChanges(...creates),
    ...answerChanges('update', ...updates),
    ...answerChanges('create', ...creates),
  ]);
}

function meant(object: ValueMap) {
  const metadata = mapAt(object, 'metadata');
  return {
    apiVersion: stringAt(object, 'apiVersion') ?? '',
    kind: stringAt(object, 'kind') ?? '',
    namespace: stringAt(metadata, 'namespace') ?? '',
    name: stringAt(metadata, 'name') ?? '',
  };
}

/** Whether a version has the kind of an object built in, at the version of the object. */
function isBuiltin(object: ValueMap, server: ObjectServer): boolean {
  return kindOnServer(server, meant(object))?.resource.origin === 'builtin';
}

function unknownKind(object: ValueMap): string {
  const { apiVersion, kind } = meant(object);
  return `no kind ${quote(kind)} is registered for version ${quote(apiVersion)}`;
}

function placed(object: ValueMap, server: ObjectServer): ServedObject {
  return serveObject(server, meant(object), object);
}

type Placed = Extract<ServedObject, { readonly kind: 'served' }>;

/** Who writes; it owns nothing, since it changes nothing. */
const manager = 'upgrade';

function asked(served: Placed, method: 'PUT' | 'POST', path: string, object: ValueMap): ApiResponse {
  const request = {
    ...{ method, path, query: new Map([['fieldManager', manager]]), contentType: 'application/json' },
    body: { kind: 'value', value: object, duplicates: [] } as const,
  };
  return serve(served.cluster, request, served.now).response;
}

/** Writes the object as it is. */
function updated(served: Placed, object: ValueMap): ApiResponse {
  return asked(served, 'PUT', served.path, object);
}

/** What a server sets in metadata, and what somebody who writes the object anew does not send. */
const ofServers = [
  ...['managedFields', 'resourceVersion', 'uid', 'creationTimestamp', 'generation', 'selfLink'],
  ...['deletionTimestamp', 'deletionGracePeriodSeconds'],
];

/** Creates the object anew, without what a server sets; undefined where the version does not have its kind. */
function created(object: ValueMap, server: ObjectServer): ApiResponse | undefined {
  const served = serveObject(server, meant(object), undefined);
  if (served.kind === 'refused') return undefined;
  const metadata = new Map(mapAt(object, 'metadata'));
  for (const name of ofServers) metadata.delete(name);
  const sent = new Map(withEntry(object, 'metadata', metadata));
  sent.delete('status');
  const path = pathOf({ version: served.version, namespace: served.namespace, name: '' });
  return asked(served, 'POST', path, sent);
}

function isTaken({ code }: ApiResponse): boolean {
  return code < 400;
}

function answerChanges(
  request: UpgradeRequest,
  from: ApiResponse | undefined,
  to: ApiResponse | undefined,
): readonly UpgradeChange[] {
  if (from === undefined || to === undefined) return [];
  const [before, after] = [messageOf(from), messageOf(to)];
  const only = (warnings: readonly string[], others: readonly string[]) =>
    warnings.filter((warning) => !others.includes(warning));
  return [
    ...(isTaken(from) && !isTaken(to) ? [{ kind: 'refused', request, message: after } as const] : []),
    ...(!isTaken(from) && isTaken(to) ? [{ kind: 'taken', request, message: before } as const] : []),
    ...(!isTaken(from) && !isTaken(to) && before !== after
      ? [{ kind: 'reworded', request, from: before, to: after } as const]
      : []),
    ...only(to.warnings, from.warnings).map((message) => ({ kind: 'warned', request, message }) as const),
    ...only(from.warnings, to.warnings).map((message) => ({ kind: 'not-warned', request, message }) as const),
  ];
}

function messageOf({ body }: ApiResponse): string {
  return (isMap(body) ? stringAt(body, 'message') : undefined) ?? '';
}

/** What both requests are told is told once. */
function withoutRepeats(changes: readonly UpgradeChange[]): readonly UpgradeChange[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const { kind } = change;
    const message = 'message' in change ? change.message : undefined;
    const text = JSON.stringify(kind === 'warned' || kind === 'not-warned' ? [kind, message] : change);
    return !seen.has(text) && seen.add(text);
  });
}

function entryChanges(from: ApiResponse, to: ApiResponse): readonly UpgradeChange[] {
  if (!isTaken(from) || !isTaken(to)) return [];
  const left = entriesOf(to);
  return entriesOf(from).flatMap((entry): readonly UpgradeChange[] => {
    const name = nameOf(entry);
    const same = left.find((each) => JSON.stringify(nameOf(each)) === JSON.stringify(name));
    if (same === undefined) return [{ kind: 'entry-goes', entry: name }];
    const fields = (of: ValueMap): Value => of.get('fieldsV1') ?? null;
    return equals(fields(entry), fields(same)) ? [] : [{ kind: 'entry-changes', entry: name }];
  });
}

function entriesOf({ body }: ApiResponse): readonly ValueMap[] {
  const metadata = isMap(body) ? mapAt(body, 'metadata') : undefined;
  return (listAt(metadata, 'managedFields') ?? []).filter(isMap);
}

function nameOf(entry: ValueMap): EntryName {
  const text = (name: string) => stringAt(entry, name) ?? '';
  return {
    manager: text('manager'),
    operation: text('operation'),
    apiVersion: text('apiVersion'),
    subresource: text('subresource'),
  };
}

function fieldChanges(from: ApiResponse | undefined, to: ApiResponse | undefined): readonly UpgradeChange[] {
  if (from === undefined || to === undefined || !isTaken(from) || !isTaken(to)) return [];
  return changedPlaces(withoutCounters(from.body), withoutCounters(to.body)).map(({ path, from: a, to: b }) => {
    if (a === undefined) return { kind: 'field-comes', path, value: b ?? '' };
    if (b === undefined) return { kind: 'field-goes', path, value: a };
    return { kind: 'field-changes', path, from: a, to: b };
  });
}

/** The object without what two servers never agree on, and without its entries. */
function withoutCounters(body: Value): Value {
  if (!isMap(body)) return body;
  const metadata = new Map(mapAt(body, 'metadata'));
  for (const name of ['managedFields', 'resourceVersion', 'uid', 'creationTimestamp']) metadata.delete(name);
  return withEntry(body, 'metadata', metadata);
}

/** A place of an object that differs between two versions; a side is undefined where it is not there. */
interface ChangedPlace {
  /** As explanations write it: `.spec.template.spec.containers[0].env`. */
  readonly path: string;
  /** JSON, cut after 200 characters. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const mostShown = 200;

/** Lists the innermost places in which two values differ; lists of different lengths differ as a whole. */
export function changedPlaces(from: Value | undefined, to: Value | undefined, path = ''): readonly ChangedPlace[] {
  if (from !== undefined && to !== undefined) {
    if (equals(from, to)) return [];
    if (isMap(from) && isMap(to)) {
      const names = [...new Set([...from.keys(), ...to.keys()])];
      return names.flatMap((name) => changedPlaces(from.get(name), to.get(name), `${path}${fieldText(name)}`));
    }
    if (isList(from) && isList(to) && from.length === to.length) {
      return from.flatMap((item, place) => changedPlaces(item, to[place], `${path}[${place}]`));
    }
  }
  return [{ path, from: shown(from), to: shown(to) }];
}

function fieldText(name: string): string {
  return /^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function shown(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = formatJson(value, { sortKeys: true });
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
