import type * as code from './commands.ts';

/** Playing kubectl commands and showing what they did. */
export type Kubectl = typeof code;

let provided: Kubectl | undefined;

/** Puts the code for kubectl commands in place; undefined takes it away, for tests. */
export function provideKubectl(given: Kubectl | undefined): void {
  provided = given;
}

/** Whether the code for kubectl commands is loaded. */
export function hasKubectl(): boolean {
  return provided !== undefined;
}

/** The code for kubectl commands. Throws where it is not loaded, which is a bug: see `modulesFor`. */
export function kubectl(): Kubectl {
  if (provided === undefined) throw new Error('a kubectl command was met, and the module kubectl is not loaded');
  return provided;
}
