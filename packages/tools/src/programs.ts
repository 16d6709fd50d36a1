export { type StoredRelease, storedRelease, storedReleases } from './programs/helm-release.ts';
export { type UnreadableOption, unreadableOption } from './programs/option-forms.ts';
export {
  defaultVersions,
  programOfManager,
  programOptions,
  programTitles,
  type ToolOption,
} from './programs/options.ts';
export type { ObjectEnd, PreviousRelease, ToolManifest, ToolProgram, ToolRan, ToolTask } from './programs/program.ts';
export { type ProgramName, programs, releaseOf } from './programs/run-tool.ts';
export type { Purpose, ToolRequest } from './programs/session.ts';
export {
  capiController,
  crossplaneObjects,
  isPatchedByCrossplane,
  liveOf,
  marks,
  trackedBy,
} from './programs/tracked.ts';
