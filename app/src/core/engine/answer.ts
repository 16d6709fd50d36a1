import type { TypeCatalog } from '@managed-fields/api-server';
import {
  loadClusterTypes,
  loadKubernetesTypes,
  loadUncheckedTypes,
  minorVersionOf,
  nearestVersion,
  type PlayedVersion,
} from '@managed-fields/kubernetes-types';
import { annotateLive, loadOnNeed, run } from '@managed-fields/player';
import { type Scenario, versionOf } from '@managed-fields/scenario';
import { fetchTwice, MissingCode } from '../code/fetch-twice.ts';
import type {
  EngineReply,
  EngineRequest,
  PlayRequest,
  ProvidedKinds,
  TaskMessage,
  TaskReply,
  TaskRequest,
  WorkerMessage,
} from './protocol.ts';

/** The kinds that are there, with or without their checks and of which version: nothing is fetched for these. */
const loaded = new Set<string>();

/** Told while code is fetched. */
type Report = (message: Exclude<WorkerMessage, EngineReply>) => void;

const untold = () => undefined;

/**
 * Answers one request; used in the worker and in the page. Never rejects: a bug of ours is reported in the reply.
 * `report` is called while code is fetched.
 */
export async function answer(request: EngineRequest, report: Report = untold): Promise<EngineReply> {
  const { fetching, computed, catalogOf } = fetchingWith(report);
  try {
    const isFirst = request.kind === 'play' && request.withoutChecks === true;
    const catalog = await catalogOf(versionAsked(request), { checked: !isFirst, kindsKey: request.kindsKey });
    if (request.kind === 'play') {
      // The view of a step does not need the steps after it.
      const scenario = isFirst ? cutAfter(request.scenario, request.selected) : request.scenario;
      return await computed(() => played({ ...request, scenario }, catalog));
    }
    const { answerQuestion } = await fetching(() => import('./answer-question.ts'));
    const { scenario, number, question } = request;
    return { kind: 'answered', number, answer: await computed(() => answerQuestion(scenario, question, { catalog })) };
  } catch (error) {
    const message = messageOf(error);
    return request.kind === 'play'
      ? { kind: 'broke', revision: request.revision, message, missing: error instanceof MissingCode }
      : { kind: 'unanswered', number: request.number, message };
  }
}

/** Answers a request of a worker that has a task, as `answer` does. */
export async function answerTask(
  request: TaskRequest,
  report: (message: Exclude<TaskMessage, TaskReply>) => void = untold,
): Promise<TaskReply> {
  const { number, kindsKey } = request;
  const { fetching, computed, catalogOf } = fetchingWith(report);
  const means = {
    catalogOf: (version: PlayedVersion) => catalogOf(version, { checked: true, kindsKey }),
    computed,
    tell: (news: unknown) => report({ kind: 'told', number, news }),
  };
  // The code of each task is fetched with its first request.
  const perform = async (): Promise<unknown> => {
    switch (request.task) {
      case 'follow':
        return (await fetching(() => import('../../features/live-cluster/watch/worker.ts'))).perform(
          request.asked,
          means,
        );
      case 'survey':
        return (await fetching(() => import('../../features/survey/worker/survey.ts'))).perform(request.asked, means);
      case 'audit':
        return (await fetching(() => import('../../features/audit/worker.ts'))).perform(request.asked, means);
      case 'still':
        return (await fetching(() => import('../../features/share/worker.ts'))).perform(request.asked, means);
    }
  };
  try {
    return { kind: 'done', number, answer: await perform() };
  } catch (error) {
    return { kind: 'failed', number, message: messageOf(error) };
  }
}

/** Which kinds are wanted: with their checks or without, and those of the cluster whose key is named. */
interface Wanted {
  readonly checked: boolean;
  readonly kindsKey?: string | undefined;
}

