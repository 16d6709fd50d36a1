import type {
  AskedTool,
  ForecastResult,
  ForecastRow,
  ForecastSummary,
  LeftObject,
  PurposeNotes,
  Way,
} from '@managed-fields/forecast';
import { type Scenario, versionOf } from '@managed-fields/scenario';
import type { ProgramName } from '@managed-fields/tools/programs';
import { create } from 'zustand';
import type { ForecastEnded, PlayedTool } from '../../core/engine/protocol.ts';
import { startDraft } from '../../core/store/address.ts';
import { select, useScenario } from '../../core/store/scenario-store.ts';
import { surveyEngine } from '../survey/state/survey-store.ts';

/** A file of a release. */
export interface ReleaseFile {
  readonly name: string;
  readonly text: string;
}

/** What applies the release: `found` is the tool that the live objects name. */
export type AppliedBy = 'found' | AskedTool['name'];

/** How the release is applied. */
export interface ReleaseOptions {
  readonly by: AppliedBy;
  readonly manager: string;
  readonly namespace: string;
  readonly force: boolean;
  readonly clientSide: boolean;
  readonly hooks: boolean;
}

/** What a tool is told. */
export interface OwnSettings {
  /** Empty for the release that is meant where none is named. */
  readonly version: string;
  /** By the names of the tool; empty where nothing was said. */
  readonly options: Readonly<Record<string, string>>;
  /** Files of the last release. */
  readonly previous: readonly ReleaseFile[];
}

/** What rows of a forecast are chosen by: how one way of applying ends, or what stands in place of an object. */
export type RowEnd = ForecastResult | 'hook' | 'unread';

/** What has to be said before anything can be played. */
export type ForecastAsks = Extract<ForecastEnded, { readonly kind: 'asks' }>['asks'];

interface ForecastState {
  readonly files: readonly ReleaseFile[];
  /** Manifests that were typed or pasted. */
  readonly text: string;
  readonly options: ReleaseOptions;
  /** What each tool was told, so that nothing is lost by looking at another one. */
  readonly tools: Readonly<Partial<Record<ProgramName, OwnSettings>>>;
  readonly phase: 'none' | 'playing' | 'done' | 'failed';
  readonly rows: readonly ForecastRow[];
  readonly of: number;
  readonly summary: ForecastSummary | undefined;
  readonly left: readonly LeftObject[];
  readonly message: string;
  /** The tool that was played; undefined for one bare apply. */
  readonly played: PlayedTool | undefined;
  readonly asks: ForecastAsks | undefined;
  /** The manager that was played last; undefined where nothing was. */
  readonly asked: string | undefined;
  /** The rows that are shown; undefined for all. */
  readonly shown: RowEnd | undefined;
  /** The row that was opened last, by its index. */
  readonly opened: number | undefined;
}

const noResult = {
  phase: 'none',
  rows: [],
  of: 0,
  summary: undefined,
  left: [],
  message: '',
  played: undefined,
  asks: undefined,
  shown: undefined,
  opened: undefined,
} as const;

const noSettings: OwnSettings = { version: '', options: {}, previous: [] };

/** The store of the forecast; only the functions below write it. */
export const useForecast = create<ForecastState>(() => ({
  files: [],
  text: '',
  options: { by: 'found', manager: '', namespace: 'default', force: false, clientSide: false, hooks: false },
  tools: {},
  asked: undefined,
  ...noResult,
}));

/** Adds files to the release; one of the same name takes the place of the other. */
export async function addReleaseFiles(files: readonly File[]): Promise<void> {
  const read = await filesRead(files);
  useForecast.setState((state) => ({ files: withFiles(state.files, read) }));
}

function filesRead(files: readonly File[]): Promise<readonly ReleaseFile[]> {
  return Promise.all(files.map(async (file) => ({ name: nameOf(file), text: await file.text() })));
}

function withFiles(files: readonly ReleaseFile[], added: readonly ReleaseFile[]): readonly ReleaseFile[] {
  const names = new Set(added.map(({ name }) => name));
  return [...files.filter(({ name }) => !names.has(name)), ...added];
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

/** What a tool was told so far. */
export function settingsOf(name: ProgramName, { tools }: Pick<ForecastState, 'tools'>): OwnSettings {
  return tools[name] ?? noSettings;
}

/** Changes what a tool is told. */
export function changeTool(name: ProgramName, changes: Partial<OwnSettings>): void {
  useForecast.setState((state) => ({ tools: { ...state.tools, [name]: { ...settingsOf(name, state), ...changes } } }));
}

/** Sets an option of a tool; an empty value leaves it to the tool. */
export function setToolOption(name: ProgramName, option: string, value: string): void {
  const { options } = settingsOf(name, useForecast.getState());
  changeTool(name, { options: { ...options, [option]: value } });
}

/** Adds files of the last release of a tool. */
export async function addPreviousFiles(name: ProgramName, files: readonly File[]): Promise<void> {
  const read = await filesRead(files);
  changeTool(name, { previous: withFiles(settingsOf(name, useForecast.getState()).previous, read) });
}

/** Shows the rows that end in a way, or all. */
export function showRows(shown: RowEnd | undefined): void {
  useForecast.setState({ shown });
}

/** Notes which row was opened last. */
export function noteOpened(opened: number): void {
  useForecast.setState({ opened });
}

/** Grows with each forecast, so that what is told of an older one is not taken for this one. */
let number = 0;

/** Plays the release against the objects of the survey, in its worker. */
export async function startForecast(manager: string): Promise<void> {
  const own = ++number;
  const state = useForecast.getState();
  const { files, text, options } = state;
  const settings = options.by === 'found' || options.by === 'none' ? noSettings : settingsOf(options.by, state);
  const typed = text.trim() === '' ? [] : [{ name: '', text }];
  useForecast.setState({ ...noResult, phase: 'playing', asked: manager });
  const question = {
    kind: 'forecast',
    files: [...files, ...typed],
    manager,
    force: options.by === 'none' && options.force,
    namespace: options.namespace.trim() || 'default',
    clientSide: options.by === 'none' && options.clientSide,
    hooks: options.hooks ? 'applied' : 'left-out',
    kubernetes: versionOf(useScenario.getState().scenario),
    tool: options.by === 'found' ? undefined : { name: options.by, version: settings.version.trim() },
    options: Object.entries(settings.options).filter(([, value]) => value !== ''),
    previous: settings.previous.map((file) => file.text),
  } as const;
  try {
    const ended = await surveyEngine().ask<'forecast'>(question, ({ rows, of }) => {
      if (own === number) useForecast.setState((state) => ({ rows: [...state.rows, ...rows], of }));
    });
    if (own !== number || ended === undefined) return;
    if (ended.kind === 'asks') useForecast.setState({ phase: 'none', asks: ended.asks });
    else useForecast.setState({ phase: 'done', summary: ended.summary, left: ended.left, played: ended.tool });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (own === number) useForecast.setState({ phase: 'failed', message });
  }
}

/** Opens a row as a scenario, which takes the place of the survey; false where there is none. */
export async function openForecastRow(index: number, way: Way, notes: PurposeNotes | undefined): Promise<boolean> {
  const scenario: Scenario | undefined = await surveyEngine()
    .ask<'forecast-scenario'>({ kind: 'forecast-scenario', index, way, notes })
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
