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
import type { EngineReply, EngineRequest, PlayRequest, ProvidedKinds, WorkerMessage } from './protocol.ts';

/** The kinds that are there, with or without their checks and of which version: nothing is fetched for these. */
const loaded = new Set<string>();

/** The kinds of the cluster that were provided last. */
let provided: ProvidedKinds | undefined;

/** Keeps the kinds of a cluster for the requests that name their key. */
export function keepKinds(message: ProvidedKinds): void {
  if (provided?.key !== message.key) provided = message;
}

/**
 * Answers one request; used in the worker and in the page. Never rejects: a bug of ours is reported in the reply.
 * `report` is called while code is fetched.
 */
export async function answer(
  request: EngineRequest,
  report: (message: WorkerMessage) => void = () => undefined,
): Promise<EngineReply> {
  const fetching = async <Fetched>(load: () => Promise<Fetched>): Promise<Fetched> => {
    report({ kind: 'fetching' });
    const fetched = await load();
    report({ kind: 'ready' });
    return fetched;
  };
  const loading = async (names: readonly ModuleName[]) => {
    const missing = missingModules(names);
    if (missing.length > 0) await fetching(() => loadModules(missing, fetchTwice));
  };
  try {
    const isFirst = request.kind === 'play' && request.withoutChecks === true;
    const version = versionAsked(request);
    const catalog =
      request.kindsKey === undefined
        ? await catalogOfVersion(version, !isFirst, fetching)
        : await catalogOfCluster(request.kindsKey, version, !isFirst, fetching);
    if (request.kind === 'play') {
      // The view of a step does not need the steps after it.
      const scenario = isFirst ? cutAfter(request.scenario, request.selected) : request.scenario;
      await loading(modulesFor(scenario, catalog));
      return played({ ...request, scenario }, catalog);
    }
    const { answerQuestion, modulesForQuestion } = await fetching(() =>
      fetchTwice(() => import('./answer-question.ts')),
    );
    await loading(modulesForQuestion(request.scenario, request.question, { catalog }));
    const { scenario, number, question } = request;
    return { kind: 'answered', number, answer: answerQuestion(scenario, question, { catalog }) };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return request.kind === 'play'
      ? { kind: 'broke', revision: request.revision, message, missing: error instanceof MissingCode }
      : { kind: 'unanswered', number: request.number, message };
  }
}

/** Calls a function that fetches code, and reports that it does. */
type Fetching = <Fetched>(load: () => Promise<Fetched>) => Promise<Fetched>;

/** Loads the kinds of a version. */
async function catalogOfVersion(
  version: KubernetesVersion,
  checked: boolean,
  fetching: Fetching,
): Promise<TypeCatalog> {
  const load = checked ? loadKubernetesTypes : loadUncheckedTypes;
  const kinds = `${checked ? 'checked' : 'unchecked'} ${version}`;
  const catalog = loaded.has(kinds) ? await load(version) : await fetching(() => fetchTwice(() => load(version)));
  loaded.add(kinds);
  return catalog;
}

/** Makes the kinds of the cluster that a request names; those of the version where it is not the cluster's. */
async function catalogOfCluster(
  key: string,
  version: KubernetesVersion,
  checked: boolean,
  fetching: Fetching,
): Promise<TypeCatalog> {
  const given = provided;
  if (given?.key !== key) throw new Error('the kinds of the cluster were not provided');
  const make = async () => (await import('./cluster-catalog.ts')).clusterCatalog(given, version, checked);
  const kinds = `${checked ? 'checked' : 'unchecked'} ${version} ${key}`;
  const made = loaded.has(kinds) ? await make() : await fetching(() => fetchTwice(make));
  loaded.add(kinds);
  return made ?? (await catalogOfVersion(version, checked, fetching));
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
