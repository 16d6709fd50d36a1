import { clusterHelp } from './cluster/help.ts';
import { forecastHelp } from './forecast/help.ts';
import type { Run } from './io.ts';
import { linkHelp } from './link/help.ts';
import { ownersHelp } from './owners/help.ts';

/** A subcommand. */
export interface Command {
  /** What it does, in the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** Loads its code: the engine comes only with the commands that need it. */
  load(): Promise<{ readonly run: Run }>;
}

/** All subcommands by their names, in the order in which they are listed. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'owners',
    {
      summary: 'print an object with the owners of each line',
      help: ownersHelp,
      load: () => import('./owners/owners.ts'),
    },
  ],
  [
    'link',
    {
      summary: 'print the address that opens an object in the playground',
      help: linkHelp,
      load: () => import('./link/link.ts'),
    },
  ],
  [
    'forecast',
    {
      summary: 'say what a release would change, conflict with and leave behind',
      help: forecastHelp,
      load: () => import('./forecast/forecast.ts'),
    },
  ],
  [
    'cluster',
    {
      summary: 'serve the playground beside the API of your cluster',
      help: clusterHelp,
      load: () => import('./cluster/cluster.ts'),
    },
  ],
]);
