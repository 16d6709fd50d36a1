import { nearestVersion, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { assignColours, type ManagerColours } from '@managed-fields/rendering';
import { versionOf } from '@managed-fields/scenario';
import type { Finding, OpenedObject, SurveyedObject, UnreadPart } from '@managed-fields/survey';
import { create } from 'zustand';
import type {
  ExportQuestion,
  FindingPlace,
  RepairNews,
  SurveyAnswers,
  SurveyNews,
  SurveySource,
  UpgradeNews,
  UpgradeQuestion,
} from '../../../core/engine/protocol.ts';
import { openTaskEngine, type TaskEngine } from '../../../core/engine/task-engine.ts';
import { forgetFiles, keepFiles, keepLook } from '../../../core/store/kept-work.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { useCluster } from '../../live-cluster/state/cluster-mode.ts';
import { lookNow } from './kept-look.ts';
import { useSurveyPlace } from './survey-open.ts';

/** How far reading is. `of` is undefined where nobody knows how many bytes come. */
export type Progress =
  | { readonly kind: 'none' | 'read' }
  | { readonly kind: 'reading' | 'stopped'; readonly bytes: number; readonly of: number | undefined }
  /** A bug of ours, or code that could not be fetched. */
  | { readonly kind: 'failed'; readonly message: string };

/** The objects that were read. Nothing of it enters the address; the texts are kept for a reload of this tab. */
interface SurveyState {
  readonly progress: Progress;
  readonly rows: readonly SurveyedObject[];
  readonly unread: readonly UnreadPart[];
  /** The colours of the managers, in the order in which they were met. */
  readonly colours: ManagerColours;
}

const nothing: SurveyState = { progress: { kind: 'none' }, rows: [], unread: [], colours: new Map() };

/** The store of the survey; only the functions below write it. */
export const useSurvey = create<SurveyState>(() => nothing);

/** The worker that keeps the texts; undefined before anything was read. */
let engine: TaskEngine<'survey'> | undefined;

/** What waits to be read after what is being read now. */
let queue: SurveySource[] = [];

/** All sources that were given, so that what is no object can be opened as what it is. */
let given: SurveySource[] = [];

/** What was told and is not on screen yet, so that the page draws no more often than it can. */
let [rows, unread]: [SurveyedObject[], UnreadPart[]] = [[], []];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Bytes of the sources that were read before the present one, and of all, since reading began. */
let [before, total] = [0, 0];

/** Reads sources into the survey, after those that are being read, and keeps them for a reload unless they are kept. */
export function readSources(sources: readonly SurveySource[], { areKept = false } = {}): void {
  if (sources.length === 0) return;
  if (!areKept) keepFiles('survey', sources);
  queue.push(...sources);
  given.push(...sources);
  const isReading = useSurvey.getState().progress.kind === 'reading';
  if (!isReading) [before, total] = [0, 0];
  total += sources.reduce((sum, { content }) => sum + content.size, 0);
  if (!isReading) void readQueue();
}

async function readQueue(): Promise<void> {
  const own = surveyEngine();
  useSurvey.setState({ progress: { kind: 'reading', bytes: 0, of: total } });
  try {
    while (queue.length > 0 && own === engine) {
      const sources = queue;
      queue = [];
      await own.ask(
        { kind: 'read', sources, kubernetes: versionHere(), now: timeNow() },
        (news) => own === engine && hear(news),
      );
      before += sources.reduce((sum, { content }) => sum + content.size, 0);
    }
    if (own === engine) showNow(({ progress }) => (progress.kind === 'reading' ? { kind: 'read' } : progress));
  } catch (error) {
    // The worker was ended on purpose.
    if (own !== engine) return;
    const message = error instanceof Error ? error.message : '';
    showNow(() => ({ kind: 'failed', message }));
  }
}

/** The version of Kubernetes that the objects count as those of: the cluster's, or that of the scenario. */
export function versionHere(): PlayedVersion {
  const { mode } = useCluster.getState();
  const { scenario } = useScenario.getState();
  return (mode.kind === 'connected' ? nearestVersion(mode.release) : undefined) ?? versionOf(scenario);
}

/** The time as the API writes it. */
function timeNow(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

function hear(news: SurveyNews): void {
  rows.push(...news.rows);
  unread.push(...news.unread);
  const bytes = before + news.bytes;
  if (timer !== undefined) return;
  // The more there is, the longer it takes to draw it anew.
  const wait = 100 + useSurvey.getState().rows.length / 50;
  timer = setTimeout(
    () => showNow(({ progress }) => (progress.kind === 'reading' ? { ...progress, bytes, of: total } : progress)),
    wait,
  );
}

/** Resolves when nothing is being read. */
export async function surveyRead(): Promise<void> {
  if (useSurvey.getState().progress.kind !== 'reading') return;
  await new Promise<void>((done) => {
    const stop = useSurvey.subscribe(({ progress }) => {
      if (progress.kind === 'reading') return;
      stop();
      done();
    });
  });
}

/** Puts on screen what was told since the last time. */
function showNow(progressOf: (state: SurveyState) => Progress): void {
  clearTimeout(timer);
  timer = undefined;
  const [newRows, newUnread] = [rows, unread];
  [rows, unread] = [[], []];
  const names = newRows.flatMap(({ entries }) => entries.map(({ manager }) => manager));
  useSurvey.setState((state) => ({
    progress: progressOf(state),
    rows: withRows(state.rows, newRows),
    unread: newUnread.length === 0 ? state.unread : state.unread.concat(newUnread),
    colours: assignColours(names, state.colours),
  }));
}

/** Rows with those that are new, or are told once more with what was found in them. Each stands at its index. */
function withRows(before: readonly SurveyedObject[], told: readonly SurveyedObject[]): readonly SurveyedObject[] {
  if (told.length === 0) return before;
  const all = [...before];
  for (const row of told) all[row.index] = row;
  return all;
}

/** The worker of the survey; one without objects where nothing was read. */
export function surveyEngine(): TaskEngine<'survey'> {
  engine ??= openTaskEngine('survey');
  return engine;
}

/** Writes objects as a file; undefined where the survey is gone. */
export async function writtenSurvey(question: ExportQuestion): Promise<string | undefined> {
  return engine?.ask({ kind: 'export', ...question });
}

/** Reads all sources once more, after reading broke off. */
export function readAgain(): void {
  const sources = given;
  discardSurvey();
  useSurveyPlace.setState({ shown: 'panes' });
  readSources(sources);
}

/** Whether a row is an event of an audit log, which no cluster keeps as an object. */
export function isAuditEvent({ apiVersion }: SurveyedObject): boolean {
  return apiVersion.startsWith('audit.k8s.io/');
}

/** The contents of the sources in which events of an audit log were read. */
export function logsRead(): readonly Blob[] {
  const names = new Set(
    useSurvey
      .getState()
      .rows.filter(isAuditEvent)
      .map(({ place }) => place.file),
  );
  return given.flatMap(({ name, content }) => (names.has(name) ? [content] : []));
}

/** Ends reading. What was read stays. */
export function stopReading(): void {
  const { progress } = useSurvey.getState();
  if (progress.kind !== 'reading') return;
  queue = [];
  showNow(() => ({ ...progress, kind: 'stopped' }));
  // The answer is nothing; a worker that broke has said so already.
  engine?.ask({ kind: 'stop' }).catch(() => undefined);
}

/** Opens an object; undefined where it is no longer there. */
export async function openedObject(index: number): Promise<OpenedObject | undefined> {
  return engine?.ask({ kind: 'open', index }).catch(() => undefined);
}

/** The commands for a finding, and a scenario to try it in; undefined where the object is no longer there. */
export async function helpFor(place: FindingPlace): Promise<SurveyAnswers['finding']> {
  return engine?.ask({ kind: 'finding', ...place }).catch(() => undefined);
}

/** Makes what mends findings; `hear` gets each with its preview. Undefined where the survey is gone. */
export async function repairsOf(
  findings: readonly FindingPlace[],
  head: readonly string[],
  hear: (news: RepairNews) => void,
): Promise<SurveyAnswers['repairs'] | undefined> {
  return engine?.ask({ kind: 'repairs', findings, head, kubernetes: versionHere() }, hear).catch(() => undefined);
}

/** Compares objects on two versions; `hear` gets those for which something changes. Whether all were compared. */
export async function upgradeOf(question: UpgradeQuestion, hear: (news: UpgradeNews) => void): Promise<boolean> {
  return (await engine?.ask({ kind: 'upgrade', ...question }, hear).catch(() => false)) ?? false;
}

/** Where a finding of an object stands among all of them; undefined where it is no longer there. */
export function placeOf(index: number, finding: Finding): FindingPlace | undefined {
  const place = useSurvey.getState().rows[index]?.findings.indexOf(finding) ?? -1;
  return place < 0 ? undefined : { index, place };
}

/** Lets go of all objects, and shows the panes. */
export function discardSurvey(): void {
  const ended = engine;
  engine = undefined;
  [queue, given] = [[], []];
  [rows, unread] = [[], []];
  clearTimeout(timer);
  timer = undefined;
  ended?.end();
  forgetFiles('survey');
  useSurvey.setState(nothing);
  useSurveyPlace.setState({ shown: 'nowhere' });
}

/** Shows the panes. The survey stays behind them where it has anything. */
export function hideSurvey(): void {
  const { progress } = useSurvey.getState();
  useSurveyPlace.setState({ shown: progress.kind === 'none' ? 'nowhere' : 'behind' });
}

// Whatever puts other steps on screen shows them: an object that was opened, an example, a draft, an address.
useScenario.subscribe((now, last) => {
  const isSame = now.opened === last.opened && now.scenario.steps === last.scenario.steps;
  if (!isSame && useSurveyPlace.getState().shown === 'panes') hideSurvey();
});

keepLook('survey', lookNow);
