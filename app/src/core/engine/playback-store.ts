import type { AnnotatedText, Playback, StepView } from '@managed-fields/player';
import type { Outcome } from '@managed-fields/scenario';
import type { ProblemCode } from '@managed-fields/source';
import { create } from 'zustand';

/** The last answer of the engine, and the state of the engine. */
export interface PlaybackState {
  readonly playback: Playback;
  /** The live object that stands beside the selected step, with its owners. */
  readonly beside: AnnotatedText | undefined;
  /** The last result of a step that succeeded. It stays on screen while the text of the step is broken. */
  readonly good: { readonly opened: number; readonly stepId: string; readonly result: AnnotatedText } | undefined;
  /** The last answer about the selected step that its text was read for; it stays while the text is broken. */
  readonly read: ReadAnswer | undefined;
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

/** An answer about a step whose text could be read. */
export interface ReadAnswer {
  readonly opened: number;
  readonly stepId: string;
  readonly outcome: Outcome;
  readonly view: StepView;
}

/** The codes of problems of a text that has no value: all that its reader reports but those of texts that it reads. */
const unreadable: Readonly<Record<Exclude<ProblemCode, 'duplicate-key' | 'non-string-key' | 'separator'>, true>> = {
  syntax: true,
  tab: true,
  'control-character': true,
  'too-deep': true,
  'too-large': true,
  'too-many': true,
  'unknown-anchor': true,
  'recursive-anchor': true,
  'excessive-aliasing': true,
  'invalid-key': true,
  'invalid-merge': true,
  'invalid-tag': true,
  'unsupported-value': true,
};

/** Whether a step failed because its text, or a file of its command, does not parse. */
export function isUnread({ status, problems }: Outcome, view: StepView | undefined): boolean {
  if (status !== 'error') return false;
  const all = [...problems, ...(view?.command?.fileProblems.flatMap((file) => file.problems) ?? [])];
  return all.some(({ code, severity }) => severity === 'error' && Object.hasOwn(unreadable, code));
}

/** The store of the playback. Only `drive.ts` writes it. */
export const usePlayback = create<PlaybackState>(() => ({
  playback: { outcomes: [], managers: [], view: undefined },
  beside: undefined,
  good: undefined,
  read: undefined,
  revision: 0,
  health: 'working',
  fault: undefined,
  place: 'worker',
}));
