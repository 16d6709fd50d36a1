import { type AskOutcome, askDryRun } from '@managed-fields/live-cluster';
import type { NothingToAsk, StepDryRun } from '@managed-fields/player';
import { type Scenario, type Step, versionOf } from '@managed-fields/scenario';
import type { Answer, QuestionKind, Questions } from '../../../core/engine/answer-question.ts';
import { askEngine } from '../../../core/engine/drive.ts';
import { useCluster } from './cluster-mode.ts';
import { publishedDocuments } from './cluster-schemas.ts';
import { send } from './send.ts';

/** A request that can be asked as a dry run. */
export type AskableRequest = Extract<StepDryRun, { readonly kind: 'dry-run' }>;

/** How asking ended. */
export type AskedOutcome = AskOutcome | { readonly kind: 'cancelled' };

/** Puts the prediction of a step's request to the cluster. It sends reads and one dry run, and nothing once cancelled. */
export async function askRequest(
  scenario: Scenario,
  stepId: string,
  request: AskableRequest,
  signal: AbortSignal,
): Promise<AskedOutcome> {
  const { mode } = useCluster.getState();
  if (mode.kind !== 'connected') return { kind: 'cancelled' };
  const outcome = await askDryRun(request, {
    send: async (sent) => (signal.aborted ? { kind: 'unreached', message: 'cancelled' } : send(sent, signal)),
    difference: (left, right) => askFor(scenario, { kind: 'object-difference', stepId, left, right }),
    admitted: (form, around) => askFor(scenario, { kind: 'with-admission', stepId, request: form, around }),
    documents: publishedDocuments,
    scenario: versionOf(scenario),
    cluster: mode.release,
  });
  return signal.aborted ? { kind: 'cancelled' } : outcome;
}

/** The answer of the engine to a question about a scenario; undefined where it has none. */
export function askFor<K extends QuestionKind>(
  scenario: Scenario,
  question: { readonly kind: K } & Questions[K]['asked'],
): Promise<Answer<K> | undefined> {
  return new Promise((done) => {
    askEngine<K>(scenario, question as Parameters<typeof askEngine<K>>[1], (ended) =>
      done(ended.kind === 'answered' ? ended.answer : undefined),
    );
  });
}

/** What became of a request of a step: it was asked, or it is a delete, which is never sent. */
export type AskedRequest = { readonly kind: 'asked'; readonly outcome: AskedOutcome } | { readonly kind: 'delete' };

/** What became of a step. */
export type AskedStep =
  | { readonly kind: 'asked'; readonly requests: readonly AskedRequest[] }
  | { readonly kind: 'nothing'; readonly why: NothingToAsk | 'unpredicted' };

/**
 * Asks the cluster for every step of a scenario, one after the other, and tells each as it is known. Ends early where
 * `signal` aborts; the step that is under way then counts as not asked.
 */
export async function askSteps(
  scenario: Scenario,
  tell: (step: Step, asked: AskedStep) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const step of scenario.steps) {
    if (signal.aborted) return;
    const asked = await askStep(scenario, step.id, signal);
    if (!signal.aborted) tell(step, asked);
  }
}

async function askStep(scenario: Scenario, stepId: string, signal: AbortSignal): Promise<AskedStep> {
  const predicted = await askFor(scenario, { kind: 'dry-runs', stepId });
  if (predicted === undefined) return { kind: 'nothing', why: 'unpredicted' };
  if (predicted.kind === 'nothing') return { kind: 'nothing', why: predicted.why };
  const requests: AskedRequest[] = [];
  for (const request of predicted.requests) {
    if (request.kind === 'delete') requests.push({ kind: 'delete' });
    else requests.push({ kind: 'asked', outcome: await askRequest(scenario, stepId, request, signal) });
  }
  return { kind: 'asked', requests };
}
