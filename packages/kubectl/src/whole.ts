/** Entry point with everything that `index.ts` exports, and with all parts in place. */
export * from './index.ts';

import * as describe from './describe.ts';
import * as kustomize from './kustomize.ts';
import { provideKubectlParts } from './parts.ts';
import * as rare from './rare.ts';

provideKubectlParts({ describe, kustomize, rare });
