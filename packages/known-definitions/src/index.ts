export { type KnownDefinition, type KnownKind, type KnownProject, knownDefinition, knownKinds } from './known.ts';
