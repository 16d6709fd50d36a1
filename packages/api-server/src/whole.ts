/**
 * Entry point for those who want the whole server at once, such as programs on Node. It exports what `index.ts` and
 * `custom-resources.ts` do, and has provided the latter to the server.
 */
export * from './custom-resources.ts';
export * from './index.ts';

import * as code from './custom-resources.ts';
import { provideCustomResources } from './server/custom-resources.ts';

provideCustomResources(code);
