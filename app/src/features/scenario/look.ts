import { type RefObject, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { usePlayback } from '../../core/engine/playback-store.ts';

/** The views of the result, in the order of their tabs. */
export type ResultViewName =
  | 'object'
  | 'changes'
  | 'entries'
  | 'table'
  | 'requests'
  | 'admission'
  | 'three-way'
  | 'migration'
  | 'other';

/** The panes of which a phone shows one at a time. */
export type PaneName = 'steps' | 'step' | 'result';

/** What the user looks at beside the selected step. It is no part of the scenario and is not stored. */
interface Look {
  /** The path of the field in the inspector. The object on screen may not have it. */
  readonly picked: string | undefined;
  /** The chosen view of the result. Where a step does not have it, another one is drawn. */
  readonly view: ResultViewName;
  /** The pane that a phone shows. */
  readonly pane: PaneName;
  /** The step whose outcome is to be scrolled to and focused as soon as it is drawn. */
  readonly reasonOf: string | undefined;
  /** Whether what the last-applied annotation declares is underlined, in the result and in the editor. */
  readonly layer: boolean;
}

/** The store of what the user looks at, so that a field can be picked and a view opened from anywhere. */
export const useLook = create<Look>(() => ({
  picked: undefined,
  view: askedView(),
  pane: 'step',
  reasonOf: undefined,
  layer: false,
}));

/** Returns the view that the address asks for. Embedded pages call the entries `managedfields`. */
function askedView(): ResultViewName {
  const asked = new URLSearchParams(location.search).get('view')?.replace('managedfields', 'entries');
  return (['changes', 'entries', 'table'] as const).find((name) => name === asked) ?? 'object';
}

/** Picks a field for the inspector, or none. */
export function pick(picked: string | undefined): void {
  useLook.setState({ picked });
}

/** Picks a field, and opens the result on a phone. */
export function pickAndShow(picked: string): void {
  useLook.setState({ picked, pane: 'result' });
}

/** Opens a view of the result. */
export function showView(view: ResultViewName): void {
  useLook.setState({ view, pane: 'result' });
}

/** Leads to why a step was refused: opens the step on a phone, and scrolls to its outcome. */
export function showReason(stepId: string): void {
  useLook.setState({ pane: 'step', reasonOf: stepId });
}

/** Leads to why the selected step was refused, if it was, once the engine has answered. */
export function showReasonOnceAnswered(): void {
  const stop = usePlayback.subscribe(({ health, playback: { view, outcomes } }) => {
    if (health === 'working') return;
    stop();
    const status = outcomes.find(({ stepId }) => stepId === view?.stepId)?.status;
    if (view !== undefined && (status === 'conflict' || status === 'error')) showReason(view.stepId);
  });
}

/** Takes the place that `showReason` leads to: the returned function is the `ref` of the element of this step. */
export function useReasonPlace(stepId: string): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const wanted = useLook((state) => state.reasonOf === stepId);
  useEffect(() => {
    if (!wanted || place.current === null) return;
    useLook.setState({ reasonOf: undefined });
    place.current.scrollIntoView({ block: 'start' });
    place.current.focus({ preventScroll: true, focusVisible: true });
  }, [wanted]);
  return place;
}

/** Opens a pane on a phone. */
export function showPane(pane: PaneName): void {
  useLook.setState({ pane });
}

/** Sets whether what the last-applied annotation declares is underlined. */
export function showLayer(layer: boolean): void {
  useLook.setState({ layer });
}
