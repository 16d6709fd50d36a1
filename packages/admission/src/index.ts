export { type AdmissionPolicies, hasAdmissionPolicies, provideAdmissionPolicies } from './admission-policies.ts';
export { admissionChain } from './chain.ts';
