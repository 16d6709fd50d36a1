import type { HistoryRow, LogFights, LogSummary, ObjectSummary } from '@managed-fields/audit';
import type { Scenario } from '@managed-fields/scenario';

/** What is printed of a log: its objects, or the history of one. */
export interface Audited {
  readonly summary: LogSummary;
  readonly objects: readonly AuditedObject[];
  readonly history: AuditedHistory | undefined;
  readonly link: string | undefined;
}

/** An object of a log, with who fights about it. */
export interface AuditedObject {
  readonly object: ObjectSummary;
  readonly fights: LogFights;
}

/** The history of one object. */
export interface AuditedHistory {
  readonly object: ObjectSummary;
  readonly rows: readonly HistoryRow[];
  readonly scenario: Scenario;
}
