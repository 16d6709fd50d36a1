export { type FilledIn, fillIn, type ToldTool, type ToolChoice, type ToolNote } from './programs/fill-in.ts';
export { keptOf } from './programs/kept.ts';
export { type UnreadableOption, unreadableOption } from './programs/option-forms.ts';
export {
  defaultVersions,
  forcingOption,
  programOfManager,
  programOptions,
  type ToolOption,
} from './programs/options.ts';
export type {
  ObjectEnd,
  PreviousRelease,
  StoredRelease,
  ToolManifest,
  ToolProgram,
  ToolRan,
  ToolTask,
} from './programs/program.ts';
export { type ProgramName, programs, releaseOf } from './programs/run-tool.ts';
export type { Purpose, ToolRequest } from './programs/session.ts';
export { programTitles } from './programs/titles.ts';
export { liveOf, marks, trackedBy } from './programs/tracked.ts';
export { configurationOf, hasStruct, structOf } from './programs/typed-object.ts';
