import type { AnnotatedText, CommandView, SentView, StepView, ToolView } from '@managed-fields/player';
import type { Outcome } from '@managed-fields/scenario';
import { useMemo } from 'react';
import { isUnread, type PlaybackState, usePlayback } from '../../core/engine/playback-store.ts';
import { type ScenarioState, useScenario } from '../../core/store/scenario-store.ts';
import { keptAnswer } from './selected.ts';

/** What the result pane shows. */
export interface Shown {
  readonly stepId: string;
  readonly result: AnnotatedText | undefined;
  /** The place of the step, from 1. */
  readonly place: number;
  /** The result is not that of the step as it is now: the step failed, or its text is not readable. */
  readonly stale: boolean;
  readonly object: string | undefined;
  /** The step was sent and refused, and wrote nothing. */
  readonly refused: boolean;
  readonly status: Outcome['status'] | undefined;
  readonly notices: StepView['notices'];
}

/** The properties of every view of the result. */
export interface ResultViewProps {
  readonly shown: Shown;
  /** The object, with its owners; undefined where the step leaves none. */
  readonly result: AnnotatedText | undefined;
  /** The result of a kubectl command; undefined for other steps. */
  readonly command: CommandView | undefined;
  /** What a deploy tool did; undefined for other steps. */
  readonly tool: ToolView | undefined;
  /** The requests of a command or a tool; undefined for other steps. */
  readonly sent: SentView | undefined;
  /** What admission changed in the object of the step's request; empty for other steps. */
  readonly admission: StepView['admission'];
  /** On a phone: no hover, lines wrap. */
  readonly narrow: boolean;
}

/**
 * Returns the result to show: that of the selected step. Until the engine has answered it is the one before, so that
 * nothing flashes. Where the step failed it is the last good one of the step.
 */
export function useShown(): Shown | undefined {
  const scenario = useScenario((state) => state.scenario);
  const opened = useScenario((state) => state.opened);
  const playback = usePlayback((state) => state.playback);
  const good = usePlayback((state) => state.good);
  const read = usePlayback((state) => state.read);
  return useMemo(
    () => shownOf({ scenario, opened }, { playback, good, read }),
    [scenario, opened, playback, good, read],
  );
}

/** Returns what the views of the result show; undefined before the first answer. */
export function useResultView(narrow: boolean): ResultViewProps | undefined {
  const shown = useShown();
  const view = usePlayback((state) => state.playback.view);
  return useMemo(() => shown && viewProps(shown, view, narrow), [shown, view, narrow]);
}

/** Returns what the views of the result show now, for actions from elsewhere; undefined before the first answer. */
export function shownNow(): ResultViewProps | undefined {
  const { playback, good, read } = usePlayback.getState();
  const shown = shownOf(useScenario.getState(), { playback, good, read });
  return shown && viewProps(shown, playback.view, false);
}

function viewProps(shown: Shown, view: StepView | undefined, narrow: boolean): ResultViewProps {
  const { command, tool, sent, admission = [] } = view ?? {};
  return { shown, result: shown.result, command, tool, sent, admission, narrow };
}

function shownOf(
  { scenario: { steps }, opened }: Pick<ScenarioState, 'scenario' | 'opened'>,
  { playback, good, read }: Pick<PlaybackState, 'playback' | 'good' | 'read'>,
): Shown | undefined {
  const { view, outcomes } = playback;
  if (view === undefined) return undefined;
  const outcome = outcomes.find(({ stepId }) => stepId === view.stepId);
  const place = steps.findIndex(({ id }) => id === view.stepId) + 1;
  const isGood = good?.opened === opened && good.stepId === view.stepId && outcome?.status === 'error';
  const answered = keptAnswer(read, { opened, stepId: view.stepId, outcome, view }) ?? { outcome, view };
  return {
    stepId: view.stepId,
    result: view.result ?? (isGood ? good.result : undefined),
    place,
    stale: view.stale,
    // The object that is shown after a definition is not the definition.
    object: steps[place - 1]?.kind === 'crd' ? undefined : outcome?.object,
    refused: answered.outcome !== undefined && isRefused(answered.outcome, answered.view),
    status: outcome?.status,
    notices: view.notices,
  };
}

/** Whether a step was sent and refused. A command or a tool may have written before it ended. */
function isRefused(outcome: Outcome, view: StepView): boolean {
  if (outcome.status !== 'conflict' && outcome.status !== 'error') return false;
  if (isUnread(outcome, view)) return false;
  if (view.sent === undefined) return outcome.code !== undefined;
  if (view.command?.unplayed !== undefined) return false;
  return view.sent.requests.every(
    ({ code, request, purpose }) => code >= 400 || request.method === 'GET' || purpose === 'dry-run',
  );
}
