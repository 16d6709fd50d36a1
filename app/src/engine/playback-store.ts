import type { AnnotatedText, Playback } from '@managed-fields/scenario';
import { create } from 'zustand';

/** What the engine last answered, and how it fares. */
export interface PlaybackState {
  readonly playback: Playback;
  /** The playback was stored when the page was built, and the engine has not confirmed it yet. */
  readonly isStored: boolean;
  /** Ownership of the live object that stands beside the selected step. */
  readonly beside: AnnotatedText | undefined;
  /** The last result of a step that went well, to stay on screen while its text is broken. */
  readonly good: { readonly opened: number; readonly stepId: string; readonly result: AnnotatedText } | undefined;
  /** The revision of the scenario that the playback belongs to; 0 before the first. */
  readonly revision: number;
  /** `working` until the newest revision is answered; the others until something changes. `missing`: code of the engine. */
  readonly health: 'working' | 'ready' | 'hung' | 'broke' | 'missing';
  /** What broke, for a report. */
  readonly fault: string | undefined;
  /** Where the engine runs. */
  readonly place: 'worker' | 'page';
}

/** The store of the playback; written by `drive.ts` only. */
export const usePlayback = create<PlaybackState>(() => ({
  playback: { outcomes: [], view: undefined },
  isStored: false,
  beside: undefined,
  good: undefined,
  revision: 0,
  health: 'working',
  fault: undefined,
  place: 'worker',
}));
