import type { LogSummary, ObjectHistory, ObjectKey } from '@managed-fields/audit';
import { defaultVersion, nearestVersion } from '@managed-fields/kubernetes-types';
import { create } from 'zustand';
import { openTaskEngine, type TaskEngine } from '../../core/engine/task-engine.ts';
import { forgetFiles, keepFiles, keepLook } from '../../core/store/kept-work.ts';
import { useDialog } from '../../core/ui/open-dialog.ts';

/** A log that is being read, or that was. */
export type Log =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string; readonly bytes: number; readonly of: number }
  | { readonly kind: 'read'; readonly name: string; readonly summary: LogSummary }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** The history of an object, which takes its time. */
export type Shown =
  | { readonly kind: 'playing' }
  | { readonly kind: 'played'; readonly history: ObjectHistory }
  | { readonly kind: 'failed'; readonly message: string };

interface AuditState {
  readonly log: Log;
  readonly chosen: ObjectKey | undefined;
  readonly shown: Shown | undefined;
}

const nothing: AuditState = { log: { kind: 'none' }, chosen: undefined, shown: undefined };

/** The store of the log that is looked at. The log stays while the dialog is closed, and outlives a reload of its tab. */
export const useAudit = create<AuditState>(() => nothing);

let engine: TaskEngine<'audit'> | undefined;

/** Reads a log, instead of the one that was read before, and keeps it for a reload unless it is kept. */
export async function openLog(sources: readonly Blob[], name: string, { isKept = false } = {}): Promise<void> {
  if (isKept) letGo();
  else closeLog();
  if (!isKept)
    keepFiles(
      'audit',
      sources.map((content) => ({ name, content })),
    );
  const own = openTaskEngine('audit');
  engine = own;
  const of = sources.reduce((sum, { size }) => sum + size, 0);
  const set = (log: Log) => {
    if (engine === own) useAudit.setState({ ...nothing, log });
  };
  set({ kind: 'reading', name, bytes: 0, of });
  try {
    const summary = await own.ask({ kind: 'read', sources }, ({ bytes }) => set({ kind: 'reading', name, bytes, of }));
    set({ kind: 'read', name, summary });
  } catch (error) {
    set({ kind: 'failed', name, message: error instanceof Error ? error.message : String(error) });
  }
}

/** Lets go of the log, also while it is read. */
export function closeLog(): void {
  forgetFiles('audit');
  letGo();
}

function letGo(): void {
  engine?.end();
  engine = undefined;
  useAudit.setState(nothing);
}

/** Plays the history of an object, or the part of it between two requests. */
export async function showHistory(
  object: ObjectKey,
  range: { readonly from?: number; readonly to?: number } = {},
): Promise<void> {
  const own = engine;
  if (own === undefined) return;
  const isNow = () => engine === own && useAudit.getState().chosen === object;
  // A place of its own, from which Back leads to the list.
  if (useDialog.getState().open === 'audit') useDialog.setState({ within: object });
  const { log } = useAudit.getState();
  const release = log.kind === 'read' ? log.summary.release : undefined;
  const kubernetes = release === undefined ? defaultVersion : nearestVersion(release);
  useAudit.setState({ chosen: object, shown: { kind: 'playing' } });
  try {
    const history = await own.ask({ kind: 'history', object, kubernetes, ...range });
    if (isNow()) useAudit.setState({ shown: { kind: 'played', history } });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (isNow()) useAudit.setState({ shown: { kind: 'failed', message } });
  }
}

/** Goes back to the list of objects. */
export function leaveHistory(): void {
  useAudit.setState({ chosen: undefined, shown: undefined });
  useDialog.setState({ within: '' });
}

/** What is shown of a log, as a reload keeps it. */
interface LogLook {
  readonly isOpen: boolean;
  readonly name: string;
  readonly chosen: ObjectKey | undefined;
}

keepLook('audit', (): LogLook => {
  const { log, chosen } = useAudit.getState();
  return { isOpen: useDialog.getState().open === 'audit', name: log.kind === 'none' ? '' : log.name, chosen };
});

/** Reads what was kept of a look at a log, which anything may have written. */
export function readLogLook(plain: unknown): LogLook {
  const kept: Readonly<Record<string, unknown>> = typeof plain === 'object' && plain !== null ? { ...plain } : {};
  const name = typeof kept['name'] === 'string' ? kept['name'] : '';
  const chosen = typeof kept['chosen'] === 'string' ? kept['chosen'] : undefined;
  return { isOpen: kept['isOpen'] === true, name, chosen };
}
