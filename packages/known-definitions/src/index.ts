export {
  type KnownDefinition,
  type KnownKind,
  type KnownProject,
  type KnownResource,
  knownDefinition,
  knownKinds,
  knownResources,
} from './known.ts';
