import { type AdmissionAttributes, type ResourceVersion, requesterOf } from '@managed-fields/api-server';
import { mapOf, remembered, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type GroupVersionResource, type Match, requestResource } from './matching.ts';

/** Whoever sends a request. */
function userInfo({ request }: AdmissionAttributes): ValueMap {
  const { name, uid = '', groups, extra } = requesterOf(request);
  const known = { username: name, ...(uid === '' ? {} : { uid }), groups: [...groups] };
  return mapOf(extra === undefined ? known : { ...known, extra: new Map<string, Value>(extra) });
}

/**
 * The variable `request`, without what expressions cannot name. Empty texts are left out. Made once for all policies that
 * match a request as the same.
 * Upstream: apiserver pkg/admission/plugin/cel/condition.go CreateAdmissionRequest.
 */
export const requestValue: (match: Match) => ValueMap = remembered((match: Match) => {
  const { attributes } = match;
  const { endpoint, name, namespace, operation, dryRun } = attributes;
  const { subresource } = endpoint.route;
  return withoutEmpty([
    ['kind', kindValue(match.kind)],
    ['resource', resourceValue(match.resource)],
    ['subResource', subresource],
    ['requestKind', kindValue(endpoint.view)],
    ['requestResource', resourceValue(requestResource(attributes))],
    ['requestSubResource', subresource],
    ['name', name],
    ['namespace', namespace],
    ['operation', operation],
    ['userInfo', userInfo(attributes)],
    ['dryRun', dryRun],
    ['options', optionsValue(attributes)],
  ]);
});

function kindValue({ apiVersion, version, resource }: ResourceVersion): ValueMap {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return mapOf({ group, version, kind: resource.kind });
}

function resourceValue({ group, version, resource }: GroupVersionResource): ValueMap {
  return mapOf({ group, version, resource });
}

/**
 * The options of a request as expressions see them; a patch has those of the create or update that it becomes. Those
 * of a delete are in its body, but for the grace period, which is the one that the object gets.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go patchToUpdateOptions, patchToCreateOptions.
 */
function optionsValue({ request, operation, gracePeriodSeconds }: AdmissionAttributes): ValueMap {
  const kinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;
  const head: [string, Value][] = [
    ['kind', kinds[operation]],
    ['apiVersion', 'meta.k8s.io/v1'],
  ];
  const { query, body } = request;
  if (operation === 'DELETE') {
    const sent = body?.kind === 'value' && body.value instanceof Map ? [...body.value] : [];
    const own = sent.filter(([key]) => key !== 'kind' && key !== 'apiVersion');
    const seconds = query.get('gracePeriodSeconds') ?? '';
    if (own.length === 0 && /^-?\d+$/.test(seconds)) own.push(['gracePeriodSeconds', BigInt(seconds)]);
    const policy = query.get('propagationPolicy');
    if (own.length === 0 && policy !== undefined) own.push(['propagationPolicy', policy]);
    const all = new Map<string, Value>([...head, ...own]);
    return gracePeriodSeconds === undefined ? all : all.set('gracePeriodSeconds', gracePeriodSeconds);
  }
  const dryRun = query.get('dryRun');
  return withoutEmpty([
    ...head,
    ['dryRun', dryRun === undefined ? '' : [dryRun]],
    ['fieldManager', query.get('fieldManager') ?? ''],
    ['fieldValidation', query.get('fieldValidation') ?? ''],
  ]);
}

function withoutEmpty(entries: readonly (readonly [string, Value])[]): ValueMap {
  return new Map(entries.filter(([, value]) => value !== ''));
}
