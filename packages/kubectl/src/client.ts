import {
  type ApiRequest,
  type DecodedBody,
  type ObjectPlace,
  pathOf,
  pathSegment,
  type ResourceVersion,
  throughJson,
} from '@managed-fields/api-server';
import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail, failureOf } from './failure.ts';
import { type Session, userAgentOf } from './session.ts';

/** The answer to a request: an object, or a failure. */
export type Fetched = { readonly kind: 'object'; readonly object: ValueMap } | Failure;

/**
 * The options of a write request. Those that are empty or undefined are not sent.
 * Upstream: k8s.io/cli-runtime pkg/resource/helper.go Helper.
 */
export interface WriteOptions {
  readonly fieldManager?: string;
  readonly fieldValidation?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly subresource?: string;
  /** Whether the body is sent as protobuf, as by clients of Go types. */
  readonly protobuf?: boolean;
  /** Whether the request has no Content-Type, as those of the scale client. */
  readonly plain?: boolean;
}

/** The media types of patches, by their names in `--type`; `apply` is server-side apply. */
export const patchTypes = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** A kind of patch. */
export type PatchType = keyof typeof patchTypes;

/** Fetches an object. */
export function get(
  session: Session,
  place: ObjectPlace,
  subresource = '',
  query: ReadonlyMap<string, string> = new Map(),
): Fetched {
  return onObject(session, place, subresource, (path) => ({ method: 'GET', path, query }));
}

/** Fetches a collection; `query` holds selectors and limit. */
export function list(
  session: Session,
  version: ResourceVersion,
  namespace: string,
  query: ReadonlyMap<string, string>,
): Fetched {
  return send(session, { method: 'GET', path: pathOf({ version, namespace, name: '' }), query });
}

/**
 * Fetches a collection as a client of Go types does, which leaves `--request-timeout` out. Upstream: k8s.io/client-go
 * gentype/type.go list.
 */
export function listTyped(
  session: Session,
  version: ResourceVersion,
  namespace: string,
  query: ReadonlyMap<string, string>,
): Fetched {
  return list({ ...session, send: session.sendUntimed }, version, namespace, query);
}

/** Creates an object. A resourceVersion in its metadata is not sent. */
export function create(
  session: Session,
  place: Omit<ObjectPlace, 'name'>,
  object: ValueMap,
  options: WriteOptions,
): Fetched {
  const metadata = object.get('metadata');
  let body = object;
  if (isMap(metadata) && metadata.has('resourceVersion')) {
    const bare = new Map(metadata);
    bare.delete('resourceVersion');
    body = new Map(object).set('metadata', bare);
  }
  const path = pathOf({ ...place, name: '' });
  const query = queryOf(options);
  const sending = options.protobuf ? protobufBody(body) : jsonBody(body);
  return send(session, { method: 'POST', path, query, ...sending });
}

/** Patches an object. */
export function patch(
  session: Session,
  place: ObjectPlace,
  type: PatchType,
  body: Value,
  options: WriteOptions,
): Fetched {
  return sendPatch(session, place, type, valueBody(body), options);
}

/** Patches an object with a body that may be malformed. */
export function sendPatch(
  session: Session,
  place: ObjectPlace,
  type: PatchType,
  body: DecodedBody,
  options: WriteOptions,
): Fetched {
  return onObject(session, place, options.subresource ?? '', (path) => ({
    method: 'PATCH',
    path,
    query: queryOf(options),
    contentType: patchTypes[type],
    body,
  }));
}

/** Returns the body that the server reads from the JSON text of a value. */
export function valueBody(value: Value): DecodedBody {
  return { kind: 'value', value: sent(value), duplicates: [] };
}

/** Replaces an object. */
export function replace(session: Session, place: ObjectPlace, object: ValueMap, options: WriteOptions): Fetched {
  return onObject(session, place, options.subresource ?? '', (path) => ({
    method: 'PUT',
    path,
    query: queryOf(options),
    ...(options.plain ? { body: jsonBody(object).body } : options.protobuf ? protobufBody(object) : jsonBody(object)),
  }));
}

