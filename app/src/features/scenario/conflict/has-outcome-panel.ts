import type { StepView } from '@managed-fields/player';
import type { Outcome, Step } from '@managed-fields/scenario';

/** Whether a step applies with force: its setting says so, or its command as kubectl reads it. */
export function isForced(step: Step, view: StepView | undefined): boolean {
  return step.kind === 'kubectl' ? view?.command?.forced === true : step.kind === 'apply' && step.force === true;
}

/** Whether the outcome panel has anything to show: a conflict, a refusal, warnings, or what force took. */
export function hasOutcomePanel(step: Step, outcome: Outcome | undefined, view: StepView | undefined): boolean {
  if (outcome === undefined || step.off === true) return false;
  const { status, warnings } = outcome;
  return view?.conflict !== undefined || status === 'error' || warnings.length > 0 || isForced(step, view);
}
