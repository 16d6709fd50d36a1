import type { AdmissionPlugin } from '@managed-fields/api-server';
import { admissionPolicies } from '../admission-policies.ts';
import { hooksOf } from '../policies/hooks.ts';
import { isExempt } from '../policies/matching.ts';

/**
 * Changes objects as the MutatingAdmissionPolicies that are in force say. What one changes has no other owner than
 * before. A delete has no object to change.
 * Upstream: apiserver pkg/admission/plugin/policy/mutating/plugin.go.
 */
export const mutatingAdmissionPolicy: AdmissionPlugin = {
  name: 'MutatingAdmissionPolicy',
  plain: true,
  admit(attributes, pass) {
    const { cluster, object } = attributes;
    if (object === undefined || isExempt(attributes)) return undefined;
    const hooks = hooksOf(cluster, 'mutating');
    return hooks.length === 0 ? undefined : admissionPolicies().askMutating(attributes, pass, object, hooks);
  },
};
