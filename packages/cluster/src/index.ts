export { askDryRun } from './ask/ask.ts';
export { type Asking, dryRunRequest, type Reply } from './ask/asking.ts';
export { errorsOf, undeclared, withoutChance } from './ask/by-chance.ts';
export { compareAnswer, compareBefore, type FieldDifference, type WriteAnswer } from './ask/compare.ts';
export { type Circumstances, type Explanation, explanationsOf } from './ask/explain.ts';
export { type NotCompared, notCompared } from './ask/not-compared.ts';
export type { AskOutcome, ExplainedRow, NotComparable } from './ask/outcome.ts';
export type { DifferencePart, DifferenceRow } from './ask/rows.ts';
export { isBuiltinGroup } from './builtin-groups.ts';
export {
  type ClusterResource,
  type Discovery,
  type GroupVersion,
  readDiscovery,
  readResourceList,
  resourcePath,
} from './discovery.ts';
export { type ListedName, type ListedPage, pageSize, readObject, readPage } from './listing.ts';
export { readTypedObject, resourcesNamed, type TypedObject } from './object-name.ts';
export { knowsDryRun, type OpenApiPlace, openApiPlace } from './openapi.ts';
export type { ReadAnswer } from './plain.ts';
export {
  type Checked,
  type ClusterRequest,
  type DryRunRequest,
  type HttpRequest,
  httpRequestOf,
  type Query,
  type ReadRequest,
  type WatchRequest,
  type WhoAmIRequest,
} from './request.ts';
export { type PathResource, type ReadPath, type Refusal, readPath } from './request-path.ts';
export { type ClusterUser, readUser, readVersion, readWarnings, type ServerVersion } from './server.ts';
export { type AccessRule, type FailedAnswer, failedAnswer, roleFor, ruleOf } from './status.ts';
