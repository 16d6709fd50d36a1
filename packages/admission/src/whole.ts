/** Entry point for those who want the plugins at once: it exports what `index.ts` does, and has provided them. */
export * from './index.ts';

import { provideAdmission } from '@managed-fields/api-server';
import { admissionChain } from './chain.ts';

provideAdmission(admissionChain);