/** Functions that fetch code and data, and tell while they do. */
function fetchingWith(report: Report) {
  let underWay = 0;
  const fetching = async <Fetched>(load: () => Promise<Fetched>): Promise<Fetched> => {
    if (underWay++ === 0) report({ kind: 'fetching' });
    try {
      return await fetchTwice(load);
    } finally {
      if (--underWay === 0) report({ kind: 'ready' });
    }
  };
  const computed = <Value>(compute: () => Value): Promise<Value> => loadOnNeed(compute, fetching);
  /**
   * The kinds of the cluster whose key is named, else those of a version; these also where another version is asked for
   * than the one that is nearest to the cluster's.
   */
  const catalogOf = async (version: PlayedVersion, { checked, kindsKey }: Wanted): Promise<TypeCatalog> => {
    const name = `${checked ? 'checked' : 'unchecked'} ${version}`;
    if (kindsKey !== undefined) {
      const make = () => clusterCatalog(kindsKey, version, checked);
      const ofCluster = `${name} ${kindsKey}`;
      const made = loaded.has(ofCluster) ? await make() : await fetching(make);
      loaded.add(ofCluster);
      if (made !== undefined) return made;
    }
    const load = checked ? loadKubernetesTypes : loadUncheckedTypes;
    const catalog = loaded.has(name) ? await load(version) : await fetching(() => load(version));
    loaded.add(name);
    return catalog;
  };
  return { fetching, computed, catalogOf };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns the version whose kinds a request needs: that of the scenario, unless the question is about another. */
function versionAsked(request: EngineRequest): PlayedVersion {
  const { scenario } = request;
  return request.kind === 'ask' && request.question.kind === 'step-answers'
    ? request.question.kubernetes
    : versionOf(scenario);
}

/** Returns the scenario without the steps after one. */
function cutAfter(scenario: Scenario, stepId: string | undefined): Scenario {
  const place = scenario.steps.findIndex(({ id }) => id === stepId);
  return place < 0 ? scenario : { ...scenario, steps: scenario.steps.slice(0, place + 1) };
}

function played(
  { scenario, revision, selected, beside, withoutChecks = false }: PlayRequest,
  catalog: TypeCatalog,
): EngineReply {
  const playback = run(scenario, { catalog, selected });
  return {
    kind: 'played',
    revision,
    // Outcomes are shown only after all checks.
    playback: withoutChecks ? { ...playback, outcomes: [] } : playback,
    beside: beside === undefined ? undefined : annotateLive(scenario, beside, { catalog }),
    checked: !withoutChecks,
  };
}

/** What the worker does, for a page that does it itself. */
export interface Engine {
  readonly answer: typeof answer;
  readonly answerTask: typeof answerTask;
  readonly keepKinds: typeof keepKinds;
}

/** The scope of a page that waits for the engine; the code of the worker hands it over and listens to nothing. */
export interface WaitingScope {
  engineForPage?: (engine: Engine) => void;
}

/** The kinds of the cluster that an engine was given last, and the catalogs that it made of them. */
let given: { readonly provided: ProvidedKinds; readonly catalogs: Map<boolean, Promise<TypeCatalog>> } | undefined;

/** Keeps the kinds of a cluster for the requests that name their key. */
export function keepKinds(provided: ProvidedKinds): void {
  if (given?.provided.key !== provided.key) given = { provided, catalogs: new Map() };
}

/**
 * The kinds of the cluster whose key is named, with or without their checks, made once; undefined where the version is
 * not of the minor version that is nearest to the cluster's. Rejects where the engine was not given these kinds, and where code cannot
 * be fetched: then it tries again when it is called again.
 */
async function clusterCatalog(key: string, version: PlayedVersion, checked: boolean): Promise<TypeCatalog | undefined> {
  if (given?.provided.key !== key) throw new Error('the kinds of the cluster were not provided');
  const { provided, catalogs } = given;
  if (minorVersionOf(nearestVersion(provided.kinds.release)) !== minorVersionOf(version)) return undefined;
  const known = catalogs.get(checked);
  if (known !== undefined) return known;
  const making = loadClusterTypes(provided.kinds, { checks: checked }).catch((error: unknown) => {
    catalogs.delete(checked);
    throw error;
  });
  catalogs.set(checked, making);
  return making;
}
