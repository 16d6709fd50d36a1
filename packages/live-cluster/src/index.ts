export {
  type AdmittedObject,
  type ReadAdmission,
  readAdmission,
  type UnreadAdmission,
} from './admission/read-admission.ts';
export { askDryRun } from './ask/ask.ts';
export { type Asking, dryRunRequest, type Reply } from './ask/asking.ts';
export { errorsOf, undeclared, withoutChance } from './ask/by-chance.ts';
export {
  compareAnswer,
  compareBefore,
  type FieldDifference,
  type NotCompared,
  notCompared,
  type PredictedAnswer,
  type WriteAnswer,
} from './ask/compare.ts';
export { type Circumstances, type Explanation, explanationsOf } from './ask/explain.ts';
export { withGiven } from './ask/objects.ts';
export type { AskOutcome, ExplainedRow, NotComparable } from './ask/outcome.ts';
export type { DifferencePart, DifferenceRow } from './ask/rows.ts';
export { isBuiltinGroup } from './builtin-groups.ts';
export {
  apiVersionOf,
  type ClusterResource,
  type Discovery,
  type GroupVersion,
  readDiscovery,
  readResourceList,
  resourcePath,
} from './discovery.ts';
export { type FrontReason, type FrontRefusal, frontStatus, readRefusal, refusalHeader, tokenHeader } from './front.ts';
export { type Access, type CheckedIncoming, checkIncoming, type IncomingRequest } from './incoming.ts';
export { type ListedName, type ListedPage, pageSize, readObject, readPage } from './listing.ts';
export { readTypedObject, resourcesNamed, type TypedObject } from './object-name.ts';
export { knowsDryRun, type OpenApiPlace, openApiPlace } from './openapi.ts';
export {
  isPlainMap,
  listAt,
  numberAt,
  type PlainMap,
  parsedMap,
  plainMapAt,
  type ReadAnswer,
  textAt,
} from './plain.ts';
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
export type { ChangedEntry } from './watch/difference.ts';
export type { UnreadEvent, UnreadReason } from './watch/event.ts';
export { type Fight, type FightSide, type FightSides, fightsIn } from './watch/fights.ts';
export {
  type Failure,
  type Followed,
  type FollowState,
  follow,
  followedAt,
  type Happening,
  type KindOf,
  type Next,
  startFollowing,
} from './watch/follow.ts';
export type { RowRange } from './watch/history.ts';
export { mostRows } from './watch/history.ts';
export {
  type OwnerChangeRow,
  type RowChange,
  type Some,
  type ValueChangeRow,
  type WatchRow,
  writersOf,
} from './watch/row.ts';
export {
  type HistoryScenario,
  kindsOf,
  newsOf,
  rangeScenario,
  rowScenario,
  rowStep,
  startSession,
  tell,
  type WatchNews,
  type WatchSession,
  type WatchStart,
} from './watch/session.ts';
