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
import type { AskRequest, EngineReply, EngineRequest, PlayRequest, WorkerMessage } from './protocol.ts';

/** The versions whose kinds are loaded with all their checks. */
const complete = new Set<KubernetesVersion>();

/**
 * Answers one request; used in the worker and in the page. Never rejects: a bug of ours is reported in the reply. A
 * play `withoutChecks` leaves out the checks of kinds where these are not loaded yet (most of the code is in them, and
 * most objects pass them), and the steps after the selected one. `report` is called while code is fetched.
 */
export async function answer(
  request: EngineRequest,
  report: (message: WorkerMessage) => void = () => undefined,
): Promise<EngineReply> {
  const reporting = async <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => {
    report({ kind: 'fetching' });
    const loaded = await load();
    report({ kind: 'ready' });
    return loaded;
  };
  const fetching = <Fetched>(load: () => Promise<Fetched>) => reporting(() => fetchTwice(load));
  const loading = async (names: readonly ModuleName[]) => {
    const missing = missingModules(names);
    if (missing.length > 0) await reporting(() => loadModules(missing, fetchTwice));
  };
  try {
    const version = versionAsked(request);
    if (request.kind === 'play' && request.withoutChecks && !complete.has(version)) {
      const unchecked = await fetching(() => loadUncheckedTypes(version));
      const upToSelected = { ...request, scenario: cutAfter(request.scenario, request.selected) };
      await loading(modulesFor(upToSelected.scenario, unchecked));
      return played(upToSelected, unchecked, false);
    }
    const load = () => loadKubernetesTypes(version);
    const catalog = await (complete.has(version) ? load() : fetching(load));
    complete.add(version);
    if (request.kind === 'play') {
      await loading(modulesFor(request.scenario, catalog));
      return played(request, catalog, true);
    }
    const { answerQuestion, modulesForQuestion } = await fetching(() => import('./answer-question.ts'));
    await loading(modulesForQuestion(request.scenario, request.question, { catalog }));
    return answered(request, answerQuestion, catalog);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return request.kind === 'play'
      ? { kind: 'broke', revision: request.revision, message, missing: error instanceof MissingCode }
      : { kind: 'unanswered', number: request.number, message };
  }
}

/** Returns the version whose kinds a request needs: that of the scenario, unless the question is about another. */
function versionAsked(request: EngineRequest): KubernetesVersion {
  const { scenario } = request;
  return request.kind === 'ask' && request.question.kind === 'step-answers'
    ? request.question.kubernetes
    : versionOf(scenario);
}

/** Returns the scenario without the steps after one, which the view of that step does not need. */
function cutAfter(scenario: Scenario, stepId: string | undefined): Scenario {
  const place = scenario.steps.findIndex(({ id }) => id === stepId);
  return place < 0 ? scenario : { ...scenario, steps: scenario.steps.slice(0, place + 1) };
}

function played(request: PlayRequest, catalog: TypeCatalog, checked: boolean): EngineReply {
  const { scenario, revision, selected, beside } = request;
  const playback = run(scenario, { catalog, selected });
  return {
    kind: 'played',
    revision,
    // Outcomes are shown only after all checks.
    playback: checked ? playback : { ...playback, outcomes: [] },
    beside: beside === undefined ? undefined : annotateLive(scenario, beside, { catalog }),
    checked,
  };
}

function answered(
  { scenario, number, question }: AskRequest,
  answerQuestion: typeof import('./answer-question.ts').answerQuestion,
  catalog: TypeCatalog,
): EngineReply {
  return { kind: 'answered', number, answer: answerQuestion(scenario, question, { catalog }) };
}
