import type { Playback } from '@managed-fields/player';
import type { Outcome, Scenario, Step } from '@managed-fields/scenario';
import { assignColours, type ManagerColours, type OwnerIdentity, type Palette, palette } from './palette.ts';

/**
 * Assigns colours to the managers of a scenario: in the order in which its steps bring them in, then those who are only
 * typed or drawn. The same scenario gives the same colours wherever it is shown and whatever was shown before it.
 */
export function coloursInScenario(
  { steps }: Scenario,
  playback: Playback,
  drawn: readonly OwnerIdentity[] = [],
  before: ManagerColours = new Map(),
): ManagerColours {
  const outcomes = new Map(playback.outcomes.map((outcome) => [outcome.stepId, outcome]));
  const typed = steps.flatMap((step) => managerOf(step, outcomes.get(step.id)) ?? []);
  const met = [...playback.managers, ...typed, ...ownersOf(playback).map(nameOf), ...drawn.map(nameOf)];
  return assignColours(met, before);
}

/** The palette of what a playback shows. */
export function paletteFor(managerColours: ManagerColours, playback: Playback): Palette {
  return palette(managerColours, ownersOf(playback));
}

function ownersOf({ view }: Playback): readonly OwnerIdentity[] {
  const sent = view?.sent?.requests.map(({ result }) => result) ?? [];
  const texts = [view?.result, view?.own, ...sent].flatMap((annotated) => annotated?.managers ?? []);
  return [...texts, ...(view?.conflict?.fields.map(({ owner }) => owner) ?? [])];
}

function nameOf({ manager }: OwnerIdentity): string {
  return manager;
}

/** The manager that a step writes as: the recorded one, else the one that was set, else the User-Agent's name. */
export function managerOf(step: Step, outcome: Outcome | undefined): string | undefined {
  if (step.kind === 'live' || step.kind === 'crd' || step.kind === 'delete') return undefined;
  if (step.kind === 'kubectl' || step.kind === 'tool') return outcome?.manager;
  const agent = step.userAgent?.split('/', 1)[0];
  return outcome?.manager ?? (step.manager || undefined) ?? (agent || undefined);
}
