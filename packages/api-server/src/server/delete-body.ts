import { isMap, listAt, mapAt, quote, stringAt, type Value } from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { checkDeleteOptions, type DeleteOptions } from './options.ts';
import type { ApiRequest } from './request.ts';
import { badRequest, type Refusal } from './status.ts';

/**
 * Reads the options of a delete from its body, else from its query. Upstream: apiserver
 * pkg/endpoints/handlers/delete.go.
 */
export function deleteOptions(request: ApiRequest, builtin: TypeCatalog): DeleteOptions | Refusal {
  const { body, query } = request;
  if (body === undefined || (body.kind === 'value' && body.value === null)) {
    const dryRun = query.get('dryRun');
    const grace = query.get('gracePeriodSeconds');
    if (grace !== undefined && !/^[+-]?\d+$/.test(grace)) {
      return badRequest(`strconv.ParseInt: parsing ${quote(grace)}: invalid syntax`);
    }
    const orphans = query.get('orphanDependents');
    return check(
      {
        kind: 'options',
        dryRun: dryRun !== undefined,
        gracePeriodSeconds: grace === undefined ? undefined : BigInt(grace.replace('+', '')),
        orphanDependents: orphans === undefined ? undefined : orphans !== '0' && orphans.toLowerCase() !== 'false',
        propagationPolicy: query.get('propagationPolicy'),
        uid: undefined,
        resourceVersion: undefined,
      },
      dryRun === undefined ? [] : [dryRun],
      builtin,
    );
  }
  if (body.kind === 'malformed') return badRequest(body.message);
  if (!isMap(body.value)) return badRequest('decoded object cannot be converted to DeleteOptions');
  const dryRun = (listAt(body.value, 'dryRun') ?? []).filter((value): value is string => typeof value === 'string');
  const preconditions = mapAt(body.value, 'preconditions');
  const grace: Value | undefined = body.value.get('gracePeriodSeconds');
  const orphans: Value | undefined = body.value.get('orphanDependents');
  return check(
    {
      kind: 'options',
      dryRun: dryRun.length > 0,
      gracePeriodSeconds: typeof grace === 'bigint' ? grace : undefined,
      orphanDependents: typeof orphans === 'boolean' ? orphans : undefined,
      propagationPolicy: stringAt(body.value, 'propagationPolicy'),
      uid: stringAt(preconditions, 'uid'),
      resourceVersion: stringAt(preconditions, 'resourceVersion'),
    },
    dryRun,
    builtin,
  );
}

function check(options: DeleteOptions, dryRun: readonly string[], builtin: TypeCatalog): DeleteOptions | Refusal {
  return checkDeleteOptions(options, dryRun, builtin) ?? options;
}
