import {
  applyConfiguration,
  assertNever,
  hubVersion,
  isMap,
  metadataText,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { isCustom } from '../catalog/catalog.ts';
import { type Answer, refuse } from './answer.ts';
import { hasChange } from './changes.ts';
import { catalogOf } from './cluster.ts';
import { expectedNamespace, managedView } from './endpoint.ts';
import { changeObject, checkName, uidWithoutObject } from './object-change.ts';
import { managerOrUserAgent, patchOptions } from './options.ts';
import { patchedView } from './patch-mechanism.ts';
import type { ApiRequest, DecodedBody } from './request.ts';
import { nothing } from './sent-object.ts';
import {
  applyConflict,
  badRequest,
  conflict,
  notFound,
  type Refusal,
  unsupportedByRouter,
  unsupportedMediaType,
  untyped,
} from './status.ts';
import type { PatchConflict, PatchInput, PatchType, ViewChange } from './view-change.ts';
import type { Work } from './work.ts';
import { inNamespace } from './write-rules.ts';

/**
 * Applies a configuration to a view of an object at the version in memory, and updates managedFields.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go applyPatcher.
 */
export function appliedView(input: PatchInput, live: ValueMap): ViewChange | PatchConflict | Refusal {
  const { body, endpoint, options, now, warn } = input;
  const what = hasChange('patchReadFirst', input.catalog) ? 'patch' : 'YAML';
  if (body.kind === 'malformed') return badRequest(`error decoding ${what}: ${body.message}`);
  const kind = managedView(endpoint);
  const { fieldManager: manager, force } = options;
  const applied = applyConfiguration({ kind, live, config: configOf(body) ?? new Map(), manager, force, now });
  switch (applied.kind) {
    case 'conflict':
      return { ...applied, refusal: applyConflict(applied.conflicts) };
    case 'bad-request':
      return badRequest(applied.message);
    case 'error':
      return untyped(applied.message);
    case 'applied':
      break;
    default:
      return assertNever(applied);
  }
  if (body.duplicates.length > 0 && options.fieldValidation === 'Strict') {
    const lines = body.duplicates.map((line) => `\n  ${line}`).join('');
    const why = `error converting YAML to JSON: yaml: unmarshal errors:${lines}`;
    return badRequest(`error strict decoding ${what}: ${why}`);
  }
  if (options.fieldValidation === 'Warn') body.duplicates.forEach(warn);
  const object = hubVersion(endpoint.view).settle?.(applied.object) ?? applied.object;
  return { kind: 'object', object, trace: applied.trace };
}

/** The configuration of an apply, whose body is a map or empty where it is read. */
function configOf(body: DecodedBody): ValueMap | undefined {
  return body.kind === 'value' && isMap(body.value) ? body.value : undefined;
}

const patchTypes: ReadonlyMap<string, PatchType> = new Map([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
  ['application/apply-patch+yaml', 'apply'],
]);

/** The patch types of custom resources, in the order in which messages list them. */
const customTypes = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'];

function patchTypeOf({ contentType = '' }: ApiRequest): PatchType | undefined {
  return patchTypes.get(withoutParameters(contentType));
}

function withoutParameters(mediaType: string): string {
  return String(mediaType.split(';')[0]);
}

/**
 * Whether a request is a PATCH of media types that the router of built-in kinds does not know; where it knows one of several, the
 * handler refuses them all. Upstream: github.com/emicklei/go-restful route.go matchesContentType.
 */
export function isUnroutedPatch({ method, contentType = '' }: ApiRequest): boolean {
  return method === 'PATCH' && !contentType.split(',').some((each) => patchTypes.has(withoutParameters(each).trim()));
}

/** Answers a PATCH. Upstream: apiserver pkg/endpoints/handlers/patch.go PatchResource. */
export function patch(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const type = patchTypeOf(request);
  const custom = isCustom(endpoint.version);
  if (type === undefined || (custom && type === 'strategic')) {
    const types = custom ? customTypes : [...patchTypes.keys()];
    return refuse(cluster, custom || !isUnroutedPatch(request) ? unsupportedMediaType(types) : unsupportedByRouter());
  }
  if (endpoint.route.name === '') return refuse(cluster, badRequest('name must be provided'));
  const apply = type === 'apply';
  const options = patchOptions(request.query, apply, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  const body = request.body ?? (apply ? nothing : { kind: 'malformed', message: 'unexpected end of JSON input' });
  const unread = hasChange('patchReadFirst', cluster.builtin) ? unreadable(request, apply) : undefined;
  if (unread !== undefined) return refuse(cluster, badRequest(unread));
  const { userAgent = '', bodyText } = request;
  const catalog = catalogOf(cluster);
  const input: PatchInput = {
    endpoint,
    catalog,
    body,
    bodyText,
    options,
    userAgent,
    now: work.now,
    warn: work.warn,
  };
  const rules = { dryRun: options.dryRun, mayCreate: apply && endpoint.route.subresource === '', uid: '' };
  const facts = {
    operation: apply ? 'Apply' : 'Update',
    manager: apply ? options.fieldManager : managerOrUserAgent(options.fieldManager, userAgent),
    force: options.force,
    config: apply ? configOf(body) : undefined,
  } as const;
  return changeObject(work, rules, facts, (live, exists) => checked(work, exists, viewOf(input, type, live, exists)));
}

/**
 * Returns why the body of a patch cannot be parsed before it is applied. A text that begins as JSON is parsed as YAML
 * only when it is applied.
 * Upstream: patch.go validateAndTranscodePatch.
 */
function unreadable({ body, bodyText = '' }: ApiRequest, apply: boolean): string | undefined {
  if (body !== undefined && body.kind !== 'malformed') return undefined;
  if (!apply) return 'invalid JSON patch';
  const prefix = 'error converting YAML to JSON: ';
  if (body === undefined || /^\s*\{/.test(bodyText) || !body.message.startsWith(prefix)) return undefined;
  return `error encoding patch: ${body.message.slice(prefix.length)}`;
}

function viewOf(
  input: PatchInput,
  type: PatchType,
  live: ValueMap,
  exists: boolean,
): ViewChange | PatchConflict | Refusal {
  const { endpoint } = input;
  if (type === 'apply') return appliedView(input, live);
  if (!exists) return notFound(endpoint.resourceName, endpoint.route.name);
  return patchedView(input, type, live);
}

/** Checks a patched object: its uid, namespace and name. Upstream: patch.go applyPatch. */
function checked(
  work: Work,
  exists: boolean,
  change: ViewChange | PatchConflict | Refusal,
): ViewChange | PatchConflict | Refusal {
  if (change.kind !== 'object') return change;
  const { endpoint } = work;
  const uid = metadataText(change.object, 'uid');
  if (!exists && uid !== '') return conflict(endpoint.resourceName, endpoint.route.name, uidWithoutObject(uid));
  const placed = inNamespace(change.object, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return placed;
  return checkName(endpoint, placed.object) ?? { ...change, object: placed.object };
}
