import { type AdmissionAttributes, type ResourceVersion, requesterOf } from '@managed-fields/api-server';
import { isMap, mapOf, remembered, type Value, type ValueMap } from '@managed-fields/merge-engine';
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
 * The options of a request as expressions see them; a patch has those of the create or update that it becomes. Those of a
 * delete are in its body, or where it has none in its path; the grace period is the one that the object gets, where it is
 * one object.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go patchToUpdateOptions, patchToCreateOptions, delete.go DeleteResource;
 * pkg/registry/rest/delete.go BeforeDelete.
 */
function optionsValue({ request, operation, name, gracePeriodSeconds }: AdmissionAttributes): ValueMap {
  const kinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;
  const { query, body } = request;
  const [dryRun, seconds = ''] = [query.get('dryRun'), query.get('gracePeriodSeconds')];
  const fields: [string, Value][] = [['dryRun', dryRun === undefined ? '' : [dryRun]]];
  if (operation !== 'DELETE') {
    fields.push(
      ['fieldManager', query.get('fieldManager') ?? ''],
      ['fieldValidation', query.get('fieldValidation') ?? ''],
    );
  } else if (body?.kind === 'value' && isMap(body.value)) {
    fields.splice(0, 1, ...body.value);
  } else {
    fields.push(['gracePeriodSeconds', seconds === '' ? '' : BigInt(seconds.replace('+', ''))]);
    fields.push(['propagationPolicy', query.get('propagationPolicy') ?? '']);
  }
  const options = new Map(fields).set('kind', kinds[operation]).set('apiVersion', 'meta.k8s.io/v1');
  const sent = options.get('gracePeriodSeconds') ?? '';
  const isNegative = typeof sent === 'bigint' && sent < 0n && name !== '';
  const grace = gracePeriodSeconds ?? (isNegative ? 1n : sent);
  return withoutEmpty([...options.set('gracePeriodSeconds', grace)]);
}

function withoutEmpty(entries: readonly (readonly [string, Value])[]): ValueMap {
  return new Map(entries.filter(([, value]) => value !== ''));
}
