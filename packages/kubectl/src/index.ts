export { readApply } from './apply-flags.ts';
export { type ApplyOptions, applyObject, type ObjectApplied } from './apply-object.ts';
export { decodeProblem } from './documents.ts';
export { fieldValidationIn, isUnplayed, unplayedCommands } from './find-verb.ts';
export type { Flags } from './flags.ts';
export type {
  ClientSideApply,
  KubectlCommand,
  KubectlHost,
  ProgramOutput,
  RanCommand,
  RanLine,
  ReadDocument,
  SentRequest,
} from './host.ts';
export type { Mapped } from './mapping.ts';
export { type CalledNames, mappingForArgument, resourceMeant } from './mapping.ts';
export type { Impersonation } from './options.ts';
export {
  type CalledVerb,
  type ClientConfig,
  type GivenParts,
  hasKubectlPart,
  type KubectlParts,
  provideKubectlParts,
  type Unusable,
} from './parts.ts';
export { runKubectl } from './run-shell.ts';
export { type SameLine, sameLines } from './same-lines.ts';
export type { Session } from './session.ts';
export type { Ran } from './shell-program.ts';
export { playedPrograms, runProgram, unplayedProgram } from './shell-programs.ts';
export type { Assignment, Range } from './shell-text.ts';
export {
  commandsIn,
  type HereText,
  type Pipeline,
  type Redirect,
  readShell,
  readShellLine,
  type ShellCommand,
  type ShellText,
} from './shell-text.ts';
export { type ShellWord, type Unescaping, unescaped } from './shell-word.ts';
export type { Unplayed } from './unplayed.ts';
