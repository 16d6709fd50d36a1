import { NotLoaded } from '@managed-fields/api-server';
import type { commandView } from './command-view.ts';
import type { playCommand } from './play-command.ts';

/** Playing kubectl commands and showing what they did: what such steps need beside requests. */
export interface Kubectl {
  readonly playCommand: typeof playCommand;
  readonly commandView: typeof commandView;
}

let provided: Kubectl | undefined;

/** Puts the code for kubectl commands in place; undefined takes it away, for tests. */
export function provideKubectl(given: Kubectl | undefined): void {
  provided = given;
}

/** Whether the code for kubectl commands is loaded. */
export function hasKubectl(): boolean {
  return provided !== undefined;
}

/** The code for kubectl commands. Where it is not loaded, the computation is left (`attempt` of `api-server`). */
export function kubectl(): Kubectl {
  if (provided === undefined) throw new NotLoaded(['kubectl']);
  return provided;
}
