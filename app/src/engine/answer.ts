import type { TypeCatalog } from '@managed-fields/api-server';
import { type KubernetesVersion, loadKubernetesTypes, loadUncheckedTypes } from '@managed-fields/kubernetes-types';
import {
  annotateLive,
  loadModules,
  type ModuleName,
  missingModules,
  modulesFor,
  run,
  type Scenario,
  versionOf,
} from '@managed-fields/scenario';
import { fetchTwice, MissingCode } from '../code/fetch-twice.ts';
import type { EngineReply, EngineRequest, FollowReply, FollowRequest, PlayRequest, WorkerMessage } from './protocol.ts';

/** The kinds that are there, with or without their checks and of which version: nothing is fetched for these. */
const loaded = new Set<string>();

/** Told while code is fetched. */
type Report = (message: Exclude<WorkerMessage, EngineReply>) => void;

const untold: Report = () => undefined;

/**
 * Answers one request; used in the worker and in the page. Never rejects: a bug of ours is reported in the reply.
 * `report` is called while code is fetched.
 */
export async function answer(request: EngineRequest, report: Report = untold): Promise<EngineReply> {
  const { fetching, loading, catalogOf } = fetchingWith(report);
  try {
    const isFirst = request.kind === 'play' && request.withoutChecks === true;
    const catalog = await catalogOf(versionAsked(request), isFirst);
    if (request.kind === 'play') {
      // The view of a step does not need the steps after it.
      const scenario = isFirst ? cutAfter(request.scenario, request.selected) : request.scenario;
      await loading(modulesFor(scenario, catalog));
      return played({ ...request, scenario }, catalog);
    }
    const { answerQuestion, modulesForQuestion } = await fetching(() => import('./answer-question.ts'));
    await loading(modulesForQuestion(request.scenario, request.question, { catalog }));
    const { scenario, number, question } = request;
    return { kind: 'answered', number, answer: answerQuestion(scenario, question, { catalog }) };
  } catch (error) {
    const message = messageOf(error);
    return request.kind === 'play'
      ? { kind: 'broke', revision: request.revision, message, missing: error instanceof MissingCode }
      : { kind: 'unanswered', number: request.number, message };
  }
}

/** Answers a request about an object that is followed, as `answer` does. */
export async function answerFollow({ number, asked }: FollowRequest, report: Report = untold): Promise<FollowReply> {
  const { fetching, loading, catalogOf } = fetchingWith(report);
  try {
    const { followed, modulesOfFollowed } = await fetching(() => import('./follow-object.ts'));
    if (asked.kind !== 'start') return { kind: 'followed', number, answer: followed(asked) };
    const catalog = await catalogOf(asked.kubernetes, false);
    await loading(modulesOfFollowed(asked, catalog));
    return { kind: 'followed', number, answer: followed(asked, catalog) };
  } catch (error) {
    return { kind: 'unfollowed', number, message: messageOf(error) };
  }
}

/** Functions that fetch code and data, and tell while they do. */
function fetchingWith(report: Report) {
  const fetching = async <Fetched>(load: () => Promise<Fetched>): Promise<Fetched> => {
    report({ kind: 'fetching' });
    const fetched = await fetchTwice(load);
    report({ kind: 'ready' });
    return fetched;
  };
  const loading = async (names: readonly ModuleName[]) => {
    const missing = missingModules(names);
    if (missing.length === 0) return;
    report({ kind: 'fetching' });
    await loadModules(missing, fetchTwice);
    report({ kind: 'ready' });
  };
  const catalogOf = async (version: KubernetesVersion, isFirst: boolean): Promise<TypeCatalog> => {
    const load = isFirst ? loadUncheckedTypes : loadKubernetesTypes;
    const kinds = `${isFirst ? 'unchecked' : 'checked'} ${version}`;
    const catalog = loaded.has(kinds) ? await load(version) : await fetching(() => load(version));
    loaded.add(kinds);
    return catalog;
  };
  return { fetching, loading, catalogOf };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns the version whose kinds a request needs: that of the scenario, unless the question is about another. */
function versionAsked(request: EngineRequest): KubernetesVersion {
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
