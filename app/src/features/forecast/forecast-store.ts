import type { ForecastResult, ForecastRow, ForecastSummary, LeftObject, Way } from '@managed-fields/forecast';
import { type Scenario, versionOf } from '@managed-fields/scenario';
import { create } from 'zustand';
import { startDraft } from '../../core/store/address.ts';
import { select, useScenario } from '../../core/store/scenario-store.ts';
import { surveyEngine } from '../survey/state/survey-store.ts';

/** A file of a release. */
export interface ReleaseFile {
  readonly name: string;
  readonly text: string;
}

/** How the release is applied. */
export interface ReleaseOptions {
  readonly manager: string;
  readonly namespace: string;
  readonly force: boolean;
  readonly clientSide: boolean;
  readonly hooks: boolean;
}

/** What rows of a forecast are chosen by: how one way of applying ends, or what stands in place of an object. */
export type RowEnd = ForecastResult | 'hook' | 'unread';

interface ForecastState {
  readonly files: readonly ReleaseFile[];
  /** Manifests that were typed or pasted. */
  readonly text: string;
  readonly options: ReleaseOptions;
  readonly phase: 'none' | 'playing' | 'done' | 'failed';
  readonly rows: readonly ForecastRow[];
  readonly of: number;
  readonly summary: ForecastSummary | undefined;
  readonly left: readonly LeftObject[];
  readonly message: string;
  /** The rows that are shown; undefined for all. */
  readonly shown: RowEnd | undefined;
}

const noResult = {
  phase: 'none',
  rows: [],
  of: 0,
  summary: undefined,
  left: [],
  message: '',
  shown: undefined,
} as const;

/** The store of the forecast; only the functions below write it. */
export const useForecast = create<ForecastState>(() => ({
  files: [],
  text: '',
  options: { manager: '', namespace: 'default', force: false, clientSide: false, hooks: false },
  ...noResult,
}));

/** Adds files to the release; one of the same name takes the place of the other. */
export async function addReleaseFiles(files: readonly File[]): Promise<void> {
  const read = await Promise.all(files.map(async (file) => ({ name: nameOf(file), text: await file.text() })));
  const names = new Set(read.map(({ name }) => name));
  useForecast.setState((state) => ({ files: [...state.files.filter(({ name }) => !names.has(name)), ...read] }));
}

function nameOf(file: File): string {
  return file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
}

/** Takes a file out of the release. */
export function removeReleaseFile(name: string): void {
  useForecast.setState((state) => ({ files: state.files.filter((file) => file.name !== name) }));
}

/** Changes the text of the release. */
export function writeRelease(text: string): void {
  useForecast.setState({ text });
}

/** Changes how the release is applied. */
export function changeOptions(changes: Partial<ReleaseOptions>): void {
  useForecast.setState(({ options }) => ({ options: { ...options, ...changes } }));
}

/** Shows the rows that end in a way, or all. */
export function showRows(shown: RowEnd | undefined): void {
  useForecast.setState({ shown });
}

/** Grows with each forecast, so that what is told of an older one is not taken for this one. */
let number = 0;

/** Plays the release against the objects of the survey, in its worker. */
export async function startForecast(manager: string): Promise<void> {
  const own = ++number;
  const { files, text, options } = useForecast.getState();
  const typed = text.trim() === '' ? [] : [{ name: '', text }];
  useForecast.setState({ ...noResult, phase: 'playing' });
  const question = {
    kind: 'forecast',
    files: [...files, ...typed],
    manager,
    force: options.force,
    namespace: options.namespace.trim() || 'default',
    clientSide: options.clientSide,
    hooks: options.hooks ? 'applied' : 'left-out',
    kubernetes: versionOf(useScenario.getState().scenario),
  } as const;
  try {
    const ended = await surveyEngine().ask<'forecast'>(question, ({ rows, of }) => {
      if (own === number) useForecast.setState((state) => ({ rows: [...state.rows, ...rows], of }));
    });
    if (own === number && ended !== undefined) useForecast.setState({ phase: 'done', ...ended });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (own === number) useForecast.setState({ phase: 'failed', message });
  }
}

/** Opens a row as a scenario, which takes the place of the survey; false where there is none. */
export async function openForecastRow(index: number, way: Way): Promise<boolean> {
  const scenario: Scenario | undefined = await surveyEngine()
    .ask<'forecast-scenario'>({ kind: 'forecast-scenario', index, way })
    .catch(() => undefined);
  if (scenario === undefined) return false;
  startDraft(scenario);
  select(scenario.steps.at(-1)?.id ?? '');
  return true;
}

/** How a row ends, server-side. */
export function endOf(row: ForecastRow): RowEnd {
  if (row.kind === 'extra') return row.forecast.result;
  return row.kind === 'played' ? row.serverSide.result : row.kind;
}
