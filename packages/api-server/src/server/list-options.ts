import {
  atoi,
  invalid as complain,
  type FieldError,
  fieldErrorsText,
  forbidden,
  notSupported,
  quote,
  readDuration,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { isInMemory } from './collection.ts';
import type { SelectorRelease } from './label-selector.ts';
import { isSet } from './options.ts';
import { type ReadSelectors, readSelectors } from './read-selectors.ts';
import type { ApiRequest } from './request.ts';
import { badRequest, invalid, type Refusal, timeout, untyped } from './status.ts';
import type { Work } from './work.ts';

/** What a list or a watch asks for by its query, or why it is refused. */
export type ListOptions =
  | (Extract<ReadSelectors, { readonly kind: 'selectors' }> & {
      readonly resourceVersion: string;
      readonly sendInitialEvents: boolean;
      readonly bookmarks: boolean;
    })
  | Refusal;

/**
 * Reads the query of a list or a watch, up to which fields a kind has.
 * Upstream: k8s.io/apiserver pkg/endpoints/handlers/get.go ListResource.
 */
export function listOptions(
  query: ReadonlyMap<string, string>,
  isWatch: boolean,
  release: SelectorRelease,
): ListOptions {
  const selectors = decodedOptions(query, release);
  if (selectors.kind === 'refused') return selectors;
  const errors = isWatch ? watchErrors(query) : listErrors(query);
  if (errors.length > 0) return invalid({ group: 'meta.k8s.io', name: 'ListOptions' }, '', errors);
  return {
    ...selectors,
    resourceVersion: query.get('resourceVersion') ?? '',
    sendInitialEvents: isSet(query.get('sendInitialEvents')),
    bookmarks: isSet(query.get('allowWatchBookmarks')),
  };
}

/** The selectors of a query, where all of its options can be read. Upstream: internalversion ParameterCodec. */
export function decodedOptions(
  query: ReadonlyMap<string, string>,
  release: SelectorRelease,
): Extract<ReadSelectors, { readonly kind: 'selectors' }> | Refusal {
  for (const name of ['timeoutSeconds', 'limit']) {
    const text = query.get(name);
    const read = text === undefined ? undefined : atoi(text, 'ParseInt');
    if (read?.kind === 'error') return badRequest(read.message);
  }
  const selectors = readSelectors(query, release);
  return selectors.kind === 'malformed' ? badRequest(selectors.message) : selectors;
}

/** Requests that may take as long as they like. Upstream: pkg/controlplane/apiserver config.go LongRunningFunc. */
const longRunning = /\/(?:attach|exec|proxy|log|portforward)(?:\/|$)/;

/**
 * Refuses the parameter `timeout` of any request where it is no duration; undefined for others. No time passes here, so that none runs out.
 * Upstream: k8s.io/apiserver pkg/endpoints/filters/request_deadline.go parseTimeout.
 */
export function badTimeout({ path, query }: Pick<ApiRequest, 'path' | 'query'>): Refusal | undefined {
  const read = readDuration(query.get('timeout') ?? '');
  if (typeof read !== 'string' || isSet(query.get('watch')) || longRunning.test(path)) return undefined;
  return badRequest(`invalid timeout specified in the request URL - ${read}`);
}

const match = 'resourceVersionMatch';

/** Upstream: apimachinery pkg/apis/meta/internalversion/validation/validation.go ValidateListOptions. */
function listErrors(query: ReadonlyMap<string, string>): readonly FieldError[] {
  const [wanted, resourceVersion] = [query.get(match) ?? '', query.get('resourceVersion') ?? ''];
  const errors: FieldError[] = [];
  if (wanted !== '') {
    if (resourceVersion === '')
      errors.push(forbidden(match, `${match} is forbidden unless resourceVersion is provided`));
    if (query.get('continue')) errors.push(forbidden(match, `${match} is forbidden when continue is provided`));
    if (wanted !== 'Exact' && wanted !== 'NotOlderThan') {
      errors.push(notSupported(match, wanted, ['Exact', 'NotOlderThan', '']));
    }
    if (wanted === 'Exact' && resourceVersion === '0') {
      errors.push(forbidden(match, `${match} "exact" is forbidden for resourceVersion "0"`));
    }
  }
  if (query.has('sendInitialEvents')) {
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

/**
 * A watch without a match that begins with what is there has the options of one that asks for initial events. Upstream:
 * validation.go validateWatchOptions, apimachinery pkg/apis/meta/internalversion/defaults.go SetListOptionsDefaults.
 */
function watchErrors(query: ReadonlyMap<string, string>): readonly FieldError[] {
  const asked = query.get(match) ?? '';
  const isSilent = asked === '' && !query.has('sendInitialEvents');
  const isFromStart = isSilent && ['', '0'].includes(query.get('resourceVersion') ?? '');
  const wanted = isFromStart ? 'NotOlderThan' : asked;
  const hasInitial = isFromStart || query.has('sendInitialEvents');
  const errors: FieldError[] = [];
  if (hasInitial && wanted !== 'NotOlderThan') {
    errors.push(forbidden(match, `sendInitialEvents requires setting ${match} to NotOlderThan`));
  }
  if (wanted === '') return errors;
  if (!hasInitial)
    errors.push(forbidden(match, `${match} is forbidden for watch unless sendInitialEvents is provided`));
  if (wanted !== 'NotOlderThan') errors.push(notSupported(match, wanted, ['NotOlderThan']));
  if (query.get('continue')) errors.push(forbidden(match, `${match} is forbidden when continue is provided`));
  return errors;
}

/**
 * Why a resourceVersion is none; undefined where it is one, or none is given.
 * Upstream: apiserver pkg/storage/etcd3/api_object_versioner.go ParseResourceVersion.
 */
function versionProblem(text: string): FieldError | undefined {
  const isNumber = /^\d+$/.test(text);
  if (text === '' || (isNumber && BigInt(text) < 1n << 64n)) return undefined;
  const why = `strconv.ParseUint: parsing ${quote(text)}: ${isNumber ? 'value out of range' : 'invalid syntax'}`;
  return complain('resourceVersion', text, why);
}

/**
 * Refuses what a watch, or a GET of one object up to v1.37, has for a resourceVersion; undefined where it can be used.
 *
 * @example
 * ```js
 * import { badVersion } from '@managed-fields/api-server/rare-requests';
 *
 * const refusal = badVersion('soon');
 * if (refusal?.body instanceof Map) console.log(refusal.code, refusal.body.get('message'));
 * ```
 * ```text
 * 500 resourceVersion: Invalid value: "soon": strconv.ParseUint: parsing "soon": invalid syntax
 * ```
 */
export function badVersion(resourceVersion: string): Refusal | undefined {
  const problem = versionProblem(resourceVersion);
  return problem === undefined ? undefined : untyped(fieldErrorsText([problem]));
}

/**
 * Refuses what a GET of one object has for a resourceVersion, and one that is still to come. What is not in memory is read as
 * a list is.
 */
export function badVersionOfGet({ cluster, endpoint }: Work, asked: string): Refusal | undefined {
  const problem = versionProblem(asked);
  if (problem !== undefined && hasChange('namesBadVersion', endpoint))
    return invalid(endpoint.resourceName, endpoint.route.name, [problem]);
  const inMemory = isInMemory(endpoint.version);
  const newest = cluster.nextResourceVersion - 1n;
  return (inMemory ? badVersion(asked) : undefined) ?? badListVersion(asked, newest, inMemory);
}

/** Refuses what a list has for a resourceVersion, and one that is still to come. */
export function badListVersion(resourceVersion: string, newest: bigint, isInMemory: boolean): Refusal | undefined {
  const problem = versionProblem(resourceVersion);
  return problem === undefined
    ? versionToCome(resourceVersion, newest, isInMemory)
    : badRequest(`invalid resource version: ${fieldErrorsText([problem])}`);
}

/**
 * Refuses a resourceVersion that is still to come, for which a server waits a while.
 * Upstream: apiserver pkg/storage/errors.go NewTooLargeResourceVersionError.
 */
function versionToCome(resourceVersion: string, newest: bigint, isInMemory: boolean): Refusal | undefined {
  if (resourceVersion === '' || BigInt(resourceVersion) <= newest) return undefined;
  const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };
  // What is in memory catches up; who asks etcd is not told when to ask again.
  return timeout(
    `Too large resource version: ${BigInt(resourceVersion)}, current: ${newest}`,
    cause,
    isInMemory ? 1n : 0n,
  );
}
