export { type HistoryQuestion, mostPlayed } from './chosen-requests.ts';
export type { AuditRow, Compared, Comparison } from './compare.ts';
export { type AuditEvent, type AuditLevel, type AuditObject, looksLikeAuditLog } from './event.ts';
export { fightsInLog, type LogFights } from './fights.ts';
export {
  type HistoryRow,
  type NotPlayed,
  type ObjectHistory,
  type PlayedRow,
  playHistory,
} from './history.ts';
export type { EventCounts, KeptEvent } from './kept-events.ts';
export { type LogProblem, type LogReader, type LogSummary, type ProblemCode, readLog } from './log.ts';
export type { ObjectKey, ObjectSummary } from './log-objects.ts';
export type { KindBasis } from './request.ts';
