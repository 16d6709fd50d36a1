import type { NothingToAsk } from '@managed-fields/player';
import type { Scenario, Step } from '@managed-fields/scenario';
import { type AskedOutcome, askFor, askRequest } from './dry-run.ts';

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
