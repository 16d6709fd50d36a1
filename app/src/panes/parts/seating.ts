import {
  managerOf,
  type OwnerIdentity,
  type Palette,
  palette,
  type Seating,
  seated,
} from '@managed-fields/static-view';
import { useMemo } from 'react';
import { create } from 'zustand';
import { type PlaybackState, usePlayback } from '../../engine/playback-store.ts';
import { useScenario } from '../../store/scenario-store.ts';

/** Who sits where, for as long as one scenario is open. */
const useSeating = create<{ readonly opened: number; readonly seating: Seating }>(() => ({
  opened: 0,
  seating: new Map(),
}));

function update(): void {
  const { scenario, opened } = useScenario.getState();
  const playback = usePlayback.getState();
  const before = useSeating.getState();
  const outcomes = new Map(playback.playback.outcomes.map((outcome) => [outcome.stepId, outcome]));
  const typed = scenario.steps.flatMap((step) => managerOf(step, outcomes.get(step.id)) ?? []);
  const met = ownersOnScreen(playback).map(({ manager }) => manager);
  const seating = seated(before.opened === opened ? before.seating : new Map(), typed, met);
  if (seating !== before.seating || opened !== before.opened) useSeating.setState({ opened, seating });
}

useScenario.subscribe(update);
usePlayback.subscribe(update);
update();

/** The palette of everything on screen; `others` are shown, too, and sit down for as long as they are. */
export function usePalette(others: readonly OwnerIdentity[] = none): Palette {
  const seating = useSeating((state) => state.seating);
  const view = usePlayback((state) => state.playback.view);
  const beside = usePlayback((state) => state.beside);
  const good = usePlayback((state) => state.good);
  return useMemo(
    () => palette(withOthers(seating, others), [...ownersOnScreen({ playback: { view }, beside, good }), ...others]),
    [seating, view, beside, good, others],
  );
}

const none: readonly never[] = [];

function withOthers(seating: Seating, others: readonly OwnerIdentity[]): Seating {
  const names = others.map(({ manager }) => manager).filter((name) => !seating.has(name));
  return names.length === 0 ? seating : seated(seating, [...seating.keys(), ...names], []);
}

type OnScreen = Pick<PlaybackState, 'beside' | 'good'> & { readonly playback: Pick<PlaybackState['playback'], 'view'> };

function ownersOnScreen({ playback: { view }, beside, good }: OnScreen): readonly OwnerIdentity[] {
  const sent = view?.command?.requests.map(({ result }) => result) ?? [];
  const texts = [view?.result ?? good?.result, view?.own, beside, ...sent].flatMap(
    (annotated) => annotated?.managers ?? [],
  );
  return [...texts, ...(view?.conflict?.fields.map(({ owner }) => owner) ?? [])];
}
