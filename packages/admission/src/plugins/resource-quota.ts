import { type AdmissionPlugin, forbiddenBy } from '@managed-fields/api-server';
import { minorOf } from '../attributes.ts';
import { checkRequest } from '../quota/check-request.ts';
import { quotasOf, writeUsed } from '../quota/quotas.ts';
import { evaluatorOf } from '../quota/registry.ts';

/**
 * Refuses what would use more than the quotas of its namespace allow, and notes in their status what is used now. That
 * stays noted where the request is refused afterwards, because its object exists already.
 * Upstream: apiserver pkg/admission/plugin/resourcequota/admission.go, controller.go checkQuotas.
 */
export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',
  plain: true,
  validate(attributes) {
    const { endpoint, namespace, now, object, old, operation, dryRun } = attributes;
    const { group, plural, namespaced } = endpoint.version.resource;
    if (!namespaced || object === undefined) return undefined;
    const minor = minorOf(attributes);
    const at = { cluster: attributes.cluster, namespace, now, minor };
    const quotas = quotasOf(at);
    const evaluator = quotas.length === 0 ? undefined : evaluatorOf(group, plural, minor);
    const request = { operation, object, old, subresource: endpoint.route.subresource };
    if (evaluator?.handles(request) !== true) return undefined;
    const checked = checkRequest(quotas, evaluator, request, at);
    if (checked.kind !== 'charged') return forbiddenBy(attributes, checked.why);
    let { cluster } = attributes;
    for (const quota of dryRun ? [] : quotas) {
      const used = checked.used.get(quota);
      if (used === undefined) continue;
      const written = writeUsed(cluster, quota, used, now);
      if (written.kind !== 'written') return written;
      cluster = written.cluster;
    }
    return { kind: 'passed', cluster };
  },
};
