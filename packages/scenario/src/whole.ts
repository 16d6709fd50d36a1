/** Entry point with everything that `index.ts` exports. All code, that of the engine too, is loaded at once. */
export * from './index.ts';

import '@managed-fields/known-definitions/whole';
import '@managed-fields/api-server/whole';
import * as commandCode from './run/commands.ts';
import * as conflictCode from './run/conflict-view.ts';
import * as deductionCode from './run/deduced-definition.ts';
import * as knownCode from './run/known-kinds.ts';
import { commands, conflicts, deductions, knownDefinitions } from './run/parts.ts';

commands.put(commandCode);
conflicts.put(conflictCode);
deductions.put(deductionCode);
knownDefinitions.put(knownCode);
