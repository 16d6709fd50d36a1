import { type Cluster, catalogOf, readRoute, serve } from '@managed-fields/api-server';
import { formatJson } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import { timeText } from '../run/play-state.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { type PredictedDryRun, predictDryRun, type SentText, sameAt } from './dry-run.ts';

/** What can be asked of a real server about a step. Plain data that a worker can post. */
export type StepDryRuns =
  | { readonly kind: 'requests'; readonly stepId: string; readonly requests: readonly StepDryRun[] }
  | { readonly kind: 'nothing'; readonly stepId: string; readonly why: NothingToAsk };

/**
 * Why a step has nothing to ask: it is switched off or empty (`off`), a pasted object (`live`), a definition, a `delete`,
 * which no page may send, a command that only reads (`reads`), or something that the scenario does not send either
 * (`unsent`), because it cannot be read or its kind is not known.
 */
export type NothingToAsk = 'off' | 'live' | 'definition' | 'delete' | 'reads' | 'unsent';

/** A request of a step that writes. */
export type StepDryRun =
  | { readonly kind: 'delete'; readonly path: string }
  | ({ readonly kind: 'dry-run'; readonly needs: NeededSteps } & PredictedDryRun);

/**
 * The earlier steps that a request builds on: the last one that wrote its object, that made the definition of its kind,
 * that made its namespace. Undefined where no step did. Pasted objects do not count, since a cluster is to have them.
 */
export interface NeededSteps {
  /** The id of a step; that of the step itself where an earlier request of the same command wrote the object. */
  readonly object: string | undefined;
  readonly definition: string | undefined;
  readonly namespace: string | undefined;
}

/** The requests of a step as dry runs, with what they answer; undefined where the scenario has no such step. */
export function stepDryRuns(scenario: Scenario, stepId: string, { catalog }: RunOptions): StepDryRuns | undefined {
  const played = playScenario(scenario, catalog);
  const index = played.findIndex(({ step }) => step.id === stepId);
  const current = played[index];
  if (current === undefined) return undefined;
  const why = nothingIn(current);
  if (why !== undefined) return { kind: 'nothing', stepId, why };
  const now = timeText(current.before.seconds + 1);
  let cluster = current.before.cluster;
  const requests = writesOf(current).flatMap((sent): StepDryRun[] => {
    const found = cluster;
    cluster = serve(cluster, sent, timeText(current.before.seconds)).cluster;
    if (sent.method === 'DELETE') return [{ kind: 'delete', path: sent.path }];
    const predicted = predictDryRun(found, sent, now);
    if (predicted === undefined) return [];
    return [{ kind: 'dry-run', needs: neededBy(predicted, found, current, played.slice(0, index)), ...predicted }];
  });
  return { kind: 'requests', stepId, requests };
}

function nothingIn({ step, outcome, built, sent }: PlayedStep): NothingToAsk | undefined {
  if (outcome.status === 'skipped') return 'off';
  switch (step.kind) {
    case 'live':
      return 'live';
    case 'crd':
      return 'definition';
    case 'delete':
      return 'delete';
    case 'kubectl':
    case 'tool': {
      const methods = (sent ?? []).map(({ request }) => request.method).filter((each) => each !== 'GET');
      if (methods.length > 0) return methods.every((each) => each === 'DELETE') ? 'delete' : undefined;
      return outcome.status === 'error' ? 'unsent' : 'reads';
    }
    default:
      return built === undefined ? 'unsent' : undefined;
  }
}

/** The requests of a step that write, with the texts of their bodies. */
export function writesOf({ built, sent }: PlayedStep): readonly SentText[] {
  if (built !== undefined) return [{ ...built.request, bodyText: built.view.body ?? '' }];
  return (sent ?? []).flatMap(({ request, purpose }) => {
    if (request.method === 'GET' || purpose === 'dry-run') return [];
    const bodyText = request.body?.kind === 'value' ? formatJson(request.body.value) : (request.bodyText ?? '');
    return [{ ...request, bodyText }];
  });
}

function neededBy(
  { object }: PredictedDryRun,
  found: Cluster,
  current: PlayedStep,
  earlier: readonly PlayedStep[],
): NeededSteps {
  const { path, namespace } = object;
  const route = path === undefined ? undefined : readRoute(path);
  const knows = ({ cluster }: PlayedStep['before']) =>
    route !== undefined && catalogOf(cluster).find(route.group, route.version, route.plural) !== undefined;
  const lastThat = (changed: (step: PlayedStep) => boolean) => {
    const step = earlier.findLast(changed)?.step;
    return step === undefined || step.kind === 'live' ? undefined : step.id;
  };
  const writer = (at: string | undefined) =>
    at === undefined
      ? undefined
      : sameAt(current.before.cluster, found, at)
        ? lastThat(({ before, after }) => !sameAt(before.cluster, after.cluster, at))
        : current.step.id;
  return {
    object: writer(path),
    definition: lastThat(({ before, after }) => !knows(before) && knows(after)),
    namespace: writer(namespace === '' ? undefined : `/api/v1/namespaces/${encodeURIComponent(namespace)}`),
  };
}
