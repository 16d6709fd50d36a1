/** Entry point for those who want all at once, the engine too: it exports what `index.ts` does, and nothing is loaded later. */
export * from './index.ts';

import '@managed-fields/known-definitions/whole';
import '@managed-fields/api-server/whole';
import * as commands from './run/commands.ts';
import { provideKubectl } from './run/kubectl.ts';

provideKubectl(commands);
