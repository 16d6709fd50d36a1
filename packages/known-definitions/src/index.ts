export type { CompactFile } from './compact-file.ts';
export {
  type KnownDefinition,
  type KnownKind,
  type KnownResource,
  knownDefinition,
  knownKind,
  knownKinds,
  knownResources,
} from './known.ts';
export {
  hasKnownFile,
  type KnownIndex,
  type KnownProject,
  loadKnownFile,
  provideKnownFile,
  provideKnownIndex,
} from './known-files.ts';
