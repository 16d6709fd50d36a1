/** The door for those who want all of it at once, the engine too: everything of the other door, and nothing comes later. */
export * from './index.ts';

import '@managed-fields/merge-engine/whole';
import * as commandCode from './run/commands.ts';
import { commands } from './run/parts.ts';

commands.put(commandCode);
