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
export { type ObjectVersion, type ReadEvent, readEvent, type UnreadEvent, type UnreadReason } from './watch/event.ts';
export { type Contested, type Fight, type FightSide, fewestTurns, fightsIn } from './watch/fights.ts';
export {
  type Failure,
  type Followed,
  type FollowState,
  follow,
  followedAt,
  type Happening,
  type KindOf,
  type Next,
  retryDelays,
  startFollowing,
} from './watch/follow.ts';
export { type History, mostBytes, mostRows, objectOf } from './watch/history.ts';
export { type HistoryScenario, historyScenario, liveStep, mostSteps, type RowRange } from './watch/history-scenario.ts';
export type { ChangedEntry, OwnerChangeRow, RowChange, Some, WatchRow } from './watch/row.ts';
