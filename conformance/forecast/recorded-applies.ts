import { type Route, readRoute } from '@managed-fields/api-server';
import { manifestFile, readManifests } from '@managed-fields/forecast';
import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { isByChance } from '../replay/compare.ts';
import { type Exchange, readTrace, type Trace, type TraceStep, traceFiles } from '../replay/trace.ts';

/** An apply that a real server answered, with everything that a forecast of it starts from. */
export interface RecordedApply {
  /** The trace and the step, from 1. */
  readonly name: string;
  /** The release of the server: `v1.36.3`. */
  readonly release: string;
  /** The definitions that were in force. */
  readonly definitions: readonly ValueMap[];
  /** The object before the apply, as a dump of the cluster has it; undefined where there was none. */
  readonly live: ValueMap | undefined;
  /** The namespace of the request; empty for kinds without. */
  readonly namespace: string;
  /** What was applied. */
  readonly text: string;
  /** A server-side apply with its manager, or a client-side one by kubectl. */
  readonly way: { readonly kind: 'server-side'; readonly manager: string; readonly force: boolean } | ClientSideWay;
  readonly answer: RecordedAnswer;
}

interface ClientSideWay {
  readonly kind: 'client-side';
}

/** How the apply ended: with an object, or with the words of a refusal. */
export type RecordedAnswer =
  | { readonly kind: 'done'; readonly code: number; readonly object: Value }
  /** `byChance`: the words are left to chance in part. Without a code it is kubectl that refused. */
  | {
      readonly kind: 'refused';
      readonly code: number | undefined;
      readonly message: string;
      readonly byChance: boolean;
    };

/** The applies of all traces of some folders that a forecast can be asked about: those of whole objects, by a manager. */
export function recordedApplies(folders: readonly string[]): readonly RecordedApply[] {
  // On a server with all admission plugins an apply depends on more objects than its own.
  return traceFiles(folders)
    .map(readTrace)
    .flatMap((trace) => (trace.installed ? [] : appliesOf(trace)));
}

function appliesOf(trace: Trace): readonly RecordedApply[] {
  const live: Objects = new Map();
  const installed = new Map<string, ValueMap>();
  const applies: RecordedApply[] = [];
  for (const [index, step] of trace.steps.entries()) {
    const name = `${trace.name} ${index + 1}`;
    if (changesDefinitions(step)) forgetObjects(live);
    if (step.kind === 'crd' && isMap(step.crd)) installed.set(definitionName(step.crd), step.crd);
    const found = asked(step, live);
    // A dump does not say whether the webhook that converts a kind answers.
    const isDown = exchangesOf(step).some(({ conversionDown }) => conversionDown);
    if (found !== undefined && !isDown) {
      const inForce = new Map([...installed, ...definitionsIn(live)]);
      applies.push({ name, release: trace.release, definitions: [...inForce.values()], ...found });
    }
    for (const exchange of exchangesOf(step)) note(exchange, live);
    if (step.after?.object !== undefined) setAt(live, objectKey(step.after.path), step.after.object);
    else if (step.after !== undefined) live.delete(objectKey(step.after.path));
  }
  return applies;
}

/** What is known of the objects: absent where it does not exist, undefined where the recording does not show it. */
type Objects = Map<string, ValueMap | undefined>;

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function changesDefinitions(step: TraceStep): boolean {
  const writes = exchangesOf(step).filter(({ request }) => request.method !== 'GET');
  return step.kind === 'crd' || writes.some(({ request }) => request.path.startsWith(definitions));
}

/** A definition that changes changes what its objects look like when they are read; a dump is read after that. */
function forgetObjects(live: Objects): void {
  for (const [key, object] of live) {
    if (object !== undefined && stringAt(object, 'kind') !== 'CustomResourceDefinition') live.set(key, undefined);
  }
}

function definitionName(definition: ValueMap): string {
  return stringAt(mapAt(definition, 'metadata'), 'name') ?? '';
}

function definitionsIn(live: Objects): readonly (readonly [string, ValueMap])[] {
  return [...live.values()].flatMap((object) =>
    object !== undefined && stringAt(object, 'kind') === 'CustomResourceDefinition'
      ? [[definitionName(object), object] as const]
      : [],
  );
}

type Found = Pick<RecordedApply, 'live' | 'namespace' | 'text' | 'way' | 'answer'>;

function asked(step: TraceStep, live: Objects): Found | undefined {
  if (step.kind === 'request') return ofRequest(step.exchange, live);
  return step.kind === 'command' ? ofCommand(step, live) : undefined;
}

const asksNothingElse = new Set(['fieldManager', 'force']);

function ofRequest(exchange: Exchange, live: Objects): Found | undefined {
  const { method, path, query, contentType, body, user } = exchange.request;
  // A forecast is of whoever may do everything.
  if (user !== undefined) return undefined;
  const route = readRoute(path);
  const isApply = method === 'PATCH' && contentType?.startsWith('application/apply-patch') === true;
  if (!isApply || body === undefined || route === undefined || route.subresource !== '') return undefined;
  if (![...query.keys()].every((key) => asksNothingElse.has(key))) return undefined;
  if (isUnknown(live, objectKey(path), exchange) || !isAbout(body, route)) return undefined;
  if (isNowhere(exchange)) return undefined;
  const manager = query.get('fieldManager') ?? '';
  return {
    live: live.get(objectKey(path)),
    namespace: route.namespace,
    text: body,
    way: { kind: 'server-side', manager, force: query.get('force') === 'true' },
    answer: answerOf(exchange),
  };
}

