import type { AdmissionPlugin } from '@managed-fields/api-server';
import { admissionPolicies } from '../admission-policies.ts';
import { hooksOf } from '../policies/hooks.ts';
import { isExempt } from '../policies/matching.ts';

/**
 * Asks the ValidatingAdmissionPolicies that are in force, which refuse requests or warn.
 * Upstream: apiserver pkg/admission/plugin/policy/validating/plugin.go.
 */
export const validatingAdmissionPolicy: AdmissionPlugin = {
  name: 'ValidatingAdmissionPolicy',
  plain: true,
  validate(attributes) {
    if (isExempt(attributes)) return undefined;
    const hooks = hooksOf(attributes.cluster, 'validating');
    return hooks.length === 0 ? undefined : admissionPolicies().askValidating(attributes, hooks);
  },
};
