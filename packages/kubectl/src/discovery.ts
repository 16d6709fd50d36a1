/** Entry point: what a server tells of the kinds that it has. */
export {
  aggregatedType,
  discovered,
  isToldToGetAlone,
  rootPaths,
  serverVersion,
  wantsAggregated,
} from './discovery/documents.ts';
export { describedSchemas, type KindSchema, kindSchemaOf } from './discovery/kind-schema.ts';
export { builtinKinds, customKinds, type ServedKind } from './discovery/served-kinds.ts';
