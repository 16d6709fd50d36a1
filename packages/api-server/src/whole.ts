/**
 * Entry point for those who want the whole server at once, such as programs on Node. It exports what `index.ts`,
 * `custom-resources.ts` and `rare-requests.ts` do, and has provided the latter two to the server.
 */
export * from './custom-resources.ts';
export * from './index.ts';
export * from './rare-requests.ts';

import * as code from './custom-resources.ts';
import * as rare from './rare-requests.ts';
import { provideCustomResources } from './server/custom-resources.ts';
import { provideRareRequests } from './server/rare-requests.ts';

provideCustomResources(code);
provideRareRequests(rare);
