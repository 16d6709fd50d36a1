import type { Playback } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import { storedView } from '../store/examples.ts';
import { usePreferences } from '../store/preferences.ts';
import { edit, type ScenarioState, useScenario } from '../store/scenario-store.ts';
import type { Answer, Question, QuestionKind } from './answer-question.ts';
import { type EngineClient, engineClient } from './client.ts';
import { kindsNow, useClusterKinds } from './cluster-kinds.ts';
import { isUnread, type PlaybackState, type ReadAnswer, usePlayback } from './playback-store.ts';
import { browserTimeouts, openInPage, openWorker } from './ports.ts';
import type { EngineReply, EngineRequest, PlayReply, PlayRequest } from './protocol.ts';
import { type QuestionQueue, questionQueue } from './question-queue.ts';
import { whenIdle } from './when-idle.ts';

const client: EngineClient = engineClient(
  openWorker,
  openInPage(kindsNow),
  { onReply: receive, onHung: hung, onFallback: () => usePlayback.setState({ place: 'page' }) },
  browserTimeouts,
  kindsNow,
);

const questions: QuestionQueue = questionQueue(client);

/** Asks a question about a scenario; the returned function takes it back. */
export const askEngine: QuestionQueue['ask'] = questions.ask;

/** Resolves when the engine has answered for the first time, all checks included, or was ended because it did not. */
export const firstAnswer: Promise<void> = questions.released;

/** What was asked for last, or is when there is time. */
let asked: PlayRequest | undefined;

/** Asks the engine for what is on screen, now and whenever the scenario, the selection, the panes or the kinds of the cluster change. */
export function driveEngine(): void {
  const ask = () => {
    const state = useScenario.getState();
    // Nothing was opened yet: an example is on its way.
    if (state.opened === 0) return;
    const request = playRequest(state, usePreferences.getState().beside);
    if (asked !== undefined && isSameView(asked, request)) return;
    asked = request;
    play(request);
  };
  useScenario.subscribe(ask);
  usePreferences.subscribe(ask);
  useClusterKinds.subscribe(() => asked !== undefined && askAgain());
  ask();
}

/** Asks for the play on screen once more, after a hang or a fault. */
export function askAgain(): void {
  usePlayback.setState({ health: 'working' });
  client.send(playRequest(useScenario.getState(), usePreferences.getState().beside));
}

/** The kinds of question whose answer is a changed scenario. */
export type ChangeKind = { [K in QuestionKind]: Answer<K> extends Scenario ? K : never }[QuestionKind];

/**
 * Asks for a changed scenario and puts it on screen, with another step selected where one is named; then does what is
 * to follow. Does nothing where the user changed the scenario meanwhile.
 */
export function changeByEngine(
  question: Question & { readonly kind: ChangeKind },
  { select, done }: { readonly select?: string; readonly done?: () => void } = {},
): void {
  const { scenario, revision } = useScenario.getState();
  askEngine<ChangeKind>(scenario, question, (ended) => {
    if (ended.kind === 'answered' && revision === useScenario.getState().revision) {
      edit(() => ended.answer, select === undefined ? {} : { select });
      done?.();
    }
  });
}

/** The id of the live object that would stand beside the selected step: the nearest one before it that is not off. */
export function besideOf(scenario: Scenario, selected: string | undefined): string | undefined {
  const at = scenario.steps.findIndex(({ id }) => id === selected);
  const step = scenario.steps[at];
  if (step === undefined || step.kind === 'live') return undefined;
  return scenario.steps.slice(0, at).findLast(({ kind, off }) => kind === 'live' && off !== true)?.id;
}

/**
 * Shows the answer to a request, or asks for it. What was stored beside an example is shown at once, and asked for when
 * there is time.
 */
function play(request: PlayRequest): void {
  const stored = storedView(request.scenario, request.selected);
  if (stored !== undefined) {
    showStored(stored, request.revision);
    if (request.beside === undefined) {
      void whenIdle().then(() => asked === request && client.send(request));
      return;
    }
  }
  const nothingShown = usePlayback.getState().revision === 0;
  usePlayback.setState({ health: 'working' });
  client.send(nothingShown ? { ...request, withoutChecks: true } : request);
}

/** Takes a reply of the engine in. */
function receive(reply: EngineReply): void {
  switch (reply.kind) {
    case 'played':
      showPlayed(reply);
      if (reply.checked) questions.release();
      else void whenIdle().then(askAgain);
      return;
    case 'broke':
      usePlayback.setState({ health: reply.missing ? 'missing' : 'broke', fault: reply.message });
      questions.release();
      return;
    case 'answered':
    case 'unanswered':
      questions.receive(reply);
  }
}

/** Shows that a request got no answer in time. */
function hung(request: EngineRequest): void {
  if (request.kind === 'ask') {
    questions.receive({ kind: 'unanswered', number: request.number, message: 'no answer in time' });
    return;
  }
  usePlayback.setState({ health: 'hung' });
  questions.release();
}

function showStored(playback: Playback, revision: number): void {
  usePlayback.setState((before) => ({
    ...whatIsPlayed(playback, before),
    beside: undefined,
    revision,
    health: 'ready',
    fault: undefined,
  }));
}

function showPlayed({ playback, beside, revision, checked }: Extract<PlayReply, { readonly kind: 'played' }>): void {
  const isNewest = revision === useScenario.getState().revision;
  usePlayback.setState((before) => {
    // Where the engine confirms what is on screen, stored or played without checks, it stays the same object, so that
    // nothing is drawn anew.
    const isConfirmed = before.revision === revision && JSON.stringify(before.playback) === JSON.stringify(playback);
    return {
      ...(isConfirmed ? {} : whatIsPlayed(playback, before)),
      beside,
      revision,
      health: checked && isNewest ? 'ready' : 'working',
      fault: undefined,
    };
  });
}

/** A playback, and what of it stays on screen while the text of its step is broken. */
function whatIsPlayed(playback: Playback, before: PlaybackState): Pick<PlaybackState, 'playback' | 'good' | 'read'> {
  return { playback, good: goodResult(playback) ?? before.good, read: readAnswer(playback) ?? before.read };
}

/** The result in a playback, where the text of its step could be read. */
function goodResult({ view }: Playback): PlaybackState['good'] {
  if (view?.result === undefined || view.stale) return undefined;
  return { opened: useScenario.getState().opened, stepId: view.stepId, result: view.result };
}

/** The answer about the selected step, where its text could be read. */
function readAnswer({ view, outcomes }: Playback): ReadAnswer | undefined {
  const outcome = outcomes.find(({ stepId }) => stepId === view?.stepId);
  if (view === undefined || outcome === undefined || isUnread(outcome, view)) return undefined;
  return { opened: useScenario.getState().opened, stepId: view.stepId, outcome, view };
}

function playRequest({ scenario, selected, revision }: ScenarioState, beside: boolean): PlayRequest {
  return { kind: 'play', revision, scenario, selected, beside: beside ? besideOf(scenario, selected) : undefined };
}

/** Whether two requests show the same, whatever their revisions are. */
function isSameView(a: PlayRequest, b: PlayRequest): boolean {
  return a.scenario === b.scenario && a.selected === b.selected && a.beside === b.beside;
}
