export { type Collected, type CollectedBecause, collectedNext } from './controllers.ts';
export { forecastRelease, type PurposeNotes, type ReleaseForecast } from './forecast.ts';
export {
  type AskedTool,
  type FoundTool,
  findTool,
  objectsIn,
} from './found-tool.ts';
export { type ForecastInput, type LiveFacts, managersOf, neededLive } from './input.ts';
export type { LeftObject, ObjectNames } from './live-objects.ts';
export type { UnreadManifest } from './manifests.ts';
export { type Manifest, type ObjectManifest, readManifests } from './manifests.ts';
export type { Applying, Played } from './played.ts';
export { applyLine, clientSideManager, manifestFile } from './played.ts';
export {
  type RehearsalStart,
  type Rehearsed,
  type RehearsedObject,
  rehearsalScenario,
  rehearsalStart,
  rehearsedObjects,
  rehearsedOwners,
  rehearsedRow,
  requestsFile,
  type SentRequest,
  statesOf,
  withStates,
} from './rehearsal.ts';
export type { Way } from './release.ts';
export { type FieldLine, forecastCsv, forecastReport, type ReportOptions, type ReportWords } from './report.ts';
export type { CommonRow, Unread } from './row.ts';
export {
  type Deed,
  type ExtraRow,
  type FieldChange,
  type FieldConflict,
  type Forecast,
  type ForecastObject,
  type ForecastResult,
  type ForecastRow,
  type HookRow,
  isLost,
  type LeftField,
  type ManifestPlace,
  mostFields,
  objectText,
  type PlayedRow,
  type Remark,
  type SentRow,
  type StayingField,
  type TakenFields,
  type ToolFacts,
  type UnreadRow,
} from './row.ts';
export { changesOnlyOwners, type ForecastSummary, summaryOf, type WaySummary } from './summary.ts';
