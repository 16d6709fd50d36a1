import {
  type ApiRequest,
  type ApiResponse,
  type Cluster,
  catalogOf,
  type RequestTrace,
  type ResourceVersion,
  readRoute,
  type TypeCatalog,
} from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import {
  equals,
  explainConflicts,
  formatJson,
  hasManagedFields,
  isDeleting,
  isMap,
  managedFieldsOf,
  metadataOf,
  metadataText,
  type OwnerIdentity,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { isFieldConflict, messageOf, objectServer, serveObjects } from '@managed-fields/player';
import { type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { isDefinition, writtenDefinition } from './definitions.ts';
import { ownersOfField } from './fields.ts';
import { forecastOf, stepsSending } from './forecast.ts';
import { namesOf } from './live-objects.ts';
import type { Played } from './played.ts';
import type { Deed, ForecastRow, SentRow } from './row.ts';
import { objectAt } from './tool-release.ts';

/** A request that a program sent to a server, with its answer. */
export interface SentRequest {
  readonly request: ApiRequest;
  readonly response: ApiResponse;
  /** Absent where the request was refused early. */
  readonly trace?: RequestTrace;
}

/** A server with the objects of a dump, and what of them it does not take. */
export interface RehearsalStart {
  readonly cluster: Cluster;
  readonly refused: readonly { readonly object: ValueMap; readonly message: string }[];
}

/** Puts the objects of a dump on one server: its definitions first, then all others with what they have. */
export function rehearsalStart(
  live: readonly ValueMap[],
  catalog: TypeCatalog,
  kubernetes: PlayedVersion,
): RehearsalStart {
  const server = objectServer(catalog, kubernetes, live.filter(isDefinition).map(writtenDefinition));
  const others = live.filter((object) => !isDefinition(object));
  const { cluster, refused } = serveObjects(server, others, []);
  return { cluster, refused };
}

/** What a program did to one object. */
export interface RehearsedObject extends Played {
  /** The object as it is known best: afterwards, or before where it is gone. */
  readonly object: ValueMap;
  /** The place of its last request among all of them, from 1. */
  readonly number: number;
  /** The body of an apply that ended in a conflict. */
  readonly declared: ValueMap | undefined;
  /** The trace of that apply. */
  readonly refusal: RequestTrace | undefined;
  readonly deeds: readonly Deed[];
  readonly sent: readonly SentRow[];
}

/** What of a rehearsal is told. */
export interface Rehearsed {
  readonly before: Cluster;
  readonly after: Cluster;
  /** In the order in which they were sent. */
  readonly requests: readonly SentRequest[];
  /** Whether the status that controllers would write was written, which is left out. */
  readonly ready: boolean;
}

/**
 * What a program did, object by object, in the order in which it first wrote to them. Dry runs and events are left out, and
 * objects that were created and deleted again have `left` with a message.
 */
export function rehearsedObjects(rehearsed: Rehearsed): readonly RehearsedObject[] {
  const byPath = new Map<string, (SentRequest & { readonly number: number })[]>();
  for (const [index, sent] of rehearsed.requests.entries()) {
    if (sent.request.method === 'GET' || sent.request.query.has('dryRun')) continue;
    const path = objectPath(sent);
    if (path === undefined || /\/events\/[^/]*$/.test(path)) continue;
    const found = byPath.get(path) ?? [];
    byPath.set(path, found);
    found.push({ ...sent, number: index + 1 });
  }
  return [...byPath].map(([path, requests]) => objectOf(path, requests, rehearsed));
}

/** The path of the object that a request is about, its subresource left out; a create names it in its answer or body. */
export function objectPath({ request: { method, path, body }, response }: SentRequest): string | undefined {
  const route = readRoute(path);
  if (route === undefined) return undefined;
  if (route.subresource !== '') return path.slice(0, path.length - route.subresource.length - 1);
  if (method !== 'POST' || route.name !== '') return path;
  const sent = body?.kind === 'value' && isMap(body.value) ? body.value : new Map<string, Value>();
  const made = isMap(response.body) && response.code < 300 ? response.body : sent;
  return `${path}/${encodeURIComponent(metadataText(made, 'name') || metadataText(sent, 'name'))}`;
}

function objectOf(
  path: string,
  requests: readonly (SentRequest & { readonly number: number })[],
  { before, after, ready }: Rehearsed,
): RehearsedObject {
  const route = readRoute(path);
  const version = route && catalogOf(after).find(route.group, route.version, route.plural);
  const was = objectAt(before, path);
  const found = objectAt(after, path);
  const is = ready && found !== undefined ? withoutReady(found, was) : found;
  const last = requests.at(-1);
  const failed = last !== undefined && last.response.code >= 400 ? last : undefined;
  const isConflict = failed !== undefined && isFieldConflict(failed.response);
  const isFleeting = was === undefined && is === undefined && failed === undefined;
  const declared = isConflict && failed.request.body?.kind === 'value' ? failed.request.body.value : undefined;
  const fleeting = isFleeting ? 'created, and deleted again' : undefined;
  const named = new Map<string, Value>([
    ['apiVersion', version?.apiVersion ?? ''],
    ['kind', version?.resource.kind ?? route?.plural ?? ''],
    [
      'metadata',
      new Map([
        ['namespace', route?.namespace ?? ''],
        ['name', decodeURIComponent(route?.name ?? '')],
      ]),
    ],
  ]);
  return {
    object: is ?? was ?? named,
    number: last?.number ?? 0,
    result: resultOf(was, is, failed, isConflict),
    code: last?.response.code,
    message: failed === undefined ? fleeting : (messageOf(failed.response.body) ?? ''),
    warnings: [...new Set(requests.flatMap(({ response }) => response.warnings))],
    version,
    before: was,
    after: is,
    // They are explained when the row is written, by states in which nothing is secret any more.
    conflicts: [],
    owner: ownerOf(last),
    notices: [],
    declared: declared !== undefined && isMap(declared) ? declared : undefined,
    refusal: isConflict ? failed.trace : undefined,
    deeds:
      was !== undefined && is !== undefined && metadataText(was, 'uid') !== metadataText(is, 'uid')
        ? ['recreated']
        : [],
    sent: requests.map(({ request, response }) => ({
      method: request.method,
      purpose: purposeOf(request),
      code: response.code,
    })),
  };
}

function conflictsOf({ refusal, declared, before, version }: RehearsedObject): Played['conflicts'] {
  if (refusal === undefined || declared === undefined || version === undefined) return [];
  return explainConflicts(refusal.conflicts, before, declared, version);
}

function resultOf(
  was: ValueMap | undefined,
  is: ValueMap | undefined,
  failed: SentRequest | undefined,
  isConflict: boolean,
): Played['result'] {
  if (isConflict) return 'conflict';
  // What should go and is not there, or is looked for by a write, is no trouble.
  if (failed !== undefined && !(failed.response.code === 404 && was === undefined && is === undefined))
    return 'refused';
  if (was === undefined) return is === undefined ? 'left' : 'created';
  if (is === undefined || isDeleting(is)) return 'deleted';
  return equals(was, is) ? 'unchanged' : 'changed';
}

/** The manager whose entry a write changes. */
function ownerOf(sent: SentRequest | undefined): Played['owner'] {
  const manager = sent?.trace?.manager || sent?.request.query.get('fieldManager') || '';
  const operation = sent?.request.contentType?.startsWith('application/apply-patch') ? 'Apply' : 'Update';
  return { manager, operation };
}

function purposeOf({ method, contentType }: ApiRequest): SentRow['purpose'] {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'replace';
    case 'DELETE':
      return 'prune';
    default:
      return contentType?.startsWith('application/apply-patch') ? 'apply' : 'patch';
  }
}

/** The manager of the status that a rehearsal writes for controllers. */
const controllers = 'kube-controller-manager';

/** An object as it would be if nobody had written its status for controllers. */
function withoutReady(object: ValueMap, before: ValueMap | undefined): ValueMap {
  const isReady = (entry: ValueMap) =>
    stringAt(entry, 'manager') === controllers && stringAt(entry, 'subresource') === 'status';
  if (!managedFieldsOf(object).some(isReady)) return object;
  const status = before?.get('status');
  const entries = [
    ...managedFieldsOf(before).filter(isReady),
    ...managedFieldsOf(object).filter((entry) => !isReady(entry)),
  ];
  const bare =
    status === undefined
      ? new Map([...object].filter(([key]) => key !== 'status'))
      : withEntry(object, 'status', status);
  const version = before === undefined ? undefined : metadataOf(before).get('resourceVersion');
  const owned = withMetadata(bare, 'managedFields', entries);
  if (before === undefined || version === undefined) return owned;
  // Where nothing else was written, the object is as it was.
  const same = withMetadata(owned, 'resourceVersion', version);
  return equals(withMetadata(same, 'managedFields', undefined), withMetadata(before, 'managedFields', undefined))
    ? before
    : owned;
}

/** The row of an object. Objects that go come after all others and have no manifest. */
export function rehearsedRow(object: RehearsedObject, index: number): ForecastRow {
  const names = namesOf(object.object);
  const { before, deeds, sent, result, number } = object;
  const forecast = forecastOf({ ...object, conflicts: conflictsOf(object) }, undefined);
  if (result === 'deleted' || result === 'left')
    return { kind: 'extra', index, object: names, forecast, tool: { deeds, sent } };
  return {
    kind: 'played',
    index,
    // The line of the request in the list of all that were sent.
    place: { file: requestsFile, range: { from: number - 1, to: number - 1 } },
    object: names,
    isLive: before !== undefined,
    serverSide: forecast,
    tool: { deeds, sent },
    remarks: before === undefined || hasManagedFields(before) ? [] : [{ code: 'no-managed-fields' }],
    notices: [],
  };
}

/** The name of the list of requests, of which each is a line, in the places of rows. */
export const requestsFile = 'request';

/** Who owns a field of an object as the program left it; undefined where it is not there. */
export function rehearsedOwners(
  { after, version }: RehearsedObject,
  path: string,
): readonly OwnerIdentity[] | undefined {
  return after === undefined || version === undefined ? undefined : ownersOfField(after, version, path);
}

/** The states of an object as a scenario, by which what is secret in them is found: before, after, and what was declared. */
export function statesOf({ before, after, declared }: RehearsedObject, kubernetes: PlayedVersion): Scenario {
  const states = [before, after, declared].filter((each) => each !== undefined);
  const steps = states.map((each): NewStep => ({ kind: 'live', text: formatJson(each) }));
  return { ...newScenario('', steps), kubernetes };
}

/** The object with other texts for its states, in the order of `statesOf`; a state that was not there stays so. */
export function withStates(object: RehearsedObject, states: readonly ValueMap[]): RehearsedObject {
  const left = [...states];
  const next = (own: ValueMap | undefined) => (own === undefined ? undefined : (left.shift() ?? own));
  const [before, after, declared] = [next(object.before), next(object.after), next(object.declared)];
  return { ...object, before, after, declared };
}

/** All that a program wrote as a scenario: the objects as they were, and each request that was no dry run. */
export function rehearsalScenario(
  objects: readonly RehearsedObject[],
  requests: readonly SentRequest[],
  title: string,
  kubernetes: PlayedVersion,
  cluster: Cluster,
): Scenario {
  const catalog = catalogOf(cluster);
  const live = objects.flatMap(({ before }): readonly NewStep[] =>
    before === undefined ? [] : [{ kind: 'live', text: printYaml(before).text }],
  );
  const kinds = new Set(objects.flatMap(({ version }) => (version === undefined ? [] : [definitionNameOf(version)])));
  const definitions = [...cluster.definitions].flatMap(([name, { object }]): readonly NewStep[] =>
    object === undefined || !kinds.has(name) ? [] : [{ kind: 'crd', text: printYaml(writtenDefinition(object)).text }],
  );
  const steps = requests.flatMap(({ request }): readonly NewStep[] => {
    if (request.method === 'GET' || request.query.has('dryRun')) return [];
    return stepsSending(request, formatJson, catalog);
  });
  return { ...newScenario(title, [...definitions, ...live, ...steps]), kubernetes };
}

function definitionNameOf({ resource }: ResourceVersion): string {
  return `${resource.plural}.${resource.group}`;
}
