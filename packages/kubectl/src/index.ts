export { isUnplayed } from './find-verb.ts';
export type {
  ClientSideApply,
  KubectlCommand,
  KubectlHost,
  ProgramOutput,
  RanCommand,
  ReadDocument,
  SentRequest,
} from './host.ts';
export { type CalledNames, mappingForArgument, resourceMeant } from './mapping.ts';
export { runKubectl } from './run.ts';
export { type SameLine, sameLines } from './same-lines.ts';
export { type ShellWords, shellWords } from './shell-words.ts';
export type { Unplayed } from './unplayed.ts';
