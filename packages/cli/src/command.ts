import type { Run } from './io.ts';

/** A subcommand. */
export interface Command {
  /** What it does, in the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** Loads its code: the engine comes only with the commands that need it. */
  load(): Promise<{ readonly run: Run }>;
}

/** Subcommands by their names, in the order in which they are listed. */
export type Commands = ReadonlyMap<string, Command>;
