import { type AskOutcome, askDryRun } from '@managed-fields/live-cluster';
import type { StepDryRun } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import { versionOf } from '@managed-fields/scenario';
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
