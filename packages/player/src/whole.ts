/** Entry point with everything that `index.ts` exports. All code, that of the engine too, is loaded at once. */
export * from './index.ts';

import '@managed-fields/known-definitions/whole';
import '@managed-fields/api-server/whole';
import { commandView } from './run/command-view.ts';
import { provideKubectl } from './run/kubectl.ts';
import { playCommand } from './run/play-command.ts';

provideKubectl({ playCommand, commandView });
