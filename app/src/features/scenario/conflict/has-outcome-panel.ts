import type { StepView } from '@managed-fields/player';
import type { Outcome, Step } from '@managed-fields/scenario';

/** Whether a step applies with force. */
export function isForced(step: Step): boolean {
  if (step.kind === 'apply') return step.force === true;
  return step.kind === 'kubectl' && /\s--force-conflicts(?:=true)?(?:\s|$)/.test(step.text);
}

/** Whether the outcome panel has anything to show: a conflict, a refusal, warnings, or what force took. */
export function hasOutcomePanel(step: Step, outcome: Outcome | undefined, view: StepView | undefined): boolean {
  if (outcome === undefined || step.off === true) return false;
  const { status, warnings } = outcome;
  return view?.conflict !== undefined || status === 'error' || warnings.length > 0 || isForced(step);
}