function answerOf(exchange: Exchange): RecordedAnswer {
  const { code, body } = exchange.response;
  if (code < 400) return { kind: 'done', code, object: body };
  const message = isMap(body) ? (stringAt(body, 'message') ?? '') : String(body).trimEnd();
  return { kind: 'refused', code, message, byChance: isByChance(exchange) };
}

/** A plain `kubectl apply -f FILE` of one file that wrote one object. */
function ofCommand(step: TraceStep & { readonly kind: 'command' }, live: Objects): Found | undefined {
  const { line, files, exchanges, exitCode, stderr } = step.command;
  const [, file = ''] = /^kubectl apply -f ([\w.-]+)$/.exec(line) ?? [];
  const text = files.get(file);
  const last = exchanges.at(-1);
  if (text === undefined || last === undefined) return undefined;
  const said = stderr.replaceAll(file, manifestFile).trimEnd();
  const paths = new Set(exchanges.map(({ request, response }) => objectPath(request.path, response.body)));
  const [path = ''] = paths;
  const route = readRoute(path);
  if (paths.size !== 1 || route === undefined || route.name === '' || route.subresource !== '') return undefined;
  if (isUnknown(live, objectKey(path), last) || !isAbout(text, route)) return undefined;
  return {
    live: live.get(objectKey(path)),
    namespace: route.namespace,
    text,
    way: { kind: 'client-side' },
    answer: exitCode === 0 ? answerOf(last) : { kind: 'refused', code: undefined, message: said, byChance: false },
  };
}

/** Whether a text is one manifest of the object of a path: a request may name one object there and send another. */
function isAbout(text: string, { group, version, namespace, name }: Route): boolean {
  const [manifest, ...more] = readManifests('', text);
  if (manifest?.kind !== 'object' || more.length > 0) return false;
  const metadata = mapAt(manifest.value, 'metadata');
  const written = stringAt(metadata, 'namespace') ?? '';
  return (
    stringAt(manifest.value, 'apiVersion') === (group === '' ? version : `${group}/${version}`) &&
    stringAt(metadata, 'name') === name &&
    (written === '' || namespace === '' || written === namespace)
  );
}

/** Whether there is nothing at the path of a request, so that it is about no object: a forecast asks where the kind is. */
function isNowhere({ response: { code, body } }: Exchange): boolean {
  return code === 404 && (!isMap(body) || stringAt(mapAt(body, 'details'), 'name') === undefined);
}

/** Whether the recording does not show the object before, or what it shows was deleted since by a controller. */
function isUnknown(live: Objects, key: string, { response }: Exchange): boolean {
  const isThere = live.get(key) !== undefined;
  if (response.code === 201) return isThere;
  return isThere ? false : live.has(key) || response.code === 200;
}

function exchangesOf(step: TraceStep): readonly Exchange[] {
  if (step.kind === 'request') return [step.exchange];
  return step.kind === 'command' ? step.command.exchanges : [];
}

/** Remembers the object that an answer shows. A write whose answer shows none makes it unknown, until it is read. */
function note({ request, response }: Exchange, live: Objects): void {
  const { method, query } = request;
  const path = objectPath(request.path, response.body);
  const route = readRoute(path);
  if (route === undefined || route.name === '' || query.has('dryRun')) return;
  const own = objectKey(path);
  if (response.code >= 400) {
    // Of a subresource it may be the kind that has none.
    if (response.code === 404 && method === 'GET' && route.subresource === '') live.delete(own);
    return;
  }
  // A dump has an Event in the one of its two groups through which it was read last, which no recording tells.
  if (route.plural === 'events')
    live.set(objectKeyOf({ ...route, group: route.group === '' ? eventGroup : '' }), undefined);
  // A finalizer may hold a deleted object; when the last one goes, the object goes.
  if (method === 'DELETE' || isDeleted(response.body)) live.set(own, undefined);
  else setAt(live, own, isWhole(response.body) && route.subresource !== 'scale' ? response.body : undefined);
}

function isDeleted(body: Value): boolean {
  const metadata = isMap(body) ? mapAt(body, 'metadata') : undefined;
  const held = (listAt(metadata, 'finalizers') ?? []).length > 0;
  return metadata?.has('deletionTimestamp') === true && !held;
}

function isWhole(body: Value): body is ValueMap {
  return isMap(body) && isMap(body.get('metadata') ?? null) && !String(body.get('kind')).endsWith('List');
}

function setAt(live: Objects, path: string, object: Value | undefined): void {
  live.set(path, object !== undefined && isMap(object) ? object : undefined);
}

/** One text for all paths of an object: those of its versions and subresources. */
function objectKey(path: string): string {
  return objectKeyOf(readRoute(path));
}

function objectKeyOf(route: Route | undefined): string {
  return JSON.stringify([route?.group, route?.plural, route?.namespace, route?.name]);
}

const eventGroup = 'events.k8s.io';

/** The path of the object of a request: a create is sent to the collection. */
function objectPath(path: string, body: Value): string {
  const route = readRoute(path);
  const name = isMap(body) ? (stringAt(mapAt(body, 'metadata'), 'name') ?? '') : '';
  return route?.name === '' && name !== '' ? `${path}/${encodeURIComponent(name)}` : path;
}
