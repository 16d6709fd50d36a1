import {
  type Conflict,
  conflictCauses,
  conflictMessage,
  type FieldError,
  fieldErrorBody,
  fieldErrorsText,
  quote,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { hasChange } from './changes.ts';

/** A refused request, with the Status to answer. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: number;
  /** A Status, or plain text where no API handles the path. */
  readonly body: Value;
  /** The admission plugin that refuses, where one does. */
  readonly plugin?: string;
}

/** A group with a plural name or a kind, as messages name them: `deployments.apps`, `configmaps`. */
export interface Qualified {
  readonly group: string;
  readonly name: string;
}

/** Prints a qualified name. Upstream: apimachinery pkg/runtime/schema GroupResource.String, GroupKind.String. */
export function qualifiedText({ group, name }: Qualified): string {
  return group === '' ? name : `${name}.${group}`;
}

interface Details {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: bigint;
}

/** A cause in the details of a refusal. */
export interface Cause {
  readonly reason?: string;
  readonly message: string;
  readonly field?: string;
}

function entries(pairs: readonly (readonly [string, Value | undefined])[]): ValueMap {
  const map = new Map<string, Value>();
  for (const [key, value] of pairs) if (value !== undefined && value !== '') map.set(key, value);
  return map;
}

function detailsOf({ name, group, kind, uid, causes, retryAfterSeconds }: Details): ValueMap {
  const listed = causes?.map(({ reason, message, field }) =>
    entries([
      ['reason', reason],
      ['message', message],
      ['field', field],
    ]),
  );
  return entries([
    ['name', name],
    ['group', group],
    ['kind', kind],
    ['uid', uid],
    ['causes', listed === undefined || listed.length === 0 ? undefined : listed],
    ['retryAfterSeconds', retryAfterSeconds],
  ]);
}

function refusal(code: number, reason: string, message: string, details?: Details): Refusal {
  const body = entries([
    ['kind', 'Status'],
    ['apiVersion', 'v1'],
    ['metadata', new Map()],
    ['status', 'Failure'],
    ['message', message],
    ['reason', reason],
    ['details', details === undefined ? undefined : detailsOf(details)],
    ['code', BigInt(code)],
  ]);
  return { kind: 'refused', code, body };
}

/**
 * Makes the Status of a successful delete. Upstream: apiserver pkg/registry/generic/registry/store.go finalizeDelete.
 */
export function deleted(resource: Qualified, name: string, uid: string, resourceVersion: string): ValueMap {
  return entries([
    ['kind', 'Status'],
    ['apiVersion', 'v1'],
    ['metadata', resourceVersion === '' ? new Map() : new Map([['resourceVersion', resourceVersion]])],
    ['status', 'Success'],
    ['details', detailsOf({ name, group: resource.group, kind: resource.name, uid })],
  ]);
}

/** Makes the Status of a success that says no more. */
export function success(code: number, resourceVersion = '', details?: ValueMap): ValueMap {
  return entries([
    ['kind', 'Status'],
    ['apiVersion', 'v1'],
    ['metadata', new Map(resourceVersion === '' ? [] : [['resourceVersion', resourceVersion]])],
    ['status', 'Success'],
    ['details', details],
    ['code', BigInt(code)],
  ]);
}

/** The object does not exist. Upstream: apimachinery pkg/api/errors/errors.go; the functions below too. */
export function notFound(resource: Qualified, name: string): Refusal {
  const message = `${qualifiedText(resource)} ${quote(name)} not found`;
  return refusal(404, 'NotFound', message, { group: resource.group, kind: resource.name, name });
}

/**
 * The resource or subresource does not exist in a version that the server has. Upstream: apiserver
 * pkg/server/handler.go.
 */
