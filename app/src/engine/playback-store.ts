import type { AnnotatedText, Playback } from '@managed-fields/scenario';
import { create } from 'zustand';

/** The last answer of the engine, and the state of the engine. */
export interface PlaybackState {
  readonly playback: Playback;
  /** The playback was stored when the page was built, and the engine has not confirmed it yet. */
  readonly isStored: boolean;
  /** The live object that stands beside the selected step, with its owners. */
  readonly beside: AnnotatedText | undefined;
  /** The last result of a step that succeeded. It stays on screen while the text of the step is broken. */
  readonly good: { readonly opened: number; readonly stepId: string; readonly result: AnnotatedText } | undefined;
  /** The revision of the scenario that the playback belongs to; 0 before the first. */
  readonly revision: number;
  /**
   * `working` until the newest revision is answered. The others last until something changes; `missing` means that code
   * of the engine could not be fetched.
   */
  readonly health: 'working' | 'ready' | 'hung' | 'broke' | 'missing';
  /** The error message, for a report. */
  readonly fault: string | undefined;
  /** Where the engine runs. */
  readonly place: 'worker' | 'page';
}

/** The store of the playback. Only `drive.ts` writes it. */
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
