import {
  assignColours,
  type ManagerColours,
  type Mark,
  managerOf,
  markTree,
  type OwnerIdentity,
  type Palette,
  palette,
} from '@managed-fields/rendering';
import { useMemo } from 'react';
import { create } from 'zustand';
import { Trees } from '../../editor/visible-text.tsx';
import { type PlaybackState, usePlayback } from '../../engine/playback-store.ts';
import { useScenario } from '../../store/scenario-store.ts';

/** The store of the colours of the managers. A manager keeps its colour while one scenario is open. */
const useManagerColours = create<{ readonly opened: number; readonly managerColours: ManagerColours }>(() => ({
  opened: 0,
  managerColours: new Map(),
}));

function update(): void {
  const { scenario, opened } = useScenario.getState();
  const playback = usePlayback.getState();
  const before = useManagerColours.getState();
  const outcomes = new Map(playback.playback.outcomes.map((outcome) => [outcome.stepId, outcome]));
  const typed = scenario.steps.flatMap((step) => managerOf(step, outcomes.get(step.id)) ?? []);
  const met = ownersOnScreen(playback).map(({ manager }) => manager);
  const managerColours = assignColours(before.opened === opened ? before.managerColours : new Map(), typed, met);
  if (managerColours !== before.managerColours || opened !== before.opened) {
    useManagerColours.setState({ opened, managerColours });
  }
}

useScenario.subscribe(update);
usePlayback.subscribe(update);
update();

/** Returns the palette for everything on screen. `others` are further owners that the caller draws. */
export function usePalette(others: readonly OwnerIdentity[] = none): Palette {
  const managerColours = useManagerColours((state) => state.managerColours);
  const view = usePlayback((state) => state.playback.view);
  const beside = usePlayback((state) => state.beside);
  const good = usePlayback((state) => state.good);
  return useMemo(
    () =>
      palette(withOthers(managerColours, others), [...ownersOnScreen({ playback: { view }, beside, good }), ...others]),
    [managerColours, view, beside, good, others],
  );
}

const none: readonly never[] = [];

function withOthers(managerColours: ManagerColours, others: readonly OwnerIdentity[]): ManagerColours {
  const names = others.map(({ manager }) => manager).filter((name) => !managerColours.has(name));
  return names.length === 0 ? managerColours : assignColours(managerColours, [...managerColours.keys(), ...names], []);
}

type OnScreen = Pick<PlaybackState, 'beside' | 'good'> & { readonly playback: Pick<PlaybackState['playback'], 'view'> };

function ownersOnScreen({ playback: { view }, beside, good }: OnScreen): readonly OwnerIdentity[] {
  const sent = view?.command?.requests.map(({ result }) => result) ?? [];
  const texts = [view?.result ?? good?.result, view?.own, beside, ...sent].flatMap(
    (annotated) => annotated?.managers ?? [],
  );
  return [...texts, ...(view?.conflict?.fields.map(({ owner }) => owner) ?? [])];
}

/** Draws a manager's mark as the legend does: its letter on its colour, with the pattern. */
export function MarkChip({ mark, large = false }: { readonly mark: Mark; readonly large?: boolean }) {
  return <Trees trees={[markTree(mark, large)]} />;
}