export function unknownResource(): Refusal {
  return refusal(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** The path belongs to no group and version of the server. Upstream: net/http NotFound. */
export function unknownPath(catalog: Pick<TypeCatalog, 'minor'>): Refusal {
  const words = '404 page not found';
  if (!hasChange('unknownPathInStatus', catalog)) return { kind: 'refused', code: 404, body: `${words}\n` };
  return refusal(404, 'NotFound', words, undefined);
}

/**
 * The object exists already; `deleting` where it is being deleted, `generated` where the new one has a prefix to
 * generate a name from, whether or not it needed it. Upstream: NewAlreadyExists, NewGenerateNameConflict.
 */
export function alreadyExists(
  resource: Qualified,
  name: string,
  { deleting, generated }: { readonly deleting: boolean; readonly generated: boolean },
): Refusal {
  const begin = deleting ? 'object is being deleted: ' : '';
  const end = generated ? ', the server was not able to generate a unique name for the object' : '';
  const message = `${begin}${qualifiedText(resource)} ${quote(name)} already exists${end}`;
  const retry = generated ? { retryAfterSeconds: 1n } : {};
  return refusal(409, 'AlreadyExists', message, { group: resource.group, kind: resource.name, name, ...retry });
}

/** The write conflicts with the stored object. */
export function conflict(resource: Qualified, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${qualifiedText(resource)} ${quote(name)}: ${why}`;
  return refusal(409, 'Conflict', message, { group: resource.group, kind: resource.name, name });
}

/** The apply conflicts with other managers. Upstream: NewApplyConflict. */
export function applyConflict(conflicts: readonly Conflict[]): Refusal {
  const causes = conflictCauses(conflicts).map((cause) => ({ reason: 'FieldManagerConflict', ...cause }));
  return refusal(409, 'Conflict', conflictMessage(conflicts), { causes });
}

/** The object violates the rules of its kind. */
export function invalid(kind: Qualified, name: string, errors: readonly FieldError[]): Refusal {
  const why = fieldErrorsText(errors);
  const message = `${qualifiedText(kind)} ${quote(name)} is invalid${why === '' ? '' : `: ${why}`}`;
  const causes = errors.map((error) => ({
    reason: causeReason(error.type),
    message: fieldErrorBody(error),
    field: error.field,
  }));
  return refusal(422, 'Invalid', message, { group: kind.group, kind: kind.name, name, causes });
}

function causeReason(type: FieldError['type']): string {
  return type === 'Internal' ? 'InternalError' : `FieldValue${type}`;
}

/** The write is forbidden to everybody. Upstream: NewForbidden. */
export function forbidden(resource: Qualified, name: string, why: string, causes: readonly Cause[] = []): Refusal {
  const what = name === '' ? qualifiedText(resource) : `${qualifiedText(resource)} ${quote(name)}`;
  const details = { group: resource.group, kind: resource.name, name, causes };
  return refusal(403, 'Forbidden', `${what} is forbidden: ${why}`, details);
}

/** A path that names no resource is forbidden to somebody. Upstream: handlers/responsewriters/errors.go Forbidden. */
export function forbiddenPath(why: string): Refusal {
  return refusal(403, 'Forbidden', `forbidden: ${why}`, {});
}

/** The request is malformed. */
export function badRequest(message: string): Refusal {
  return refusal(400, 'BadRequest', message);
}

/** The request is larger than the server takes. Upstream: NewRequestEntityTooLargeError. */
export function entityTooLarge(why: string): Refusal {
  return refusal(413, 'RequestEntityTooLarge', `Request entity too large: ${why}`);
}

/** The JSON patch cannot be applied; the server does not print the reason. */
export function unprocessable(): Refusal {
  return refusal(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

/** The resource does not accept the media type, in the words of the router of built-in kinds. */
export function unsupportedByRouter(): Refusal {
  return refusal(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
}

/** The resource does not accept the media type. Upstream: apiserver pkg/endpoints/handlers/negotiation/errors.go. */
export function unsupportedMediaType(accepted: readonly string[]): Refusal {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return refusal(415, 'UnsupportedMediaType', message);
}

/** The path does not allow the method, in the words of the router of built-in kinds. */
export function methodNotAllowed(): Refusal {
  const message = 'the server does not allow this method on the requested resource';
  return refusal(405, 'MethodNotAllowed', message, {});
}

/** The storage of the resource does not support the verb. */
export function methodNotSupported(resource: Qualified, verb: string): Refusal {
  const message = `${verb} is not supported on resources of kind ${quote(qualifiedText(resource))}`;
  return refusal(405, 'MethodNotAllowed', message, { group: resource.group, kind: resource.name });
}

/** The request may be sent again later; not before a time in seconds, where that is not 0. Upstream: NewTooManyRequests. */
export function tooManyRequests(message: string, cause: Cause, seconds: bigint): Refusal {
  const details = { causes: [cause], ...(seconds === 0n ? {} : { retryAfterSeconds: seconds }) };
  return refusal(429, 'TooManyRequests', message, details);
}

/** The server does not have the objects of a list in memory. Upstream: apiserver pkg/storage/cacher/ready.go, cacher.go GetList. */
export function reinitializing(what: string, complaint: string): Refusal {
  const message = `storage is (re)initializing: failed to list ${what}: ${complaint}`;
  return refusal(429, 'TooManyRequests', message, { retryAfterSeconds: 1n });
}

/** A list has objects that cannot be read. Upstream: apiserver pkg/storage/etcd3/corrupt_obj_deleter.go. */
export function storageReadError(message: string, group: string, plural: string, causes: readonly Cause[]): Refusal {
  return refusal(500, 'StorageReadError', message, { name: 'list', group, kind: plural, causes });
}

/** The server waited for something that did not come. Upstream: NewTimeoutError. */
export function timeout(why: string, cause: Cause, seconds: bigint): Refusal {
  const retry = seconds === 0n ? {} : { retryAfterSeconds: seconds };
  return refusal(504, 'Timeout', `Timeout: ${why}`, { causes: [cause], ...retry });
}

/** An internal error of the server. */
export function internalError(message: string): Refusal {
  return refusal(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });
}

/** An error without a type, and so without a reason. Upstream: handlers/responsewriters/status.go. */
export function untyped(message: string): Refusal {
  return refusal(500, '', message);
}
