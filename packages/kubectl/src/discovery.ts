/** Entry point: what a server tells of the kinds that it has. */
export { aggregatedType, discovered, rootPaths, wantsAggregated } from './discovery/documents.ts';
export {
  builtinKinds,
  customKinds,
  definedVersion,
  definitionObject,
  type ServedKind,
} from './discovery/served-kinds.ts';
