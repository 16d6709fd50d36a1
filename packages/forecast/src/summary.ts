import type { LeftObject } from './live-objects.ts';
import type { Forecast, ForecastResult, ForecastRow } from './row.ts';

/** What a release comes to, in numbers. */
export interface ForecastSummary {
  readonly manifests: number;
  readonly serverSide: WaySummary;
  /** Absent where no row has it. */
  readonly clientSide?: WaySummary;
  readonly hooks: number;
  readonly unread: number;
  /** Live objects without managedFields, whose owners are not known. */
  readonly untracked: number;
  /** Objects of the manager that are not in the release. */
  readonly left: number;
}

/** The same of one way of applying. */
export interface WaySummary {
  /** The number of objects by the result. */
  readonly results: Readonly<Record<ForecastResult, number>>;
  /** Of those that change: the objects of which only owners change. */
  readonly onlyOwners: number;
  /** The number of fields that change, that conflict (each once), that stay although given up, and that nobody owns. */
  readonly changes: number;
  readonly conflicts: number;
  readonly staying: number;
  readonly unowned: number;
  /** Who holds the conflicting fields, by the number of fields, most first. */
  readonly conflictsWith: readonly { readonly manager: string; readonly fields: number }[];
  /** Who loses fields, likewise. */
  readonly takenFrom: readonly { readonly manager: string; readonly fields: number }[];
}

/** Sums up rows. */
export function summaryOf(rows: readonly ForecastRow[], left: readonly LeftObject[]): ForecastSummary {
  const played = rows.flatMap((row) => (row.kind === 'played' ? [row] : []));
  const clientSide = played.flatMap((row) => row.clientSide ?? []);
  const extra = rows.flatMap((row) => (row.kind === 'extra' ? [row.forecast] : []));
  return {
    manifests: rows.length - extra.length,
    serverSide: ofWay([...played.map((row) => row.serverSide), ...extra]),
    ...(clientSide.length === 0 ? {} : { clientSide: ofWay(clientSide) }),
    hooks: rows.filter(({ kind }) => kind === 'hook').length,
    unread: rows.filter(({ kind }) => kind === 'unread').length,
    untracked: played.filter(({ remarks }) => remarks.some(({ code }) => code === 'no-managed-fields')).length,
    left: left.length,
  };
}

/** Whether only the owners of an object change. */
export function changesOnlyOwners({ result, changes, leftOut }: Forecast): boolean {
  return result === 'changed' && changes.length + leftOut === 0;
}

function ofWay(forecasts: readonly Forecast[]): WaySummary {
  const results: Record<ForecastResult, number> = {
    ...{ created: 0, changed: 0, unchanged: 0, conflict: 0, refused: 0, deleted: 0, left: 0 },
  };
  for (const { result } of forecasts) results[result]++;
  const total = (of: (forecast: Forecast) => number) => forecasts.reduce((sum, forecast) => sum + of(forecast), 0);
  return {
    results,
    onlyOwners: forecasts.filter(changesOnlyOwners).length,
    changes: total(({ changes }) => changes.length),
    conflicts: total(({ conflicts }) => new Set(conflicts.map(({ path }) => path)).size),
    staying: total(({ staying }) => staying.length),
    unowned: total(({ unowned }) => unowned.length),
    conflictsWith: byManager(forecasts.flatMap(({ conflicts }) => conflicts.map(({ owner }) => [owner.manager, 1]))),
    takenFrom: byManager(
      forecasts.flatMap(({ taken }) => taken.map((each) => [each.owner.manager, each.fields.length])),
    ),
  };
}

function byManager(counts: readonly (readonly [string, number])[]): WaySummary['conflictsWith'] {
  const fields = new Map<string, number>();
  for (const [manager, count] of counts) fields.set(manager, (fields.get(manager) ?? 0) + count);
  return [...fields]
    .map(([manager, count]) => ({ manager, fields: count }))
    .sort((a, b) => b.fields - a.fields || (a.manager < b.manager ? -1 : 1));
}