/** Deletes an object; `options` are the body. */
export function remove(session: Session, place: ObjectPlace, options: ValueMap): Fetched {
  if (place.version.resource.namespaced && place.namespace === '') {
    return fail('an empty namespace may not be set when a resource name is provided');
  }
  return onObject(session, place, '', (path) => ({ method: 'DELETE', path, query: new Map(), ...jsonBody(options) }));
}

/** The body of an object as protobuf, which knows no empty lists. */
function protobufBody(object: ValueMap): Required<Pick<ApiRequest, 'contentType' | 'body'>> {
  const withoutEmpty = (value: Value): Value => {
    if (isList(value)) return value.length === 0 ? null : value.map(withoutEmpty);
    return isMap(value) ? new Map([...value].map(([key, each]) => [key, withoutEmpty(each)])) : value;
  };
  const value = withoutEmpty(object);
  const contentType = 'application/vnd.kubernetes.protobuf';
  return { contentType, body: { kind: 'value', value, duplicates: [] } };
}

function jsonBody(object: ValueMap): Required<Pick<ApiRequest, 'contentType' | 'body'>> {
  return { contentType: 'application/json', body: { kind: 'value', value: sent(object), duplicates: [] } };
}

/** Returns a value as the server reads it from its JSON text. */
function sent(body: Value): Value {
  if (isMap(body)) return throughJson(body);
  return isList(body) ? body.map((item) => (isMap(item) ? throughJson(item) : item)) : body;
}

function queryOf({ fieldManager, fieldValidation, dryRun, force }: WriteOptions): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  if (dryRun) query.set('dryRun', 'All');
  if (fieldManager !== undefined && fieldManager !== '') query.set('fieldManager', fieldManager);
  if (fieldValidation !== undefined && fieldValidation !== '') query.set('fieldValidation', fieldValidation);
  if (force !== undefined) query.set('force', String(force));
  return query;
}

function onObject(
  session: Session,
  { version, namespace, name }: ObjectPlace,
  subresource: string,
  request: (path: string) => ApiRequest,
): Fetched {
  if (name === '') return fail('resource name may not be empty');
  const problem = nameProblem(name);
  if (problem !== undefined) return fail(problem);
  return send(session, request(pathOf({ version, namespace, name }, subresource)));
}

/** Why a name cannot stand in a path; undefined of one that can. Upstream: k8s.io/client-go rest/request.go Name. */
export function nameProblem(name: string): string | undefined {
  const problems = pathSegment(name);
  return problems.length === 0 ? undefined : `invalid resource name "${name}": [${problems.join(' ')}]`;
}

function send(session: Session, request: ApiRequest): Fetched {
  const { code, body } = session.send({ ...request, userAgent: userAgentOf(session.host) });
  if (code < 200 || code >= 300) return failureOf(body);
  return { kind: 'object', object: isMap(body) ? body : new Map() };
}

/** The choices of a delete: what happens to dependents, and the grace period. */
export interface DeleteChoices {
  readonly cascade: string;
  /** In seconds; a negative one leaves it to the kind. */
  readonly gracePeriod: bigint;
  readonly dryRun?: boolean;
  /** Whether the body has apiVersion and kind, as the dynamic client sends it. */
  readonly typed?: boolean;
}

/**
 * Builds the body of a delete request. Upstream: kubectl pkg/cmd/apply/prune.go asDeleteOptions, apimachinery
 * pkg/apis/meta/v1 NewDeleteOptions.
 */
export function deleteOptions({ cascade, gracePeriod, dryRun, typed }: DeleteChoices): ValueMap {
  const options = new Map<string, Value>();
  if (typed) options.set('kind', 'DeleteOptions').set('apiVersion', 'v1');
  if (gracePeriod >= 0n) options.set('gracePeriodSeconds', gracePeriod);
  options.set('propagationPolicy', cascade);
  if (dryRun) options.set('dryRun', ['All']);
  return options;
}
