/** Entry point with everything that `index.ts` exports. All code, that of the engine too, is loaded at once. */
export * from './index.ts';

import '@managed-fields/admission/whole';
import '@managed-fields/known-definitions/whole';
import '@managed-fields/api-server/whole';
import '@managed-fields/kubectl/whole';
import '@managed-fields/kubernetes-types/whole';
import { provideExpressions } from './run/answer-problems.ts';
import { commandView } from './run/command-view.ts';
import { provideKubectl } from './run/kubectl.ts';
import { playCommand } from './run/play-command.ts';
import { playTool } from './run/play-tool.ts';
import { toolView } from './run/tool-view.ts';
import { provideTools } from './run/tools.ts';
import * as expressions from './run/type-checking.ts';

provideExpressions(expressions);
provideKubectl({ playCommand, commandView });
provideTools({ playTool, toolView });
