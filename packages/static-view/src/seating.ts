import type { Playback, Scenario } from '@managed-fields/scenario';
import { type OwnerIdentity, type Palette, palette, type Seating, seated } from './palette.ts';
import { managerOf } from './step-manager.ts';

/**
 * Who sits where in a scenario: those who write its steps, in their order, then whom its objects name. The same as in
 * the page, so that a manager looks the same in a picture and in the playground.
 */
export function seatingOf(before: Seating, { steps }: Scenario, playback: Playback): Seating {
  const outcomes = new Map(playback.outcomes.map((outcome) => [outcome.stepId, outcome]));
  const typed = steps.flatMap((step) => managerOf(step, outcomes.get(step.id)) ?? []);
  return seated(
    before,
    typed,
    ownersOf(playback).map(({ manager }) => manager),
  );
}

/** The palette of what a playback shows. */
export function paletteFor(seating: Seating, playback: Playback): Palette {
  return palette(seating, ownersOf(playback));
}

function ownersOf({ view }: Playback): readonly OwnerIdentity[] {
  const sent = view?.command?.requests.map(({ result }) => result) ?? [];
  const texts = [view?.result, view?.own, ...sent].flatMap((annotated) => annotated?.managers ?? []);
  return [...texts, ...(view?.conflict?.fields.map(({ owner }) => owner) ?? [])];
}
