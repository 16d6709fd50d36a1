import { create } from 'zustand';

/** The views of the result, in the order of their tabs. */
export type ResultViewName =
  | 'object'
  | 'changes'
  | 'entries'
  | 'table'
  | 'requests'
  | 'three-way'
  | 'migration'
  | 'other';

/** The panes that phones show one at a time. */
export type PaneName = 'steps' | 'step' | 'result';

/** What is looked at, beside the selected step: it is no part of the scenario and not kept. */
interface Look {
  /** The path of the field that the inspector is about; the object on screen may not have it. */
  readonly picked: string | undefined;
  /** The wanted view of the result; another is shown where a step does not have it. */
  readonly view: ResultViewName;
  /** The pane that a phone shows. */
  readonly pane: PaneName;
  /** Whether what the last-applied annotation declares is underlined, in the result and in the editor. */
  readonly layer: boolean;
}

/** The store of what is looked at, so that a field can be picked and a view opened from anywhere. */
export const useLook = create<Look>(() => ({ picked: undefined, view: askedView(), pane: 'step', layer: false }));

/** The view that the address asks for; `managedfields` is what pages inside frames call the entries. */
function askedView(): ResultViewName {
  const asked = new URLSearchParams(location.search).get('view')?.replace('managedfields', 'entries');
  return (['changes', 'entries', 'table'] as const).find((name) => name === asked) ?? 'object';
}

/** Picks a field for the inspector, or none. */
export function pick(picked: string | undefined): void {
  useLook.setState({ picked });
}

/** Picks a field and brings the result before the eyes, where a phone showed another pane. */
export function pickAndShow(picked: string): void {
  useLook.setState({ picked, pane: 'result' });
}

/** Opens a view of the result. */
export function showView(view: ResultViewName): void {
  useLook.setState({ view, pane: 'result' });
}

/** Opens a pane on a phone. */
export function showPane(pane: PaneName): void {
  useLook.setState({ pane });
}

/** Underlines what the last-applied annotation declares, or no longer. */
export function showLayer(layer: boolean): void {
  useLook.setState({ layer });
}
