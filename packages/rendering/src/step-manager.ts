import type { Outcome, Step } from '@managed-fields/scenario';

/** The manager that a step writes as: the recorded one, else the one that was set, else the User-Agent's name. */
export function managerOf(step: Step, outcome: Outcome | undefined): string | undefined {
  if (step.kind === 'live' || step.kind === 'crd' || step.kind === 'delete') return undefined;
  if (step.kind === 'kubectl') return outcome?.manager;
  const agent = step.userAgent?.split('/', 1)[0];
  return outcome?.manager ?? (step.manager || undefined) ?? (agent || undefined);
}
