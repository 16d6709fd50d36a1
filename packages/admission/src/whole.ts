/** Entry point for those who want all at once: it exports what `index.ts` does, and has provided plugins and policies. */
export * from './index.ts';

import { provideAdmission } from '@managed-fields/api-server';
import { provideAdmissionPolicies } from './admission-policies.ts';
import { admissionChain } from './chain.ts';
import * as policies from './policies.ts';

provideAdmission(admissionChain);
provideAdmissionPolicies(policies);
