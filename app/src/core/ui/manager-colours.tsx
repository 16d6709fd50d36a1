import {
  assignColours,
  coloursInScenario,
  type ManagerColours,
  type Mark,
  markTree,
  type OwnerIdentity,
  type Palette,
  palette,
  sameColours,
} from '@managed-fields/rendering';
import type { Scenario } from '@managed-fields/scenario';
import { useMemo } from 'react';
import { create } from 'zustand';
import { Trees } from '../code-view/visible-text.tsx';
import { type PlaybackState, usePlayback } from '../engine/playback-store.ts';
import { useScenario } from '../store/scenario-store.ts';

/** The store of the colours of the managers: they follow from the scenario, whatever was on screen before. */
const useManagerColours = create<{ readonly opened: number; readonly managerColours: ManagerColours }>(() => ({
  opened: 0,
  managerColours: new Map(),
}));

function update(): void {
  const { scenario, opened } = useScenario.getState();
  const state = usePlayback.getState();
  const before = useManagerColours.getState();
  // A text that cannot be read for a moment brings no managers in, but others keep their places after them.
  const kept = isUnreadable(scenario, state) && before.opened === opened ? before.managerColours : undefined;
  const managerColours = coloursInScenario(scenario, state.playback, ownersOnScreen(state), kept);
  const isSame = sameColours(managerColours, before.managerColours);
  if (isSame && opened === before.opened) return;
  useManagerColours.setState({ opened, managerColours: isSame ? before.managerColours : managerColours });
}

function isUnreadable({ steps }: Scenario, { playback: { outcomes } }: PlaybackState): boolean {
  const commands = new Set(steps.flatMap(({ id, kind }) => (kind === 'kubectl' ? [id] : [])));
  return outcomes.some(({ stepId, status, code }) => status === 'error' && code === undefined && !commands.has(stepId));
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
    () => paletteOf(managerColours, { playback: { view }, beside, good }, others),
    [managerColours, view, beside, good, others],
  );
}

/** Returns the palette for everything on screen now, for actions from elsewhere. */
export function paletteNow(): Palette {
  return paletteOf(useManagerColours.getState().managerColours, usePlayback.getState(), none);
}

function paletteOf(managerColours: ManagerColours, state: OnScreen, others: readonly OwnerIdentity[]): Palette {
  const names = others.map(({ manager }) => manager);
  return palette(assignColours(names, managerColours), [...ownersOnScreen(state), ...others]);
}

const none: readonly never[] = [];

type OnScreen = Pick<PlaybackState, 'beside' | 'good'> & { readonly playback: Pick<PlaybackState['playback'], 'view'> };

function ownersOnScreen({ playback: { view }, beside, good }: OnScreen): readonly OwnerIdentity[] {
  const sent = view?.sent?.requests.map(({ result }) => result) ?? [];
  const texts = [view?.result ?? good?.result, view?.own, beside, ...sent].flatMap(
    (annotated) => annotated?.managers ?? [],
  );
  return [...texts, ...(view?.conflict?.fields.map(({ owner }) => owner) ?? [])];
}

/** Draws a manager's mark as the legend does: its letter on its colour, with the pattern. */
export function MarkChip({ mark, large = false }: { readonly mark: Mark; readonly large?: boolean }) {
  return <Trees trees={[markTree(mark, large)]} />;
}
